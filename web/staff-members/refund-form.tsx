import { useState } from "react";
import { useRevalidator } from "react-router";
import { type MemberFile, refundPayment } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useFormat } from "#web/lib/use-format.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { choice, Fields } from "#web/ui/fields.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";

type Payment = NonNullable<MemberFile["money"]>["payments"][number];

/** Refunds a payment; says before the press how much at most goes back. */
export function RefundForm({ payment }: { payment: Payment }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const { run, pending, failure } = useCall(refundPayment);
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const { id, amount, refunded, charged_back: back, currency, begin_request: begin } = payment;
  if (!open) {
    return (
      <Button look="outline" onClick={() => setOpen(true)}>
        {t("money.refund")}
      </Button>
    );
  }
  return (
    <CallForm
      failure={failure}
      className="min-w-56 py-2 text-start"
      onSubmit={async ({ extent, reason = "" }) => {
        const body = { payment_id: id, extent: extent === "all" ? ("all" as const) : ("unspent" as const), reason };
        const answer = await run({ body });
        if (!answer) return;
        if (answer.waits) toast({ title: t("money.waits") });
        setOpen(false);
        await revalidate();
      }}
    >
      <Fields
        of={[
          choice("extent", t("money.extent"), [
            { value: "unspent", label: t("money.unspent") },
            { value: "all", label: t("money.all", { amount: format.money(amount - refunded - back, currency) }) },
          ]),
        ]}
      />
      <p className="mb-3 max-w-72 text-muted text-sm">{begin ? t("money.begin", begin) : t("money.no_begin")}</p>
      <TextField name="reason" label={t("money.reason")} maxLength={500} autoComplete="off" required />
      <Button type="submit" look="danger" pending={pending}>
        {t("money.refund")}
      </Button>
    </CallForm>
  );
}
