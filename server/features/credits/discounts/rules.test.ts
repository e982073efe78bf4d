import { expect, test } from "vitest";
import { discountedPrice, expiryOf, type Purchase, validateForBuyer, validateForPurchase } from "./rules.ts";
import type { DiscountBuyer, DiscountRow } from "./store.ts";

const now = new Date("2026-11-20T18:00:00Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const code: DiscountRow = {
  id: "code",
  site_id: 1,
  code: "TEN",
  validity: "many",
  percentage: 10,
  value_minor: null,
  currency: null,
  minimum_minor: 0,
  country: null,
  member_id: null,
  methods: [],
  first_purchase: false,
  max_uses: null,
  window_seconds: null,
  expires_at: null,
  active: true,
  created_at: now,
};
const buyer: DiscountBuyer = { memberId: "anna", country: "NL", signedUpAt: now, paid: false };
const price: Purchase = { price: 995, currency: "EUR", method: null };

test.each<[string, Partial<DiscountRow>, Partial<DiscountBuyer>, string | undefined]>([
  ["of all members", {}, {}, undefined],
  ["of the member's country", { country: "NL" }, {}, undefined],
  ["of another country", { country: "DE" }, {}, "discount_not_found"],
  ["of the member alone", { member_id: "anna" }, {}, undefined],
  ["of another member", { member_id: "ben" }, {}, "discount_not_found"],
  ["that was switched off", { active: false }, {}, "discount_not_found"],
  ["until the next moment", { expires_at: after(1) }, {}, undefined],
  ["until this moment", { expires_at: now }, {}, "discount_expired"],
  ["for the first purchase", { first_purchase: true }, {}, undefined],
  ["for the first purchase, after one", { first_purchase: true }, { paid: true }, "discount_expired"],
  ["for any purchase, after one", {}, { paid: true }, undefined],
])("D7.6 R4.14 whether a member can use a code %s", (_, changed, member, problem) => {
  expect(validateForBuyer({ ...code, ...changed }, { ...buyer, ...member }, now)).toBe(problem);
});

test("D7.6 R9.03 a code ends at its date or with the time since the signup, whichever is earlier", () => {
  expect(expiryOf(code, buyer)).toBeNull();
  expect(expiryOf({ ...code, window_seconds: 60 }, buyer)).toEqual(after(60));
  expect(expiryOf({ ...code, window_seconds: 60, expires_at: after(59) }, buyer)).toEqual(after(59));
  expect(expiryOf({ ...code, window_seconds: 60, expires_at: after(61) }, buyer)).toEqual(after(60));
});

test.each<[string, Partial<DiscountRow>, Partial<Purchase>, string | undefined]>([
  ["of any kind", {}, {}, undefined],
  ["in its currency", { currency: "EUR" }, {}, undefined],
  ["in another currency", { currency: "SEK" }, {}, "discount_not_found"],
  ["of its minimum", { minimum_minor: 995 }, {}, undefined],
  ["below its minimum", { minimum_minor: 996 }, {}, "discount_minimum"],
  ["of which 50 cents are left", { percentage: null, value_minor: 945 }, {}, undefined],
  ["of which less is left", { percentage: null, value_minor: 946 }, {}, "discount_minimum"],
  ["by any method, not chosen yet", { methods: ["card"] }, {}, undefined],
  ["by its method", { methods: ["card"] }, { method: "card" }, undefined],
  ["by another method", { methods: ["card"] }, { method: "ideal" }, "discount_method"],
  ["by any method, if it has none", {}, { method: "ideal" }, undefined],
])("D7.6 whether a code is valid for a purchase %s", (_, changed, purchase, problem) => {
  expect(validateForPurchase({ ...code, ...changed }, { ...price, ...purchase })).toBe(problem);
});

test("D7.6 the price with a discount: a percentage to the nearest minor unit, or an amount less", () => {
  expect(discountedPrice({ percentage: 10, value_minor: null }, 995)).toBe(895);
  expect(discountedPrice({ percentage: 10, value_minor: null }, 994)).toBe(895);
  expect(discountedPrice({ percentage: null, value_minor: 100 }, 995)).toBe(895);
});
