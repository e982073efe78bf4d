import { Link } from "react-router";
import type { StaffPayment } from "#contract/money.ts";
import { type PaymentSums, paymentState } from "#contract/payment-state.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Column } from "#web/office/numbers/data-table.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { useMethodName, useStateName } from "./use-names.ts";

type Payment = Pick<
  StaffPayment,
  "status" | "amount" | "refunded" | "refunding" | "charged_back" | "credits" | "currency" | "method" | "code"
> & { debit?: { reference: string; collect_on: string } | null };

/** The receipt's number, or the last letters of the payment's, as a link to the page of the payment. */
export const PaymentLink = ({ id, number }: { id: string; number: string | null }) => (
  <Link to={`/staff/payments/${id}`} className="link inline-block py-1.5 font-semibold">
    {number ?? `…${id.slice(-8)}`}
  </Link>
);

/** The state of a payment: only one that is paid, and of which nothing went back, is good news. */
export function PaymentChip({ payment }: { payment: PaymentSums }) {
  const stateName = useStateName();
  const state = paymentState(payment);
  return <Chip tone={state === "completed" ? "good" : "plain"}>{stateName(state)}</Chip>;
}

/** What each list of payments has: when, its state, its sums, and how it was paid. */
export function usePaymentColumns<P extends Payment>(timeOf: (payment: P) => string): Column<P>[] {
  const t = useTexts("money");
  const stateName = useStateName();
  const methodName = useMethodName();
  const format = useFormat();
  const money = (minor: number, { currency }: P) => format.money(minor, currency);
  return [
    {
      name: t("col.at"),
      cell: (payment) => (
        <span className="whitespace-nowrap">
          {format.date(timeOf(payment))}, {format.time(timeOf(payment))}
        </span>
      ),
    },
    { name: t("col.status"), cell: (payment) => stateName(paymentState(payment)) },
    { name: t("col.amount"), number: true, cell: (payment) => money(payment.amount, payment) },
    { name: t("sum.back"), number: true, cell: (payment) => money(payment.refunded + payment.charged_back, payment) },
    { name: t("col.credits"), number: true, cell: ({ credits }) => format.number(credits) },
    {
      name: t("col.method"),
      cell: ({ method, debit }) => (
        <>
          {methodName(method)}
          {debit ? (
            <span className="block text-muted text-xs">
              {debit.reference} · {t("file.collect_on")} {format.calendarDay(debit.collect_on)}
            </span>
          ) : null}
        </>
      ),
    },
    { name: t("file.code"), cell: ({ code }) => code ?? "–" },
  ];
}
