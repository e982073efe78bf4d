import type { Payment } from "#contract/payments.ts";

type Status = Payment["status"];

const order: Record<Status, number> = { open: 0, pending: 1, cancelled: 2, failed: 3, completed: 4 };

/**
 * The status of a payment after a report of the provider. A status is only replaced by one that is higher in `order`,
 * so the sequence of reports does not matter. Money that arrives after a failure still counts (D7.4).
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

type Returned = { amount_minor: number; refunded_minor: number; charged_back_minor: number; credits: number };

/** How many of a payment's credits correspond to the refunded and charged back amounts. */
function shareBack({ amount_minor: total, credits, refunded_minor, charged_back_minor }: Returned): number {
  return Math.floor((credits * Math.min(total, refunded_minor + charged_back_minor)) / total);
}

/**
 * The credits to take back for a further refund or chargeback of `amount`. All parts together take exactly all credits,
 * however the money is split.
 */
export function creditsFor(payment: Returned, amount: number): number {
  return shareBack({ ...payment, refunded_minor: payment.refunded_minor + amount }) - shareBack(payment);
}

/**
 * How many of a payment's credits are taken back. `booked`: by chargebacks, and by the refunds that did not fail. Of a
 * refund that failed beside a chargeback, some stay taken.
 */
export const takenBackOf = (payment: Returned, booked: number): number => Math.max(booked, shareBack(payment));

/**
 * The credits to give back if a refund fails: those that it took, unless they stand for money that the buyer got back
 * by a chargeback. `booked` as above, this refund included.
 */
export function creditsOfFailed(
  payment: Returned,
  refund: { amount_minor: number; credits: number },
  booked: number,
): number {
  const staysTaken = shareBack({ ...payment, refunded_minor: payment.refunded_minor - refund.amount_minor });
  return Math.max(0, Math.min(refund.credits, takenBackOf(payment, booked) - staysTaken));
}

/**
 * The credits to give back if a chargeback of `amount` is reversed. These can be fewer than the chargeback took: if we
 * also refunded the money, its credits stay taken, whichever came first.
 */
export function creditsReturned(payment: Returned, amount: number): number {
  return shareBack(payment) - shareBack({ ...payment, charged_back_minor: payment.charged_back_minor - amount });
}

type Refunded = { id: string; amount_minor: number; credits: number };

/**
 * Assigns credits that a reversed chargeback took, and that stay taken, to the refunds that took fewer than their share
 * of the payment because of it. `more`: how many each of them gets.
 */
export function shareAmong(payment: Returned, refunds: readonly Refunded[], credits: number) {
  let left = credits;
  let refunded = 0;
  return refunds.flatMap(({ id, amount_minor: amount, credits: taken }) => {
    const share = creditsFor({ ...payment, refunded_minor: refunded, charged_back_minor: 0 }, amount);
    const more = Math.min(left, share - taken);
    refunded += amount;
    if (more <= 0) return [];
    left -= more;
    return [{ id, more }];
  });
}
