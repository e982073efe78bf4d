import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { withEmit } from "#server/emit.ts";
import type { PaymentProvider } from "#server/ports/payments/port.ts";
import { forEachProvider } from "#server/ports/payments/providers.ts";
import type { Services } from "#server/services.ts";
import { findDifferences } from "./find-differences.ts";
import {
  bookedFor,
  type IssueKind,
  insertIssue,
  listChanged,
  listUnknown,
  type NewIssue,
  setCompared,
} from "./issue-store.ts";
import { findPaymentById, findPaymentByReference, type PaymentRow } from "./payments-store.ts";
import { listChargebacks, listRefunds, listUnbooked } from "./returns-store.ts";
import { settlePayment } from "./settle-payment.ts";

const patienceMs = 20_000;
const listPatienceMs = 60_000;

/** A payment is compared again after this time: about once a day. */
const comparedMs = 20 * hourMs;
/** Longer than an outage: an order whose answer got lost, or whose bank takes the money back, has no other way. */
const orderedDays = 14;
const chargedBackDays = 90;

/** The provider is right in these: what it reports is booked. In the others staff find out who is. */
const settledKinds: readonly IssueKind[] = ["status_differs", "refund_differs", "chargeback_differs"];

/** A run ends after this time; the payments that are left come first in the next one. */
const runMs = 40 * minuteMs;

/** Compares the payments that changed in so many days, each about daily, and stores what staff have to settle. */
export async function reconcilePayments(services: Services, days: number): Promise<void> {
  const now = services.clock.now();
  await forEachProvider(services.payments, (provider) => reconcileWith(services, provider, { days, now }));
}

type Run = { days: number; now: Date };

/** Compares what is ours at one provider with its answers. */
async function reconcileWith(services: Services, asked: PaymentProvider, { days, now }: Run): Promise<void> {
  const { db, clock } = services;
  const end = now.getTime() + runMs;
  const provider = asked.name;
  const since = (count: number) => ({
    from: new Date(now.getTime() - count * dayMs),
    until: new Date(now.getTime() - hourMs),
  });
  const changed = { ...since(days), comparedBefore: new Date(now.getTime() - comparedMs) };
  const ordered = await asked.listPayments(since(orderedDays), AbortSignal.timeout(listPatienceMs));
  const returned = await asked.listChargebacks(since(chargedBackDays), AbortSignal.timeout(listPatienceMs));
  const unknown = await listUnknown(db, provider, ordered);
  const unbooked = await listUnbooked(db, provider, returned);
  for (const reference of new Set([...unknown, ...unbooked])) {
    if (clock.now().getTime() > end) return;
    await storeDifferences(services, { provider: asked, reference }, now);
  }
  let after: string | null = null;
  while (clock.now().getTime() <= end) {
    const ours = await listChanged(db, provider, { ...changed, after });
    for (const { id, reference } of ours) {
      if (clock.now().getTime() > end) return;
      await storeDifferences(services, { provider: asked, reference }, now);
      await setCompared(db, id, clock.now());
      after = id;
    }
    if (ours.length === 0) break;
  }
}

/** A payment by the reference of the provider that is asked about it. */
type Asked = { provider: PaymentProvider; reference: string };

/** Compares one payment, settles it if it differs, and stores the differences that are left. */
async function storeDifferences(services: Services, at: Asked, now: Date): Promise<void> {
  const { db, log } = services;
  const { reference } = at;
  let issues = await compare(services, at);
  if (issues.some(({ kind }) => settledKinds.includes(kind)) && (await settle(services, at))) {
    issues = await compare(services, at);
  }
  for (const issue of issues) {
    if (!(await insertIssue(db, issue, now))) continue;
    const { kind, payment_id: payment, detail } = issue;
    log.error({ kind, payment, reference, detail }, "the ledger, our payments and the provider disagree");
  }
}

/** Books what the provider reports; false if that fails. */
async function settle(services: Services, { provider, reference }: Asked): Promise<boolean> {
  const { events, log } = services;
  try {
    await withEmit(events, (emit) => settlePayment({ services, emit, log }, { provider: provider.name, reference }));
    log.info({ reference }, "a payment whose webhook got lost is settled");
    return true;
  } catch (error) {
    log.warn({ err: error, reference }, "a payment that differs from the provider's can't be settled");
    return false;
  }
}

async function compare({ db }: Services, { provider, reference }: Asked): Promise<NewIssue[]> {
  const report = await provider.fetchPayment(reference, AbortSignal.timeout(patienceMs));
  const payment = report
    ? await findPaymentById(db, report.paymentId)
    : await findPaymentByReference(db, provider.name, reference);
  if (!payment || !isOf(payment, provider.name, reference)) {
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
