import { expect, test } from "vitest";
import type { Bundle } from "#contract/credits.ts";
import type { StoredMethod } from "#contract/payments.ts";
import { findRepeat } from "./repeat.ts";

const [small, large] = [{ id: "s" } as Bundle, { id: "l" } as Bundle];
const card: StoredMethod = { id: "1", method: "card", label: "•••• 4242" };
const offer = { bundles: [small, large], methods: ["card", "ideal"] };
const bought = (bundle_id: string, status: "completed" | "failed" = "completed") => ({ bundle_id, status });

test("R2.23 the last completed purchase can be repeated with the stored method used last", () => {
  const payments = [bought("s", "failed"), bought("l"), bought("s")];
  expect(findRepeat(offer, { payments, storedMethods: [card, { ...card, id: "2" }] })).toEqual({
    bundle: large,
    storedMethod: card,
  });
});

test("R2.23 there is nothing to repeat without a purchase, its bundle, or a stored method of the country", () => {
  expect(findRepeat(offer, { payments: [bought("s", "failed")], storedMethods: [card] })).toBeNull();
  expect(findRepeat(offer, { payments: [bought("gone")], storedMethods: [card] })).toBeNull();
  expect(findRepeat(offer, { payments: [bought("s")], storedMethods: [] })).toBeNull();
  expect(findRepeat(offer, { payments: [bought("s")], storedMethods: [{ ...card, method: "paypal" }] })).toBeNull();
});
