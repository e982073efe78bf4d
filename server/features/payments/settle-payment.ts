import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { markPaid } from "#server/features/account/index.ts";
import { book } from "#server/features/credits/index.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { forgetViewer } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { ProviderPayment } from "#server/ports/payments/port.ts";
import type { Services } from "#server/services.ts";
import { askProvider } from "./ask-provider.ts";
import { isAsOrdered, nextStatus } from "./rules.ts";
import { lockPayment, type PaymentRow, updateStatus } from "./store.ts";

/**
 * Brings a payment to where the provider says it is, whoever asks and how often (R1.07, D7.4). With its completion, and
 * in the same transaction, the credits are booked, the member is premium and the receipt is on its way: once. Money
 * that is not what was ordered is held: the payment stays pending, staff find it in the log. Throws
 * `payment_unavailable` where the provider does not answer, `payment_not_found` where one side does not know it.
 */
export async function settlePayment(services: Services, reference: string, log: FastifyBaseLogger): Promise<void> {
  const told = await askProvider(log, (signal) => services.payments.fetchStatus(reference, signal));
  if (!told) throw fail("payment_not_found");
  const now = services.clock.now();
  const booked = await inTransaction(services.db, async (db) => {
    const payment = await lockPayment(db, services.payments.name, told.paymentId);
    if (!payment || (payment.provider_reference ?? reference) !== reference) throw fail("payment_not_found");
    const status = nextStatus(payment.status, held(payment, told, log) ? "pending" : told.status);
    if (status === payment.status) return null;
    const completedAt = status === "completed" ? now : null;
    await updateStatus(db, payment.id, { status, reference, method: told.method, completedAt });
    if (!completedAt) return null;
    const { member_id: memberId } = payment;
    if (memberId !== null) return await complete(services, db, { ...payment, member_id: memberId }, completedAt);
    log.error({ payment: payment.id }, "paid for an account that is erased: to be refunded");
    return null;
  });
  if (!booked) return;
  forgetViewer(booked.memberId);
  services.events.publish(booked.memberId, { type: "credits", credits: booked.balance });
}

function held(payment: PaymentRow, told: ProviderPayment, log: FastifyBaseLogger): boolean {
  if (told.status !== "completed" || isAsOrdered(payment, told)) return false;
  const { amount, currency } = told;
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
