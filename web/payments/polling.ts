import type { Payment } from "#contract/payments.ts";

/** Whether the outcome is known: paid, failed, cancelled or expired. */
export function isSettled(status: Payment["status"]): boolean {
  return status !== "open" && status !== "pending";
}

/** Milliseconds until the next poll of a payment, after `polls` of them: two seconds at first, then less often. */
export function findPollDelayMs(polls: number): number {
  if (polls < 15) return 2_000;
  return polls < 40 ? 5_000 : 15_000;
}
