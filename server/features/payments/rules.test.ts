import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paymentStatuses } from "#contract/payments.ts";
import {
  creditsFor,
  creditsOfFailed,
  isUnsettled,
  matchesOrder,
  nextStatus,
  shareAmong,
  takenBackOf,
} from "./rules.ts";

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

  test("completes even a failed, cancelled or expired payment: no money is lost", () => {
    expect(nextStatus("failed", "completed")).toBe("completed");
    expect(nextStatus("cancelled", "completed")).toBe("completed");
    expect(nextStatus("expired", "completed")).toBe("completed");
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

describe("D7.4 the credits that refunds and chargebacks take", () => {
  test("are assigned to the refunds after a reversed chargeback, each up to its share", () => {
    const payment = { amount_minor: 995, credits: 10, refunded_minor: 995, charged_back_minor: 995 };
    const refunds = [
      { id: "a", amount_minor: 299, credits: 3 },
      { id: "b", amount_minor: 398, credits: 0 },
      { id: "c", amount_minor: 298, credits: 0 },
    ];
    expect(shareAmong(payment, refunds, 7)).toEqual([
      { id: "b", more: 4 },
      { id: "c", more: 3 },
    ]);
    expect(shareAmong(payment, refunds, 5)).toEqual([
      { id: "b", more: 4 },
      { id: "c", more: 1 },
    ]);
    expect(shareAmong(payment, refunds, -3)).toEqual([]);
    // tenths of the price that end in the next credit only together with the refunds before
    const halves = ["a", "b", "c"].map((id) => ({ id, amount_minor: 150, credits: 0 }));
    expect(shareAmong(payment, halves, 10)).toEqual([
      { id: "a", more: 1 },
      { id: "b", more: 2 },
      { id: "c", more: 1 },
    ]);
  });

  test("are those that were booked, or the money's share if a failed refund left more of them taken", () => {
    const payment = { amount_minor: 995, credits: 10, refunded_minor: 0, charged_back_minor: 498 };
    expect([takenBackOf(payment, 7), takenBackOf(payment, 2)]).toEqual([7, 5]);
  });

  const back = fc.record({ by: fc.constantFrom("refund", "bank"), amount: fc.integer({ min: 1, max: 995 }) });

  const bookedByBankFirst = [
    { by: "bank", amount: 253 },
    { by: "refund", amount: 543 },
    { by: "refund", amount: 444 },
  ];

  test("are the share of the money that is back in the end, to a credit, also if refunds fail, whenever they do", () => {
    fc.assert(
      fc.property(fc.array(back, { maxLength: 5 }), fc.array(fc.nat()), (all, failing) => {
        const payment = { amount_minor: 995, credits: 10, refunded_minor: 0, charged_back_minor: 0 };
        const refunds: { id: string; amount_minor: number; credits: number }[] = [];
        let [taken, byBank] = [0, 0];
        const book = ({ by, amount }: { by: string; amount: number }) => {
          const field = by === "bank" ? "charged_back_minor" : "refunded_minor";
          const booked = Math.min(amount, payment.amount_minor - payment[field]);
          if (booked <= 0) return;
          const credits = creditsFor(payment, booked);
          payment[field] += booked;
          taken += credits;
          if (by === "bank") byBank += credits;
          else refunds.push({ id: String(refunds.length), amount_minor: booked, credits });
        };
        for (const each of all) book(each);
        for (const at of failing) {
          const [refund] = refunds.length > 0 ? refunds.splice(at % refunds.length, 1) : [];
          if (!refund) continue;
          const standing = [refund, ...refunds].reduce((sum, { credits }) => sum + credits, byBank);
          const credits = creditsOfFailed(payment, refund, standing);
          taken -= credits;
          payment.refunded_minor -= refund.amount_minor;
          for (const { id, more } of shareAmong(payment, refunds, refund.credits - credits)) {
            for (const other of refunds) if (other.id === id) other.credits += more;
          }
        }
        const { refunded_minor: refunded, charged_back_minor: charged } = payment;
        const share = (10 * Math.min(995, refunded + charged)) / 995;
        // a refund so small that it took no credit gives none back
        expect(taken).toBeGreaterThanOrEqual(Math.floor(share));
        expect(taken).toBeLessThan(share + failing.length + 1e-9);
      }),
      { numRuns: 2_000, examples: [[bookedByBankFirst, [0, 0]]] },
    );
  });
});
