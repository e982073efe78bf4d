import { useState } from "react";
import { useRevalidator } from "react-router";
import { amountTaking, creditsTaken } from "#contract/refunds.ts";
import { refundPayment } from "#contract/staff-members.ts";
import type { PaymentFile } from "#contract/staff-payments.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Section } from "#web/office/members/section.tsx";
import { PostedQuestion } from "#web/office/staff/posted-question.tsx";
import { Question } from "#web/office/staff/question.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { choice } from "#web/ui/fields.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import { parseMoney } from "./parse-money.ts";
import type { PostedForm } from "./posted-form.ts";
import { ReasonField } from "./reason-field.tsx";

/** What was refunded; `waits`: a second person has to confirm it. */
export type Refunded = { amount: number; waits: boolean };
/** `posted`: the form was posted without scripts. `why`: the reason, as it is at first. */
type Props = {
  payment: PaymentFile;
  refundable: NonNullable<PaymentFile["refundable"]>;
  posted?: PostedForm | undefined;
  why?: string;
  onRefunded?: (refunded: Refunded) => void;
};

const measured = ["part", "credits"] as const;

/** Refunds a payment, in part or whole: its button has the sum, and a question what it takes back and leaves. */
export function RefundForm({ payment, refundable, posted, why = "", onRefunded }: Props) {
  const { unspent, spent, left } = refundable;
  const t = useTexts("money");
  const members = useTexts("staff-members");
  const shell = useTexts("shell");
  const format = useFormat();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { run, pending, failure } = useCall(refundPayment, () => revalidate());
  const { id, currency, number, member } = payment;
  const money = (minor: number) => format.money(minor, currency);
  const before = posted?.typed ?? {};
  const [extent, setExtent] = useState(before.extent ?? (unspent.amount > 0 ? "unspent" : "all"));
  const [typed, setTyped] = useState((extent === "credits" ? before.credits : before.amount) ?? "");
  const [reason, setReason] = useState(before.reason ?? why);
  const [isAsking, setAsking] = useState(false);
  const amounts: Record<string, number | undefined> = {
    unspent: unspent.amount,
    all: left,
    part: parseMoney(typed, currency),
    credits: amountTaking(payment, unspent, Number(typed)),
  };
  const amount = amounts[extent] ?? 0;
  const isPossible = amount > 0 && amount <= left;
  const credits = creditsTaken(payment, unspent, amount);
  const label = isPossible ? t("file.refund_send", { amount: money(amount) }) : members("money.refund");
  // a buyer may have two payments of the same sum
  const question = [label, number ?? `…${id.slice(-8)}`, member?.name].filter(Boolean).join(" · ");
  const most =
    extent === "credits"
      ? t("file.refund_up_to", { credits: format.number(unspent.credits) })
      : t("file.refund_most", { amount: money(left) });
  const effects = (
    <p className="mb-5">
      {t("file.refund_sure", { credits: format.number(credits) })}{" "}
      {t("file.refund_left", { amount: money(left - amount) })}
    </p>
  );
  const fieldOf = (each: (typeof measured)[number]) =>
    each === "part"
      ? ({ name: "amount", label: t("file.refund_amount", { currency }), inputMode: "decimal" } as const)
      : ({ name: "credits", label: t("file.refund_credits"), inputMode: "numeric" } as const);
  const send = async () => {
    setAsking(false);
    await run({ body: { payment_id: id, amount, credits, left, reason } }, async ({ waits }) => {
      toast({ title: waits ? members("money.waits") : t("file.refund_done", { amount: money(amount) }) });
      setTyped("");
      setReason(why);
      onRefunded?.({ amount, waits });
      await revalidate();
    });
  };
  const { kind: _, ...select } = choice("extent", members("money.extent"), [
    ...(unspent.amount > 0
      ? [
          {
            value: "unspent",
            label: t("file.refund_unspent", { amount: money(unspent.amount), credits: format.number(unspent.credits) }),
          },
        ]
      : []),
    { value: "all", label: members("money.all", { amount: money(left) }) },
    { value: "part", label: t("file.refund_part") },
    ...(unspent.credits > 0 ? [{ value: "credits", label: t("file.refund_credits") }] : []),
  ]);
  if (posted?.asks && isPossible) {
    const sums = { minor: String(amount), revoked: String(credits), left: String(left) };
    return (
      <Section id="refund" title={members("money.refund")}>
        <PostedQuestion
          title={question}
          fields={{ form: "refund", extent, ...sums, reason }}
          yes={label}
          no={shell("cancel")}
        >
          {effects}
        </PostedQuestion>
      </Section>
    );
  }
  return (
    <Section id="refund" title={members("money.refund")}>
      <CallForm failure={failure ?? posted?.failure} action="#refund" onSubmit={() => setAsking(isPossible)}>
        <input type="hidden" name="form" value="refund" />
        {payment.credits > 0 ? (
          <p className="mb-3 text-muted text-sm">
            {t("file.refund_spent", { spent: format.number(spent), unspent: format.number(unspent.credits) })}
          </p>
        ) : null}
        <SelectField
          {...select}
          value={extent}
          onChange={({ target }) => {
            setExtent(target.value);
            setTyped("");
          }}
        />
        {measured.map((each) =>
          each === extent ? (
            <TextField
              key={each}
              {...fieldOf(each)}
              autoComplete="off"
              required
              maxLength={12}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              error={isPossible || (typed === "" && !posted) ? undefined : most}
            />
          ) : (
            <WithoutScripts key={each}>
              <TextField {...fieldOf(each)} autoComplete="off" maxLength={12} />
            </WithoutScripts>
          ),
        )}
        <p role="status" className="mb-4 text-muted text-sm noscript:hidden">
          {isPossible
            ? `${t("file.refund_taken", { credits: format.number(credits) })}. ${t("file.refund_left", { amount: money(left - amount) })}`
            : ""}
        </p>
        <ReasonField value={reason} onChange={setReason} />
        <Button type="submit" look="danger" pending={pending}>
          {label}
        </Button>
      </CallForm>
      {isAsking ? (
        <Question
          title={question}
          yes={{ label, look: "danger", run: () => void send() }}
          onNo={() => setAsking(false)}
        >
          {effects}
        </Question>
      ) : null}
    </Section>
  );
}
