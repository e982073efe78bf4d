import type { DiscountCode } from "#contract/discounts.ts";
import type { Discount } from "./find-discount.ts";
import { expiryOf } from "./rules.ts";

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
