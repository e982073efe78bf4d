import { expect, test } from "vitest";
import { refundableOf, refundDaysOf, withdrawableUntil } from "./rules.ts";

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

/** The first moment everywhere (UTC-12) of the day after the working day on which the period ends by law. */
test.each([
  ["a Saturday: the Monday after", "2026-11-07T12:00:00Z", "2026-11-24T12:00:00Z"],
  ["Christmas Day, then a weekend and Boxing Day's substitute", "2026-12-11T12:00:00Z", "2026-12-30T12:00:00Z"],
  ["Maundy Thursday in Denmark: the Tuesday after Easter", "2027-03-11T23:59:59Z", "2027-03-31T12:00:00Z"],
])("D7.7 the period ends no earlier than by law if its last day is %s", (_, completedAt, end) => {
  expect(withdrawableUntil(new Date(completedAt), 14).getTime()).toBeGreaterThanOrEqual(Date.parse(end));
});

test("D7.7 an order keeps its days; one from before they were kept has the setting's", () => {
  expect([refundDaysOf({ refund_days: 30 }, 14), refundDaysOf({ refund_days: null }, 14)]).toEqual([30, 14]);
});
