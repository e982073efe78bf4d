import { dayMs } from "#contract/durations.ts";
import type { PaymentRow } from "../payments-store.ts";
import { takenBackOf } from "../rules.ts";

type Columns = "amount_minor" | "refunded_minor" | "charged_back_minor";

/** `credits`: those that it gave: 0 if the order was refunded instead, and that refund failed. */
export type Paid = Pick<PaymentRow, "credits" | Columns>;

/** What a withdrawal refunds: the whole credits that are taken back, and the money in minor units. */
export type Refundable = { credits: number; amount: number };

/**
 * Credits that were not taken back yet and that the member still has, at their share of the price, rounded up in the
 * buyer's favour, but never more than is left of the payment. A buyer who got nothing gets all that is left.
 */
export function refundableOf(
  payment: Paid,
  { takenBack, balance }: { takenBack: number; balance: number },
): Refundable {
  const credits = Math.max(0, Math.min(payment.credits - takenBackOf(payment, takenBack), balance));
  const left = payment.amount_minor - payment.refunded_minor - payment.charged_back_minor;
  const share = payment.credits === 0 ? left : Math.ceil((payment.amount_minor * credits) / payment.credits);
  const amount = Math.max(0, Math.min(left, share));
  return amount === 0 ? { credits: 0, amount: 0 } : { credits, amount };
}

/**
 * Regulation 1182/71, article 3: the first day does not count, and a last day at a weekend or on a holiday moves to the
 * next working day. That is five days later at most, around Easter, and so for all; one day is for all time zones.
 */
export const moreDays = 7;

/** The days that the order promised; an order from before they were kept has those of the site's setting. */
export const refundDaysOf = ({ refund_days: days }: Pick<PaymentRow, "refund_days">, setting: number) =>
  days ?? setting;

/** Whether a withdrawal that was declared at a time was declared in time. */
export const isWithdrawable = (payment: Pick<PaymentRow, "completed_at" | "refund_days">, setting: number, at: Date) =>
  payment.completed_at !== null && withdrawableUntil(payment.completed_at, refundDaysOf(payment, setting)) > at;

export function withdrawableUntil(completedAt: Date, refundDays: number): Date {
  const day = Math.floor(completedAt.getTime() / dayMs) * dayMs;
  return new Date(day + (refundDays + moreDays) * dayMs);
}
