import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { markPaid } from "#server/features/account/index.ts";
import { book } from "#server/features/credits/index.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { forgetViewer } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import type { ProviderPayment } from "#server/ports/payments/port.ts";
import type { Services } from "#server/services.ts";
import { askProvider } from "./ask-provider.ts";
import { matchesOrder, nextStatus } from "./rules.ts";
import { lockPayment, type PaymentRow, updateStatus } from "./store.ts";

export type SettleContext = Pick<Context, "services" | "emit" | "log">;

/**
 * Sets a payment to the status that the provider reports; idempotent (R1.07, D7.4). When a payment completes, the same
 * transaction books the credits, makes the member premium and queues the receipt, once. If the paid amount is not the
 * ordered one, the payment stays pending and staff find it in the log. Throws `payment_unavailable` if the provider
 * does not answer, `payment_not_found` if either side does not know the payment.
 */
export async function settlePayment({ services, emit, log }: SettleContext, reference: string): Promise<void> {
  const report = await askProvider(log, (signal) => services.payments.fetchStatus(reference, signal));
  if (!report) throw fail("payment_not_found");
  const now = services.clock.now();
  const booked = await inTransaction(services.db, async (db) => {
    const payment = await lockPayment(db, services.payments.name, report.paymentId);
    if (!payment || (payment.provider_reference ?? reference) !== reference) throw fail("payment_not_found");
    const status = nextStatus(payment.status, isMismatch(payment, report, log) ? "pending" : report.status);
    if (status === payment.status) return null;
    const completedAt = status === "completed" ? now : null;
    await updateStatus(db, payment.id, { status, reference, method: report.method, completedAt });
    if (!completedAt) return null;
    const { member_id: memberId } = payment;
    if (memberId !== null) return await complete(services, db, { ...payment, member_id: memberId }, completedAt);
    log.error({ payment: payment.id }, "paid for an account that is erased: to be refunded");
    return null;
  });
  if (!booked) return;
  forgetViewer(booked.memberId);
  emit(booked.memberId, { type: "credits", credits: booked.balance });
}

/** Whether the paid amount is not the ordered one; logs it. */
function isMismatch(payment: PaymentRow, report: ProviderPayment, log: FastifyBaseLogger): boolean {
  if (report.status !== "completed" || matchesOrder(payment, report)) return false;
  const { amount, currency } = report;
  const ordered = { amount: payment.amount_minor, currency: payment.currency };
  log.error(
    { payment: payment.id, ordered, paid: { amount, currency } },
    "what was paid is not what was ordered: held",
  );
  return true;
}

async function complete(services: Services, db: Db, payment: PaymentRow & { member_id: string }, now: Date) {
  const { id, member_id: memberId, site_id: siteId } = payment;
  const { balance } = await book(db, {
    memberId,
    siteId,
    amount: payment.credits,
    cause: "purchase",
    causeId: id,
    now,
  });
  const payer = await markPaid(db, memberId, now);
  await services.jobs.add(db, sendMailJob, {
    siteId,
    accountId: memberId,
    to: payer.email,
    language: payer.language,
    origin: payment.origin,
    kind: "payment_completed",
    params: {
      name: payer.name,
      payment_id: id,
      credits: payment.credits,
      amount: payment.amount_minor,
      currency: payment.currency,
      vat_percent: payment.vat_percent,
      completed_at: now.toISOString(),
      premium: payer.first,
    },
  });
  return { memberId, balance };
}
