import { useState } from "react";
import type { BuyerPayment } from "#contract/office.ts";
import { getPaymentFile, type PaymentFile } from "#contract/staff-payments.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { DebitSection } from "#web/office/money/debit-section.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";

type Props = {
  payment: Pick<BuyerPayment, "id" | "cancellable">;
  /** Of the case, if it has one. */
  number: string;
  /** The provider has stopped it: the case is out of date. `refused`: its IBAN is refused, too. */
  onCancelled(refused: boolean): void;
};

/**
 * Cancels a direct debit beside the complaint about it, by the form of the payment's page, which is loaded then: its
 * read is logged. It stays once nothing is left to cancel, and says so.
 */
export function DebitHere({ payment: { id, cancellable }, number, onCancelled }: Props) {
  const t = useTexts("money");
  const staff = useTexts("staff");
  const { run, pending, failure } = useCall(getPaymentFile);
  const [file, setFile] = useState<PaymentFile | null>(null);
  const debit = file?.debit ?? null;
  const look = () =>
    run({ query: { id } }, (now) => {
      setFile(now);
      if (debit?.cancellable && now.debit?.cancellable === false) {
        onCancelled(now.debit.iban_refused_at !== null);
      }
    });
  if (file !== null && debit !== null) {
    return (
      <div className="mt-3">
        <DebitSection
          payment={file}
          debit={debit}
          posted={undefined}
          why={number === "" ? "" : staff("evidence.stop_reason", { number })}
          onLook={look}
        />
      </div>
    );
  }
  if (!cancellable) return null;
  return (
    <div className="mt-2">
      <FormError failure={failure} />
      <Button look="outline" pending={pending} onClick={() => void look()}>
        {t("file.cancel")}
      </Button>
    </div>
  );
}
