type Returned = { amount: number; credits: number; refunded: number; charged_back: number };
type Unspent = { amount: number; credits: number };

/** The credits of a payment that correspond to money that went back, in minor units. */
export const shareOf = ({ amount, credits }: Pick<Returned, "amount" | "credits">, back: number): number =>
  Math.floor((credits * Math.min(amount, back)) / amount);

/**
 * The credits that a refund of `amount` takes back: its share of the purchase, but only unspent ones, so that no debt
 * arises. `unspent`: what of the purchase is unspent, and the money that it is worth.
 */
export function creditsTaken(payment: Returned, unspent: Unspent, amount: number): number {
  if (amount >= unspent.amount) return unspent.credits;
  const back = payment.refunded + payment.charged_back;
  return Math.min(unspent.credits, shareOf(payment, back + amount) - shareOf(payment, back));
}

/** The least money whose refund takes back so many credits, in minor units; undefined: so many are not unspent. */
export function amountTaking(payment: Returned, unspent: Unspent, credits: number): number | undefined {
  if (!Number.isInteger(credits) || credits < 1 || credits > unspent.credits) return undefined;
  if (credits === unspent.credits) return unspent.amount;
  const back = payment.refunded + payment.charged_back;
  return Math.ceil(((shareOf(payment, back) + credits) * payment.amount) / payment.credits) - back;
}
