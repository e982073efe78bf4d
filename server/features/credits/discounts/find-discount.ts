import type { DiscountCode } from "#contract/discounts.ts";
import type { FieldCode } from "#contract/errors.ts";
import type { Db } from "#server/db/pool.ts";
import { expiryOf, validateForBuyer } from "./rules.ts";
import { type DiscountBuyer, type DiscountRow, findCode, findDiscountBuyer, isSpent, isUsedUp } from "./store.ts";

export type Discount = { code: DiscountRow; buyer: DiscountBuyer };

/** A unique index allows one payment at a time to hold the key; of open checkouts one is the first purchase. */
export function keyOfUse(code: DiscountRow, memberId: string, paymentId: string): string {
  const keys = { once: code.id, "once-per-user": memberId, many: code.first_purchase ? memberId : paymentId };
  return keys[code.validity];
}

/** A code with its buyer, or why they can't use it. Reserved by their own unpaid order, it is usable. */
export async function findDiscount(
  db: Db,
  request: { siteId: number; memberId: string; code: string; now: Date },
): Promise<Discount | FieldCode> {
  const { siteId, memberId, now } = request;
  const [code, buyer] = await Promise.all([findCode(db, siteId, request.code), findDiscountBuyer(db, memberId)]);
  if (!code || !buyer) return "discount_not_found";
  const problem = validateForBuyer(code, buyer, now);
  if (problem !== undefined) return problem;
  const key = keyOfUse(code, memberId, "");
  const isUsed = code.validity !== "many" && (await isSpent(db, code.id, key));
  const { max_uses } = code;
  return isUsed || (await isUsedUp(db, { codeId: code.id, key, max_uses })) ? "discount_already_used" : { code, buyer };
}

/** A code as its user sees it, with every field of the specification (R3.07). */
export function showDiscount({ code, buyer }: Discount, now: Date): DiscountCode {
  const expires = expiryOf(code, buyer);
  return {
    code: code.code,
    percentage: code.percentage,
    value_percentage: code.percentage,
    value: code.value_minor,
    minimum: code.minimum_minor,
    minimum_order_value: code.minimum_minor,
    country: code.country,
    user_id: code.member_id,
    expires: expires?.toISOString() ?? null,
    currency: code.currency,
    status: code.active ? "active" : "inactive",
    validity: code.validity,
    expired: expires !== null && expires.getTime() <= now.getTime(),
    paymentmethods: code.methods,
  };
}
