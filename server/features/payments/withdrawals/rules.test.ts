import { expect, test } from "vitest";
import { earliestWithdrawable, refundableOf, withdrawableUntil } from "./rules.ts";

const paid = { credits: 10, amount_minor: 995, refunded_minor: 0, charged_back_minor: 0 };

test.each([
  ["all credits are there: the whole price", paid, 0, 10, { credits: 10, amount: 995 }],
  ["other credits are there too: no more than the price", paid, 0, 50, { credits: 10, amount: 995 }],
  ["some are spent: their share, rounded up", paid, 0, 3, { credits: 3, amount: 299 }],
  ["all are spent: nothing", paid, 0, 0, { credits: 0, amount: 0 }],
  ["nothing was delivered: the whole price", { ...paid, credits: 0 }, 0, 3, { credits: 0, amount: 995 }],
  ["some went back before: the rest", { ...paid, refunded_minor: 299 }, 3, 10, { credits: 7, amount: 696 }],
  ["the bank took it back: nothing", { ...paid, charged_back_minor: 995 }, 10, 10, { credits: 0, amount: 0 }],
  ["the bank took back a part: the rest", { ...paid, charged_back_minor: 299 }, 3, 10, { credits: 7, amount: 696 }],
  [
    "the money went back without the credits: nothing",
    { ...paid, refunded_minor: 995 },
    0,
    10,
    { credits: 0, amount: 0 },
  ],
])("D7.7 %s", (_, payment, takenBack, balance, expected) => {
  expect(refundableOf(payment, { takenBack, balance })).toEqual(expected);
});

test("D7.7 the period ends at the earliest when its last day is over everywhere", () => {
  const until = withdrawableUntil(new Date("2026-11-01T23:59:59Z"), 14);
  expect(until.toISOString()).toBe("2026-11-17T00:00:00.000Z");
  expect(earliestWithdrawable(until, 14)).toEqual(new Date("2026-11-01T00:00:00Z"));
});
