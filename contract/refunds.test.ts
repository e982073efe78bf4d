import fc from "fast-check";
import { expect, test } from "vitest";
import { amountTaking, creditsTaken } from "./refunds.ts";

const whole = { amount: 1000, credits: 10, refunded: 0, charged_back: 0 };

test("D7.4 a part of a refund takes its share of the unspent credits back, rounded down, and all of it all", () => {
  const unspent = { credits: 4, amount: 400 };
  for (const [amount, credits] of [
    [99, 0],
    [100, 1],
    [399, 3],
    [400, 4],
    // the rest is for credits that are spent: the member keeps nothing of them, and owes nothing
    [1000, 4],
  ] as const) {
    expect(creditsTaken(whole, unspent, amount), String(amount)).toBe(credits);
  }
});

test("D7.4 parts of a refund never take more than the unspent credits, however it is split", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 }), parts, (kept, amounts) => {
      let [left, refunded] = [kept, 0];
      for (const amount of amounts) {
        if (refunded + amount > whole.amount) break;
        const revoked = creditsTaken({ ...whole, refunded }, { credits: left, amount: left * 100 }, amount);
        expect(revoked).toBeGreaterThanOrEqual(0);
        left -= revoked;
        refunded += amount;
        expect(left).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test("D7.4 a number of credits becomes the least amount that takes them back", () => {
  const bought = { amount: 2245, credits: 25, refunded: 0, charged_back: 0 };
  const unspent = { credits: 25, amount: 2245 };
  expect(amountTaking(bought, unspent, 23)).toBe(2066);
  expect(creditsTaken(bought, unspent, 2065)).toBe(22);
  for (const none of [0, -1, 1.5, 26, Number.NaN]) expect(amountTaking(bought, unspent, none)).toBeUndefined();
  const money = fc.integer({ min: 25, max: 5000 });
  fc.assert(
    fc.property(money, fc.integer({ min: 1, max: 25 }), fc.nat(), (amount, kept, some) => {
      const payment = { amount, credits: 25, refunded: Math.floor((amount * (25 - kept)) / 25), charged_back: 0 };
      const left = { credits: kept, amount: Math.min(amount - payment.refunded, Math.ceil((amount * kept) / 25)) };
      const credits = 1 + (some % kept);
      const sum = amountTaking(payment, left, credits) ?? 0;
      expect(creditsTaken(payment, left, sum)).toBe(credits);
      if (credits < kept) expect(creditsTaken(payment, left, sum - 1)).toBeLessThan(credits);
    }),
  );
});
