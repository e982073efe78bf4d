import type { ProviderPayment, ProviderRefund } from "#server/ports/payments/port.ts";
import type { GenesisTransaction } from "./answers.ts";
import { type GatewayPayment, splitForm } from "./lookups.ts";
import { chargedBack, countryNamed, methodOfType, statuses } from "./names.ts";

const uuid = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
const ourPayment = new RegExp(`^(${uuid})(?:-[\\da-f]{8})?$`);

/** Our payment's id in an id that we gave to a form or a direct debit; null if it is none of ours. */
export const paymentIdIn = (transactionId: string): string | null => ourPayment.exec(transactionId)?.[1] ?? null;

export function reportRefund(back: GenesisTransaction): ProviderRefund {
  // a refund that was itself voided sent no money
  const status = back.status === "voided" ? "failed" : statuses[back.status];
  return {
    reference: back.unique_id,
    // one that our staff made at the gateway has another id
    refundId: new RegExp(`^${uuid}$`).test(back.transaction_id) ? back.transaction_id : null,
    amount: back.amount,
    status: status === "completed" || status === "pending" ? status : "failed",
  };
}

/** The bank's return of a sale: the gateway gives it no id of its own, and here no sum: it takes all of it. */
function chargebacksOf(sale: GenesisTransaction | undefined): ProviderPayment["chargebacks"] {
  const reversed = sale && chargedBack[sale.status];
  return !sale || reversed === undefined ? [] : [{ reference: sale.unique_id, amount: sale.amount, reversed }];
}

/** The gateway's answers in the port's terms; null if the payment is not an order of ours. */
export function reportPayment(
  payment: GatewayPayment,
  { refunds, stored }: { refunds: readonly GenesisTransaction[]; stored: ProviderPayment["stored"] },
): ProviderPayment | null {
  const asked = payment.form ?? payment.debit;
  const paymentId = paymentIdIn(asked.transaction_id);
  if (paymentId === null) return null;
  const { sale, back } = payment.form ? splitForm(payment.form) : { sale: payment.debit, back: refunds };
  const status = statuses[asked.status];
  const country = countryNamed(payment.form?.card_issuing_country ?? sale?.card_issuing_country);
  return {
    paymentId,
    status,
    amount: asked.amount,
    currency: asked.currency,
    method: (sale && methodOfType(sale.transaction_type)) ?? payment.row?.method ?? null,
    country: status === "completed" ? country : null,
    refunds: back.map(reportRefund),
    chargebacks: chargebacksOf(sale),
    stored,
  };
}
