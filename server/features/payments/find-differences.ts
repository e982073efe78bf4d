import type { ProviderPayment } from "#server/ports/payments/port.ts";
import type { IssueKind } from "./issue-store.ts";
import type { ChargebackRow, RefundRow } from "./returns-store.ts";
import { matchesOrder, nextStatus } from "./rules.ts";
import type { PaymentRow } from "./store.ts";

/** Our records of a payment. */
export type PaymentRecords = {
  payment: Pick<PaymentRow, "status" | "amount_minor" | "currency" | "credits" | "member_id">;
  refunds: readonly Pick<RefundRow, "id" | "status" | "reason" | "amount_minor" | "provider_reference">[];
  chargebacks: readonly Pick<ChargebackRow, "provider_reference" | "amount_minor" | "reversed_at">[];
  /** The credits that the ledger has for the payment. */
  booked: number;
};

export type Difference = { kind: IssueKind; detail: Record<string, unknown> };

/** Compares our records of a payment with the provider's report, which is null if the provider has none (D7.4). */
export function findDifferences(books: PaymentRecords, report: ProviderPayment | null): Difference[] {
  const { payment } = books;
  const found: Difference[] = [];
  if (report === null) {
    const moved = payment.status === "completed" || payment.status === "pending";
    if (moved) found.push({ kind: "status_differs", detail: { ours: payment.status, provider: null } });
    return [...found, ...findInLedger(books)];
  }
  if (report.status === "completed" && !matchesOrder(payment, report)) {
    const ours = { amount: payment.amount_minor, currency: payment.currency };
    found.push({
      kind: "amount_differs",
      detail: { ours, provider: { amount: report.amount, currency: report.currency } },
    });
  } else if (
    nextStatus(payment.status, report.status) !== payment.status ||
    (payment.status === "completed" && report.status !== "completed")
  ) {
    found.push({ kind: "status_differs", detail: { ours: payment.status, provider: report.status } });
  }
  return [...found, ...findInLedger(books), ...findInRefunds(books, report), ...findInChargebacks(books, report)];
}

/** Compares the ledger with the credits that are due: none for an order that was refunded instead of delivered. */
function findInLedger({ payment, refunds, booked }: PaymentRecords): Difference[] {
  // the ledger of an erased member is erased too
  if (payment.member_id === null) return [];
  const instead = refunds.some(({ reason }) => reason === "code_used_twice" || reason === "account_erased");
  const due = payment.status === "completed" && !instead ? payment.credits : 0;
  if (booked === due) return [];
  return [{ kind: booked < due ? "not_booked" : "booked_twice", detail: { due, booked } }];
}

function findInRefunds({ refunds }: PaymentRecords, report: ProviderPayment): Difference[] {
  const sent = report.refunds.filter(({ status }) => status !== "failed");
  const missing = sent.filter(
    (theirs) =>
      !refunds.some(
        (ours) =>
          (theirs.refundId === null ? ours.provider_reference === theirs.reference : ours.id === theirs.refundId) &&
          ours.amount_minor === theirs.amount &&
          ours.status !== "failed" &&
          (ours.status === "completed") === (theirs.status === "completed"),
      ),
  );
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

function findInChargebacks({ chargebacks }: PaymentRecords, report: ProviderPayment): Difference[] {
  const known = (reference: string) => chargebacks.find((ours) => ours.provider_reference === reference);
  const missing = report.chargebacks.filter((theirs) => {
    const ours = known(theirs.reference);
    // a chargeback that was reversed before we knew it moved no money
    return ours ? (ours.reversed_at !== null) !== theirs.reversed : !theirs.reversed;
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
