import { insteadOfCredits } from "#contract/payments.ts";
import type { ProviderPayment } from "#server/ports/payments/port.ts";
import type { IssueKind } from "./issue-store.ts";
import type { PaymentRow } from "./payments-store.ts";
import type { ChargebackRow, RefundRow } from "./returns-store.ts";
import { matchesOrder, nextStatus } from "./rules.ts";

export type PaymentRecords = {
  payment: Pick<PaymentRow, "status" | "amount_minor" | "currency" | "credits" | "member_id">;
  refunds: readonly Pick<RefundRow, "id" | "status" | "reason" | "amount_minor" | "provider_reference">[];
  chargebacks: readonly Pick<ChargebackRow, "provider_reference" | "amount_minor" | "reversed_at">[];
  /** The credits that the ledger has for the payment. */
  booked: number;
};

export type Difference = { kind: IssueKind; detail: Record<string, unknown> };

/** Compares our records of a payment with the provider's report, which is null if the provider has none. */
export function findDifferences(books: PaymentRecords, report: ProviderPayment | null): Difference[] {
  const { payment } = books;
  const differences: Difference[] = [];
  if (report === null) {
    const moved = payment.status === "completed" || payment.status === "pending";
    if (moved) differences.push({ kind: "status_differs", detail: { ours: payment.status, provider: null } });
    return [...differences, ...findInLedger(books)];
  }
  if (report.status === "completed" && !matchesOrder(payment, report)) {
    const ours = { amount: payment.amount_minor, currency: payment.currency };
    differences.push({
      kind: "amount_differs",
      detail: { ours, provider: { amount: report.amount, currency: report.currency } },
    });
  } else if (
    nextStatus(payment.status, report.status) !== payment.status ||
    (payment.status === "completed" && report.status !== "completed")
  ) {
    differences.push({ kind: "status_differs", detail: { ours: payment.status, provider: report.status } });
  }
  return [...differences, ...findInLedger(books), ...findInRefunds(books, report), ...findInChargebacks(books, report)];
}

/** Compares the ledger with the credits that are due: none for an order that was refunded instead of delivered. */
function findInLedger({ payment, refunds, booked }: PaymentRecords): Difference[] {
  // the ledger of an erased member is erased too
  if (payment.member_id === null) return [];
  const isRefundedInstead = refunds.some(({ reason }) => insteadOfCredits.some((why) => why === reason));
  const due = payment.status === "completed" && !isRefundedInstead ? payment.credits : 0;
  if (booked === due) return [];
  return [{ kind: booked < due ? "not_booked" : "booked_twice", detail: { due, booked } }];
}

/** Whether our record of a refund agrees with the provider's. One made at the provider has no id of ours. */
function isSameRefund(ours: PaymentRecords["refunds"][number], theirs: ProviderPayment["refunds"][number]): boolean {
  const isIdentified =
    theirs.refundId === null ? ours.provider_reference === theirs.reference : ours.id === theirs.refundId;
  const isInSameState = ours.status !== "failed" && (ours.status === "completed") === (theirs.status === "completed");
  return isIdentified && isInSameState && ours.amount_minor === theirs.amount;
}

/** Refunds that the provider has and we do not, and refunds that we sent and the provider does not have. */
function findInRefunds({ refunds }: PaymentRecords, report: ProviderPayment): Difference[] {
  const sent = report.refunds.filter(({ status }) => status !== "failed");
  const missing = sent.filter((theirs) => !refunds.some((ours) => isSameRefund(ours, theirs)));
  const unsent = refunds.filter(
    (ours) =>
      (ours.status === "pending" || ours.status === "completed") &&
      !sent.some((theirs) => theirs.refundId === ours.id || theirs.reference === ours.provider_reference),
  );
  if (missing.length === 0 && unsent.length === 0) return [];
  const detail = {
    provider: missing.map(({ reference, amount, status }) => ({ reference, amount, status })),
    ours: unsent.map(({ id, amount_minor: amount, status }) => ({ id, amount, status })),
  };
  return [{ kind: "refund_differs", detail }];
}

/** Chargebacks of which only one side knows, or whose reversal only one side knows. */
function findInChargebacks({ chargebacks }: PaymentRecords, report: ProviderPayment): Difference[] {
  const missing = report.chargebacks.filter((theirs) => {
    const ours = chargebacks.find((row) => row.provider_reference === theirs.reference);
    const isReversedByUs = ours?.reversed_at !== null;
    // a chargeback that was reversed before we knew it moved no money
    return ours ? isReversedByUs !== theirs.reversed : !theirs.reversed;
  });
  const unknown = chargebacks.filter(
    (ours) => !report.chargebacks.some((theirs) => theirs.reference === ours.provider_reference),
  );
  if (missing.length === 0 && unknown.length === 0) return [];
  const detail = {
    provider: missing.map(({ reference, amount, reversed }) => ({ reference, amount, reversed })),
    ours: unknown.map(({ provider_reference: reference, amount_minor: amount }) => ({ reference, amount })),
  };
  return [{ kind: "chargeback_differs", detail }];
}
