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
  country: "NL",
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

test("D7.4 a difference names what both sides say", () => {
  const details = (ours: PaymentRecords, theirs: ProviderPayment | null) =>
    findDifferences(ours, theirs).map(({ detail }) => detail);
  expect(details({ ...payment({ status: "pending" }), booked: 0 }, null)).toEqual([
    { ours: "pending", provider: null },
  ]);
  expect(details(books, { ...report, status: "open", amount: 1 })).toEqual([{ ours: "completed", provider: "open" }]);
  const amounts = { ours: { amount: 995, currency: "EUR" }, provider: { amount: 1, currency: "EUR" } };
  expect(details({ ...books, booked: 0 }, { ...report, amount: 1 })).toEqual([amounts, { due: 10, booked: 0 }]);
  const other = { ...sent, reference: "sr2", refundId: "r2", amount: 100 };
  const [pending, later] = [{ ...refund, status: "pending" } as const, { ...sent, amount: 100 }];
  expect(details({ ...books, refunds: [pending] }, { ...report, refunds: [other] })).toEqual([
    {
      provider: [{ reference: "sr2", amount: 100, status: "completed" }],
      ours: [{ id: "r", amount: 995, status: "pending" }],
    },
  ]);
  // known by either id, but with another amount or state
  for (const theirs of [later, { ...later, refundId: null }, { ...later, reference: "new" }]) {
    expect(details({ ...books, refunds: [refund] }, { ...report, refunds: [theirs] })).toMatchObject([{ ours: [] }]);
  }
  const provider = [{ reference: "c2", amount: 995, reversed: false }];
  expect(
    details({ ...books, chargebacks: [back] }, { ...report, chargebacks: [{ ...taken, reference: "c2" }] }),
  ).toEqual([{ provider, ours: [{ reference: "c", amount: 995 }] }]);
});

test("D7.4 a refund made at the provider is known by its reference, one of ours by its id; a failed one is none", () => {
  const kinds = (ours: (typeof refund)[] | { status: "failed" }[], theirs: ProviderPayment["refunds"]) =>
    findDifferences(
      { ...books, refunds: ours.map((each) => ({ ...refund, ...each })) },
      { ...report, refunds: theirs },
    );
  expect(kinds([refund], [{ ...sent, refundId: null }])).toEqual([]);
  expect(kinds([refund], [{ ...sent, reference: "not stored yet" }])).toEqual([]);
  expect(kinds([refund], [{ ...sent, status: "pending" }])).toHaveLength(1);
  expect(kinds([{ status: "failed" }], [{ ...sent, status: "pending" }])).toHaveLength(1);
});

test("D7.4 of several refunds of the same amount, only those that the other side does not know are named", () => {
  const ours = [refund, { ...refund, id: "r2", provider_reference: "sr2" }];
  const unknown = { ...sent, reference: "sr3", refundId: "r3" };
  const kindsOf = (theirs: ProviderPayment["refunds"]) =>
    findDifferences({ ...books, refunds: ours }, { ...report, refunds: theirs }).map(({ detail }) => detail);
  const named = { amount: 995, status: "completed" };
  const expected = [{ provider: [{ reference: "sr3", ...named }], ours: [{ id: "r2", ...named }] }];
  expect(kindsOf([sent, unknown])).toEqual(expected);
  expect(
    kindsOf([
      { ...sent, refundId: null },
      { ...unknown, refundId: null },
    ]),
  ).toEqual(expected);
  expect(kindsOf([{ ...sent, reference: "sr2", refundId: "r2" }, sent])).toEqual([]);
});

test("D7.4 a chargeback that both sides know to stand, or to be reversed, is no difference", () => {
  const ours = [back, { ...back, provider_reference: "c2", reversed_at: new Date(0) }];
  const theirs = [taken, { ...taken, reference: "c2", reversed: true }];
  expect(findDifferences({ ...books, chargebacks: ours }, { ...report, chargebacks: theirs })).toEqual([]);
});
