import type { Payment } from "#contract/payments.ts";

/** Nothing more is to come: paid, failed or cancelled. */
export function isSettled(status: Payment["status"]): boolean {
  return status !== "open" && status !== "pending";
}

/** Milliseconds until a payment is asked for again, after `asked` times: two seconds at first, then ever more calmly. */
export function pollDelay(asked: number): number {
  if (asked < 15) return 2_000;
  return asked < 40 ? 5_000 : 15_000;
}
