import { expect, test } from "vitest";
import type { ProviderPayment } from "#server/ports/payments/port.ts";
import { findDifferences, type PaymentRecords } from "./find-differences.ts";

const books: PaymentRecords = {
  payment: { status: "completed", amount_minor: 995, currency: "EUR", credits: 10, member_id: "m" },
  refunds: [],
  chargebacks: [],
  booked: 10,
};
const report: ProviderPayment = {
  paymentId: "p",
  status: "completed",
  amount: 995,
  currency: "EUR",
  method: "ideal",
  refunds: [],
  chargebacks: [],
  stored: null,
};
const refund = {
  id: "r",
  amount_minor: 995,
  provider_reference: "sr",
  reason: "withdrawal",
  status: "completed",
} as const;
const sent = { reference: "sr", refundId: "r", amount: 995, status: "completed" } as const;
const back = { provider_reference: "c", amount_minor: 995, reversed_at: null };
const taken = { reference: "c", amount: 995, reversed: false };
const payment = (change: Partial<PaymentRecords["payment"]>) => ({
  ...books,
  payment: { ...books.payment, ...change },
});

test.each<[string, PaymentRecords, ProviderPayment | null, string[]]>([
  ["nothing, if all agree", books, report, []],
  ["that the provider does not know a paid payment", books, null, ["status_differs"]],
  ["not that it forgot an order that was never paid", { ...payment({ status: "open" }), booked: 0 }, null, []],
  ["that it was paid and we do not know", { ...payment({ status: "pending" }), booked: 0 }, report, ["status_differs"]],
  ["that we call it paid and it is not", books, { ...report, status: "open" }, ["status_differs"]],
  [
    "not a payment that failed here and there",
    { ...payment({ status: "failed" }), booked: 0 },
    { ...report, status: "failed" },
    [],
  ],
  ["another amount", { ...payment({ status: "pending" }), booked: 0 }, { ...report, amount: 1 }, ["amount_differs"]],
  ["another currency", books, { ...report, currency: "SEK" }, ["amount_differs"]],
  ["credits that were not booked", { ...books, booked: 0 }, report, ["not_booked"]],
  ["credits that were booked twice", { ...books, booked: 20 }, report, ["booked_twice"]],
  [
    "credits of a payment that is not completed",
    payment({ status: "failed" }),
    { ...report, status: "failed" },
    ["booked_twice"],
  ],
  ["no credits of an erased member", { ...payment({ member_id: null }), booked: 0 }, report, []],
  [
    "no credits of an order that was refunded instead",
    { ...books, booked: 0, refunds: [{ ...refund, reason: "code_used_twice" }] },
    { ...report, refunds: [sent] },
    [],
  ],
  ["a refund that we do not know", books, { ...report, refunds: [{ ...sent, refundId: null }] }, ["refund_differs"]],
  ["a refund that the provider does not know", { ...books, refunds: [refund] }, report, ["refund_differs"]],
  [
    "a refund that was paid out and that we call pending",
    { ...books, refunds: [{ ...refund, status: "pending" }] },
    { ...report, refunds: [sent] },
    ["refund_differs"],
  ],
  ["not a refund that is still queued", { ...books, refunds: [{ ...refund, status: "queued" }] }, report, []],
  [
    "not a refund that failed",
    { ...books, refunds: [{ ...refund, status: "failed" }] },
    { ...report, refunds: [{ ...sent, status: "failed" }] },
    [],
  ],
  ["a chargeback that we do not know", books, { ...report, chargebacks: [taken] }, ["chargeback_differs"]],
  ["a chargeback that the provider does not know", { ...books, chargebacks: [back] }, report, ["chargeback_differs"]],
  [
    "a chargeback that was reversed",
    { ...books, chargebacks: [back] },
    { ...report, chargebacks: [{ ...taken, reversed: true }] },
    ["chargeback_differs"],
  ],
  ["not a reversed one that we never heard of", books, { ...report, chargebacks: [{ ...taken, reversed: true }] }, []],
])("D7.4 the reconciliation finds %s", (_, ours, theirs, expected) => {
  expect(findDifferences(ours, theirs).map(({ kind }) => kind)).toEqual(expected);
});
