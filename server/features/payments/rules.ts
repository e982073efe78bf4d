import { type Payment, unpaidStatuses } from "#contract/payments.ts";
import { shareOf } from "#contract/refunds.ts";

type Status = Payment["status"];

const order: Record<Status, number> = { open: 0, pending: 1, cancelled: 2, expired: 3, failed: 4, completed: 5 };

/** The status after a report: only a higher one in `order` counts, so their sequence does not matter. */
export function nextStatus(current: Status, reported: Status): Status {
  return order[reported] > order[current] ? reported : current;
}

/** Whether the provider may still report a new status. */
export function isUnsettled(status: Status): boolean {
  return status === "open" || status === "pending";
}

/** Whether it ended without money. */
export const isUnpaid = (status: Status): boolean => unpaidStatuses.some((each) => each === status);

/** Whether the paid amount equals the ordered one: to the minor unit, in the same currency. */
export function matchesOrder(
  ordered: { amount_minor: number; currency: string },
  paid: { amount: number; currency: string },
): boolean {
  return ordered.amount_minor === paid.amount && ordered.currency === paid.currency;
}

type Returned = { amount_minor: number; refunded_minor: number; charged_back_minor: number; credits: number };

/** How many of a payment's credits correspond to the refunded and charged back amounts. */
function shareBack({ amount_minor: amount, credits, refunded_minor, charged_back_minor }: Returned): number {
  return shareOf({ amount, credits }, refunded_minor + charged_back_minor);
}

/** The credits to take back for `amount` more: all parts together take exactly all, however money is split. */
export function creditsFor(payment: Returned, amount: number): number {
  return shareBack({ ...payment, refunded_minor: payment.refunded_minor + amount }) - shareBack(payment);
}

/** How many credits are taken back. `booked`: by chargebacks, and by refunds that did not fail. */
export const takenBackOf = (payment: Returned, booked: number): number => Math.max(booked, shareBack(payment));

/** Those that it took, unless they stand for money that a chargeback gave back. `booked` includes this refund. */
export function creditsOfFailed(
  payment: Returned,
  refund: { amount_minor: number; credits: number },
  booked: number,
): number {
  const staysTaken = shareBack({ ...payment, refunded_minor: payment.refunded_minor - refund.amount_minor });
  return Math.max(0, Math.min(refund.credits, takenBackOf(payment, booked) - staysTaken));
}

/** The credits to give back if a chargeback is reversed: those of money that we also refunded stay taken. */
export function creditsReturned(payment: Returned, amount: number): number {
  return shareBack(payment) - shareBack({ ...payment, charged_back_minor: payment.charged_back_minor - amount });
}

type Refunded = { id: string; amount_minor: number; credits: number };

/** Assigns credits that stay taken after a chargeback's reversal to the refunds that took too few because of it. */
export function shareAmong(payment: Returned, refunds: readonly Refunded[], credits: number) {
  let left = credits;
  let refunded = 0;
  return refunds.flatMap(({ id, amount_minor: amount, credits: revokedCredits }) => {
    const share = creditsFor({ ...payment, refunded_minor: refunded, charged_back_minor: 0 }, amount);
    const more = Math.min(left, share - revokedCredits);
    refunded += amount;
    if (more <= 0) return [];
    left -= more;
    return [{ id, more }];
  });
}
