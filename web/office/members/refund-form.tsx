import { useState } from "react";
import { type MemberFile, refundPayment } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { choice } from "#web/ui/fields.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";

type Payment = NonNullable<MemberFile["money"]>["payments"][number];

/** Refunds a payment; says before the press how much at most goes back. */
export function RefundForm({ payment }: { payment: Payment }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const { run, ...state } = useCall(refundPayment);
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
    <StaffForm
      of={[
        choice("extent", t("money.extent"), [
          { value: "unspent", label: t("money.unspent") },
          { value: "all", label: t("money.all", { amount: format.money(amount - refunded - back, currency) }) },
        ]),
      ]}
      state={state}
      send={({ extent, reason = "" }) =>
        run({ body: { payment_id: id, extent: extent === "all" ? "all" : "unspent", reason } })
      }
      onDone={({ waits }) => {
        if (waits) toast({ title: t("money.waits") });
        setOpen(false);
      }}
      button={t("money.refund")}
      look="danger"
      className="min-w-56 py-2 text-start"
    >
      <p className="mb-3 max-w-72 text-muted text-sm">{begin ? t("money.begin", begin) : t("money.no_begin")}</p>
      <TextField name="reason" label={t("money.reason")} maxLength={500} autoComplete="off" required />
    </StaffForm>
  );
}
