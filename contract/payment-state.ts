import { paymentStatuses } from "./payments.ts";

export const paymentStates = [
  ...paymentStatuses,
  "refund_ordered",
  "partly_refunded",
  "refunded",
  "partly_charged_back",
  "charged_back",
] as const;
export type PaymentState = (typeof paymentStates)[number];

export type PaymentSums = {
  status: (typeof paymentStatuses)[number];
  amount: number;
  refunded: number;
  refunding: boolean;
  charged_back: number;
};

/** The state of a payment as its buyer and staff read it: a completed one that went back is not just paid. */
export function paymentState(payment: PaymentSums): PaymentState {
  const { status, amount, refunded, refunding, charged_back: chargedBack } = payment;
  if (status !== "completed") return status;
  if (chargedBack > 0) return chargedBack >= amount ? "charged_back" : "partly_charged_back";
  if (refunding) return "refund_ordered";
  if (refunded > 0) return refunded >= amount ? "refunded" : "partly_refunded";
  return status;
}
