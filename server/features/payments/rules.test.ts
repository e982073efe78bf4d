import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paymentStatuses } from "#contract/payments.ts";
import { isAsOrdered, isUnsettled, nextStatus, returnUrl } from "./rules.ts";

const status = fc.constantFrom(...paymentStatuses);

describe("D7.4 what the provider tells", () => {
  test("ends the same in whatever order it arrives, and however often", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(status, fc.nat())), (told) => {
        const end = (statuses: (typeof paymentStatuses)[number][]) => statuses.reduce(nextStatus, "open");
        const inOrder = told.map(([one]) => one);
        const shuffled = told.toSorted(([, a], [, b]) => a - b).map(([one]) => one);
        expect(end([...shuffled, ...shuffled])).toBe(end(inOrder));
      }),
    );
  });

  test("completes for good", () => {
    for (const told of paymentStatuses) expect(nextStatus("completed", told)).toBe("completed");
  });

  test("counts even after a failure: money that came is not lost", () => {
    expect(nextStatus("failed", "completed")).toBe("completed");
    expect(nextStatus("cancelled", "completed")).toBe("completed");
  });

  test("may go on only while a payment is open or pending", () => {
    expect(paymentStatuses.filter(isUnsettled)).toEqual(["open", "pending"]);
  });

  test.each([
    [{ amount: 995, currency: "EUR" }, true],
    [{ amount: 994, currency: "EUR" }, false],
    [{ amount: 996, currency: "EUR" }, false],
    [{ amount: 995, currency: "DKK" }, false],
  ])("%j is what was ordered: %s", (told, same) => {
    expect(isAsOrdered({ amount_minor: 995, currency: "EUR" }, told)).toBe(same);
  });
});

test("D1.4 the buyer comes back in their language, English without a prefix", () => {
  expect(returnUrl("http://localhost:3000", "en", "x")).toBe("http://localhost:3000/transactions/x");
  expect(returnUrl("http://localhost:3000", "de", "x")).toBe("http://localhost:3000/de/transactions/x");
});
