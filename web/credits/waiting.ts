import type { Payment } from "#contract/payments.ts";

/** All in process, and the newest if it is not paid. An older one was given up. `payments`: the newest first. */
export function listWaitingPayments<P extends Pick<Payment, "status" | "withdrawn_at">>(payments: readonly P[]): P[] {
  return payments.filter(
    ({ status, withdrawn_at: withdrawn }, index) =>
      withdrawn === null && (status === "pending" || (status === "open" && index === 0)),
  );
}
