import { useState } from "react";
import { dayMs } from "#contract/durations.ts";
import type { BuyerPayment } from "#contract/office.ts";
import { getPaymentFile, type PaymentFile } from "#contract/staff-payments.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { type Refunded, RefundForm } from "#web/office/money/refund-form.tsx";
import { WaitingProposals } from "#web/office/money/waiting-proposals.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";

type Props = {
  payment: BuyerPayment & { withdrawable: NonNullable<BuyerPayment["withdrawable"]> };
  /** Of the complaint: its number, and when it came. */
  number: string;
  since: string;
  onRefunded(refunded: Refunded): void;
};

/**
 * Refunds a payment beside the complaint that asks for it, by the form of the payment's page, which is loaded then: its
 * read is logged. It says why it is this sum.
 */
export function RefundHere({ payment: { id, currency, withdrawable }, number, since, onRefunded }: Props) {
  const t = useTexts("staff");
  const money = useTexts("money");
  const format = useFormat();
  const { run, pending, failure } = useCall(getPaymentFile);
  const [file, setFile] = useState<PaymentFile | null>(null);
  if (file === null) {
    const amount = format.money(withdrawable.amount, currency);
    return (
      <div className="mt-2">
        <FormError failure={failure} />
        <Button look="outline" pending={pending} onClick={() => run({ query: { id } }, setFile)}>
          {money("file.refund_send", { amount })}
        </Button>
      </div>
    );
  }
  const { bought, days } = withdrawable;
  const day = Math.floor(Date.parse(since) / dayMs) - Math.floor(Date.parse(bought) / dayMs);
  return (
    <div className="mt-3">
      <p className="mb-3">{t("evidence.refund_why", { bought: format.date(bought), day, days })}</p>
      {file.waiting.length === 0 ? null : <WaitingProposals waiting={file.waiting} mayDecide={false} />}
      {file.refundable === null ? (
        <p>{t("evidence.refund_none")}</p>
      ) : (
        <RefundForm
          payment={file}
          refundable={file.refundable}
          why={t("evidence.refund_reason", { number })}
          onRefunded={(refunded) => {
            setFile(null);
            onRefunded(refunded);
          }}
        />
      )}
    </div>
  );
}
