import { useState } from "react";
import { Link } from "react-router";
import { barIban, type PaymentFile, unbarIban } from "#contract/staff-payments.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { useToast } from "#web/ui/toast.tsx";
import type { PostedForm } from "./posted-form.ts";
import { ReasonField } from "./reason-field.tsx";

type Props = {
  payment: Pick<PaymentFile, "id" | "member">;
  /** Since when the account is refused; null: it is not. */
  refusedAt: string | null;
  posted: PostedForm | undefined;
  onDone: () => Promise<unknown>;
};

/** Refuses the bank account of a direct debit whose holder never agreed, or accepts it again; it can be taken back. */
export function RefuseIban({ payment: { id, member }, refusedAt, posted, onDone }: Props) {
  const t = useTexts("money");
  const format = useFormat();
  const toast = useToast();
  const isRefused = refusedAt !== null;
  const { run, pending, failure } = useCall(isRefused ? unbarIban : barIban);
  const [reason, setReason] = useState(posted?.typed.reason ?? "");
  const send = () =>
    run({ body: { payment_id: id, reason } }, async () => {
      setReason("");
      toast({ title: t(isRefused ? "file.iban_accepted" : "file.iban_refused"), tone: "good" });
      await onDone();
    });
  return (
    <details id="iban" className="mt-4 border-line border-t pt-3" open={isRefused || posted !== undefined}>
      <summary className="link inline-block cursor-pointer py-1.5">{t("file.iban_title")}</summary>
      <p className="mt-2 mb-3">
        {refusedAt === null
          ? t("file.iban_text")
          : t("file.iban_since", { date: `${format.date(refusedAt)}, ${format.time(refusedAt)}` })}
      </p>
      {member === null ? null : (
        <p className="mb-3">
          <Link to={`/staff/members/${member.id}`} className="link inline-block py-1.5">
            {t("file.iban_buyer", { name: member.name })}
          </Link>
        </p>
      )}
      <CallForm failure={failure ?? posted?.failure} action="#iban" onSubmit={() => void send()}>
        <input type="hidden" name="form" value={isRefused ? "iban_accept" : "iban_refuse"} />
        <input type="hidden" name="sure" value="yes" />
        <ReasonField value={reason} onChange={setReason} />
        <Button type="submit" look={isRefused ? "outline" : "danger"} pending={pending}>
          {t(isRefused ? "file.iban_accept" : "file.iban_refuse")}
        </Button>
      </CallForm>
    </details>
  );
}
