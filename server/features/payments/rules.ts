import { defaultLanguage, type Language } from "#contract/constants.ts";
import type { Payment } from "#contract/payments.ts";

type Status = Payment["status"];

const order: Record<Status, number> = { open: 0, pending: 1, cancelled: 2, failed: 3, completed: 4 };

/**
 * The new status of a payment when the provider reports one. It only moves up, so reports lead to the same status in
 * any order. Money that arrives after a failure still counts (D7.4).
 */
export function nextStatus(current: Status, reported: Status): Status {
  return order[reported] > order[current] ? reported : current;
}

/** Whether the provider may still report a new status. */
export function isUnsettled(status: Status): boolean {
  return status === "open" || status === "pending";
}

/** Whether the paid amount equals the ordered one: to the minor unit, in the same currency. */
export function matchesOrder(
  ordered: { amount_minor: number; currency: string },
  paid: { amount: number; currency: string },
): boolean {
  return ordered.amount_minor === paid.amount && ordered.currency === paid.currency;
}

/** The page to which the buyer returns from the checkout, in their language (D1.4). */
export function returnUrl(origin: string, language: Language, paymentId: string): string {
  const prefix = language === defaultLanguage ? "" : `/${language}`;
  return `${origin}${prefix}/transactions/${paymentId}`;
}

/** A payment's money that went back, and its credits. */
type Returned = { amount_minor: number; refunded_minor: number; charged_back_minor: number; credits: number };

/** The share of a payment's credits that belongs to the money that went back. */
function shareBack({ amount_minor: total, credits, refunded_minor, charged_back_minor }: Returned): number {
  return Math.floor((credits * Math.min(total, refunded_minor + charged_back_minor)) / total);
}

/**
 * The credits that go back with some more of a payment's money: its share of the credits, so that all of the money
 * takes all of them, in whatever parts it comes.
 */
export function creditsFor(payment: Returned, amount: number): number {
  return shareBack({ ...payment, refunded_minor: payment.refunded_minor + amount }) - shareBack(payment);
}

/**
 * The credits that the buyer gets again with some money that a bank took and returned. They are not always those that
 * the chargeback took: of money that was refunded as well, the credits stay taken, whichever came first.
 */
export function creditsReturned(payment: Returned, amount: number): number {
  return shareBack(payment) - shareBack({ ...payment, charged_back_minor: payment.charged_back_minor - amount });
}
