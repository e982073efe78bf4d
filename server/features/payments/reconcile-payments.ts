import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import type { Services } from "#server/services.ts";
import { findDifferences } from "./find-differences.ts";
import { bookedFor, insertIssue, listChanged, listUnknown, type NewIssue, setCompared } from "./issue-store.ts";
import { listChargebacks, listRefunds } from "./returns-store.ts";
import { findPaymentById, findPaymentByReference, type PaymentRow } from "./store.ts";

const patienceMs = 20_000;

/** A run ends after this time; the payments that are left come first in the next one. */
const runMs = 40 * minuteMs;

/** D7.4: those not compared since `comparedBefore`. Stores differences for staff; returns how many are new. */
export async function reconcilePayments(services: Services, days: number, comparedBefore?: Date): Promise<number> {
  const { db, clock, payments } = services;
  const now = clock.now();
  const end = now.getTime() + runMs;
  const period = { from: new Date(now.getTime() - days * dayMs), until: new Date(now.getTime() - hourMs) };
  const theirs = await payments.listPayments(period, AbortSignal.timeout(patienceMs));
  let differences = 0;
  for (const reference of await listUnknown(db, payments.name, theirs)) {
    if (clock.now().getTime() > end) return differences;
    differences += await storeDifferences(services, reference, now);
  }
  let after: string | null = null;
  while (clock.now().getTime() <= end) {
    const ours = await listChanged(db, payments.name, { ...period, comparedBefore: comparedBefore ?? null, after });
    for (const { id, reference } of ours) {
      if (clock.now().getTime() > end) return differences;
      differences += await storeDifferences(services, reference, now);
      await setCompared(db, id, clock.now());
      after = id;
    }
    if (ours.length === 0) break;
  }
  return differences;
}

/** Compares one payment; returns how many differences are new. */
async function storeDifferences(services: Services, reference: string, now: Date): Promise<number> {
  const { db, log } = services;
  let found = 0;
  for (const issue of await compare(services, reference)) {
    if (!(await insertIssue(db, issue, now))) continue;
    found += 1;
    const { kind, payment_id: payment, detail } = issue;
    log.error({ kind, payment, reference, detail }, "the ledger, our payments and the provider disagree");
  }
  return found;
}

async function compare({ db, payments }: Services, reference: string): Promise<NewIssue[]> {
  const report = await payments.fetchPayment(reference, AbortSignal.timeout(patienceMs));
  const payment = report
    ? await findPaymentById(db, report.paymentId)
    : await findPaymentByReference(db, payments.name, reference);
  if (!payment || !isOf(payment, payments.name, reference)) {
    const moved = report?.status === "completed" || report?.status === "pending";
    const { status, amount, currency } = report ?? {};
    const unknown = { kind: "unknown_payment", subject: reference, payment_id: null, member_id: null } as const;
    return moved ? [{ ...unknown, detail: { status, amount, currency } }] : [];
  }
  const books = {
    payment,
    refunds: await listRefunds(db, [payment.id]),
    chargebacks: await listChargebacks(db, [payment.id]),
    booked: await bookedFor(db, payment.id),
  };
  const about = { subject: reference, payment_id: payment.id, member_id: payment.member_id };
  return findDifferences(books, report).map((difference) => ({ ...about, ...difference }));
}

/** Whether the payment has this reference. An order has none yet if the provider's answer got lost. */
function isOf(payment: PaymentRow, provider: string, reference: string): boolean {
  return payment.provider === provider && (payment.provider_reference ?? reference) === reference;
}
