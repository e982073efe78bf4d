import { expect, test } from "vitest";
import type { Bundle } from "#contract/credits.ts";
import type { StoredMethod } from "#contract/payments.ts";
import { findRepeat } from "./repeat.ts";

const [small, large] = [{ id: "s", price: 995 } as Bundle, { id: "l", price: 995 } as Bundle];
const card: StoredMethod = { id: "1", method: "card", label: "•••• 4242" };
const offer = { bundles: [small, large], methods: ["card", "ideal"] };
const bought = (bundle_id: string, status: "completed" | "failed" = "completed", amount = 995) => ({
  bundle_id,
  status,
  amount,
  list_price: 995,
});

test("R2.23 the last completed purchase can be repeated with the stored method used last", () => {
  const payments = [bought("s", "failed"), bought("l"), bought("s")];
  expect(findRepeat(offer, { payments, storedMethods: [card, { ...card, id: "2" }] })).toEqual({
    bundle: large,
    storedMethod: card,
    paid: null,
  });
});

test("R2.23 there is nothing to repeat without a purchase, its bundle, or a stored method of the country", () => {
  expect(findRepeat(offer, { payments: [bought("s", "failed")], storedMethods: [card] })).toBeNull();
  expect(findRepeat(offer, { payments: [bought("gone")], storedMethods: [card] })).toBeNull();
  expect(findRepeat(offer, { payments: [bought("s")], storedMethods: [] })).toBeNull();
  expect(findRepeat(offer, { payments: [bought("s")], storedMethods: [{ ...card, method: "paypal" }] })).toBeNull();
});

test("R2.23 D7.2 a repeated order says what the last one cost, if its discount does not apply any more", () => {
  const paidFor = (bundles: Bundle[], amount: number) =>
    findRepeat({ ...offer, bundles }, { payments: [bought("s", "completed", amount)], storedMethods: [card] })?.paid;
  expect(paidFor([small], 746)).toBe(746);
  expect(paidFor([small], 995)).toBeNull();
  // the discount applies again, or the bundle has become cheaper
  expect(paidFor([{ ...small, price: 746 }], 746)).toBeNull();
});
