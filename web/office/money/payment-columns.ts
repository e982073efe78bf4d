import type { StaffPayment } from "#contract/money.ts";
import { paymentState } from "#contract/payment-state.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Column } from "#web/office/numbers/data-table.tsx";
import { useStateName } from "./use-names.ts";

type Payment = Pick<StaffPayment, "status" | "amount" | "refunded" | "charged_back" | "credits" | "currency">;

/** What each list of payments has: when, its state and its sums. */
export function usePaymentColumns<P extends Payment>(timeOf: (payment: P) => string): Column<P>[] {
  const t = useTexts("money");
  const stateName = useStateName();
  const format = useFormat();
  const money = (minor: number, { currency }: P) => format.money(minor, currency);
  return [
    { name: t("col.at"), cell: (payment) => `${format.date(timeOf(payment))}, ${format.time(timeOf(payment))}` },
    { name: t("col.status"), cell: (payment) => stateName(paymentState(payment)) },
    { name: t("col.amount"), number: true, cell: (payment) => money(payment.amount, payment) },
    { name: t("sum.back"), number: true, cell: (payment) => money(payment.refunded + payment.charged_back, payment) },
    { name: t("col.credits"), number: true, cell: ({ credits }) => format.number(credits) },
  ];
}
