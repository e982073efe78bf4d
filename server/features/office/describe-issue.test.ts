import { expect, test } from "vitest";
import { paymentIssueKinds } from "#contract/money.ts";
import { createTexts } from "#server/texts.ts";
import { describeIssue } from "./describe-issue.ts";

const texts = createTexts();
const wordsOf = (kind: string, detail: object) =>
  describeIssue(
    { kind, detail },
    { language: "en", currency: "EUR", translate: (key, params) => texts.t("en", key, params) },
  );

test.for([
  [
    "paid_back_twice",
    { paid: 7871, refunded: 7871, charged_back: 7871 },
    "Paid: €78.71\nRefunds: €78.71\nChargebacks: €78.71",
  ],
  ["unknown_payment", { status: "completed", amount: 995, currency: "EUR" }, "€9.95, Paid"],
  ["status_differs", { ours: "completed", provider: null }, "With us: Paid. At the provider: –."],
  [
    "amount_differs",
    { ours: { amount: 995, currency: "EUR" }, provider: { amount: 900, currency: "EUR" } },
    "With us: €9.95. At the provider: €9.00.",
  ],
  ["not_booked", { due: 10, booked: 0 }, "Credits due: 10. Booked: 0."],
  [
    "refund_differs",
    { provider: [{ reference: "r", amount: 995, status: "completed" }], ours: [] },
    "With us: –. At the provider: €9.95 (Paid out).",
  ],
  [
    "chargeback_differs",
    { provider: [{ reference: "c", amount: 995, reversed: true }], ours: [] },
    "With us: –. At the provider: €9.95 (Returned to us).",
  ],
  [
    "unusual_spending",
    { purchases: 6, total: 5970, usual: 995 },
    "Purchases in 24 hours: 6, €59.70. A usual day: €9.95.",
  ],
  [
    "dispute_ratio",
    { merchant: "Rendezvous", month: "2026-11", counting: "visa", level: "alarm", disputes: 9, payments: 990 },
    "Rendezvous, 2026-11: 9 chargebacks for 990 card payments, 0.91%, as Visa counts.",
  ],
] as const)(
  "D7.4 staff read what is wrong with a payment in words, with amounts as money: %s",
  ([kind, detail, words]) => {
    expect(wordsOf(kind, detail).detail).toBe(words);
  },
);

test("D7.4 each kind of a payment to check has a name, and says what to do", () => {
  for (const kind of paymentIssueKinds) {
    const { about, todo } = wordsOf(kind, {});
    expect([about, todo].some((words) => words === "" || words.includes(kind))).toBe(false);
  }
});
