import { expect, test } from "vitest";
import { paymentStatuses } from "#contract/payments.ts";
import { findPollDelayMs, isSettled } from "./polling.ts";

test("R2.23 a payment is polled every two seconds at first, then less often", () => {
  expect([0, 14, 15, 39, 40, 400].map(findPollDelayMs)).toEqual([2_000, 2_000, 5_000, 5_000, 15_000, 15_000]);
});

test("R2.23 a payment is polled no more once its outcome is known", () => {
  expect(paymentStatuses.map(isSettled)).toEqual([false, false, true, true, true, true]);
});
