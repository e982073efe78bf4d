import type { Payment } from "#contract/payments.ts";

/**
 * The payments whose outcome the buyer may wait for: all that are being processed, and the newest one if it is not paid
 * yet. An older unpaid one was given up for a newer order, one that the buyer withdrew from for good. `payments`: the
 * newest first.
 */
export function listWaitingPayments<P extends Pick<Payment, "status" | "withdrawn_at">>(payments: readonly P[]): P[] {
  return payments.filter(
    ({ status, withdrawn_at: withdrawn }, index) =>
      withdrawn === null && (status === "pending" || (status === "open" && index === 0)),
  );
}
