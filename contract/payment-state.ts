import type { StaffPayment } from "./money.ts";
import { paymentStatuses } from "./payments.ts";

export const paymentStates = [
  ...paymentStatuses,
  "partly_refunded",
  "refunded",
  "partly_charged_back",
  "charged_back",
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The state of a payment as staff read it: a completed one that went back is not just paid. */
export function paymentState(
  payment: Pick<StaffPayment, "status" | "amount" | "refunded" | "charged_back">,
): PaymentState {
  const { status, amount, refunded, charged_back: chargedBack } = payment;
  if (status !== "completed") return status;
  if (chargedBack > 0) return chargedBack >= amount ? "charged_back" : "partly_charged_back";
  if (refunded > 0) return refunded >= amount ? "refunded" : "partly_refunded";
  return status;
}
