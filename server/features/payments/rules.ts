import { defaultLanguage, type Language } from "#contract/constants.ts";
import type { Payment } from "#contract/payments.ts";

type Status = Payment["status"];

const order: Record<Status, number> = { open: 0, pending: 1, cancelled: 2, failed: 3, completed: 4 };

/**
 * What a payment's status becomes when the provider tells one. It only moves up, so that answers that overtake each
 * other end the same in every order; money that comes after a failure still counts (D7.4).
 */
export function nextStatus(current: Status, told: Status): Status {
  return order[told] > order[current] ? told : current;
}

/** Whether the provider may still have something new to tell. */
export function isUnsettled(status: Status): boolean {
  return status === "open" || status === "pending";
}

/** Whether what was paid is what was ordered: to the minor unit, in the same currency. */
export function isAsOrdered(
  ordered: { amount_minor: number; currency: string },
  told: { amount: number; currency: string },
): boolean {
  return ordered.amount_minor === told.amount && ordered.currency === told.currency;
}

/** Where the buyer comes back to, in their language (D1.4). */
export function returnUrl(origin: string, language: Language, paymentId: string): string {
  const prefix = language === defaultLanguage ? "" : `/${language}`;
  return `${origin}${prefix}/transactions/${paymentId}`;
}
