import type { FieldCode } from "#contract/errors.ts";
import type { DiscountBuyer, DiscountRow } from "./store.ts";

/** What the buyer orders: the price before the discount, minor units. `method` is null until it is chosen. */
export type Purchase = { price: number; currency: string; method: string | null };

/** The lowest price after a discount, in minor units: providers refuse smaller payments. */
const lowestPrice = 50;

/** Tells when a code stops being valid for a member; null: never. A window begins with the signup. */
export function expiryOf(code: DiscountRow, buyer: Pick<DiscountBuyer, "signedUpAt">): Date | null {
  const ends = [
    ...(code.expires_at === null ? [] : [code.expires_at.getTime()]),
    ...(code.window_seconds === null ? [] : [buyer.signedUpAt.getTime() + code.window_seconds * 1000]),
  ];
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}

/** Why a member can't use a code. That of others is unknown; a welcome code ends with a purchase. */
export function validateForBuyer(code: DiscountRow, buyer: DiscountBuyer, now: Date): FieldCode | undefined {
  const isTheirs = code.member_id === null || code.member_id === buyer.memberId;
  const isHere = code.country === null || code.country === buyer.country;
  if (!code.active || !isTheirs || !isHere) return "discount_not_found";
  const expiry = expiryOf(code, buyer);
  if (expiry !== null && expiry.getTime() <= now.getTime()) return "discount_expired";
  return code.first_purchase && buyer.paid ? "discount_expired" : undefined;
}

export function validateForPurchase(code: DiscountRow, purchase: Purchase): FieldCode | undefined {
  if (code.currency !== null && code.currency !== purchase.currency) return "discount_not_found";
  if (purchase.price < code.minimum_minor || discountedPrice(code, purchase.price) < lowestPrice) {
    return "discount_minimum";
  }
  const { method } = purchase;
  return method !== null && code.methods.length > 0 && !code.methods.includes(method) ? "discount_method" : undefined;
}

/** The price with the discount, minor units; a percentage is rounded to the nearest minor unit. */
export function discountedPrice(code: Pick<DiscountRow, "percentage" | "value_minor">, price: number): number {
  if (code.percentage !== null) return price - Math.round((price * code.percentage) / 100);
  return price - (code.value_minor ?? 0);
}
