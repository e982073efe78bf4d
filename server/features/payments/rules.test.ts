import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paymentStatuses } from "#contract/payments.ts";
import { isUnsettled, matchesOrder, nextStatus } from "./rules.ts";

const status = fc.constantFrom(...paymentStatuses);

describe("D7.4 the status that the provider reports", () => {
  test("leads to the same end in whatever order it arrives, and however often", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(status, fc.nat())), (reports) => {
        const end = (statuses: (typeof paymentStatuses)[number][]) => statuses.reduce(nextStatus, "open");
        const inOrder = reports.map(([reported]) => reported);
        const shuffled = reports.toSorted(([, a], [, b]) => a - b).map(([reported]) => reported);
        expect(end([...shuffled, ...shuffled])).toBe(end(inOrder));
      }),
    );
  });

  test("never changes a completed payment", () => {
    for (const reported of paymentStatuses) expect(nextStatus("completed", reported)).toBe("completed");
  });

  test("completes even a failed or cancelled payment: no money is lost", () => {
    expect(nextStatus("failed", "completed")).toBe("completed");
    expect(nextStatus("cancelled", "completed")).toBe("completed");
  });

  test("may still change only while a payment is open or pending", () => {
    expect(paymentStatuses.filter(isUnsettled)).toEqual(["open", "pending"]);
  });

  test.each([
    [{ amount: 995, currency: "EUR" }, true],
    [{ amount: 994, currency: "EUR" }, false],
    [{ amount: 996, currency: "EUR" }, false],
    [{ amount: 995, currency: "DKK" }, false],
  ])("%j equals the ordered amount: %s", (paid, same) => {
    expect(matchesOrder({ amount_minor: 995, currency: "EUR" }, paid)).toBe(same);
  });
});
