import { z } from "zod";
import type { Db } from "#server/db/pool.ts";
import { addCredits, takeBack } from "#server/features/credits/index.ts";
import { languageOf } from "#server/http/language.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { PaymentRefused } from "#server/ports/payments/port.ts";
import type { Services } from "#server/services.ts";
import { findRefund, insertRefund, type RefundReason, type RefundRow, updateRefund } from "./returns-store.ts";
import { addReturned, findPaymentById, lockPayment, type PaymentRow } from "./store.ts";

const patienceMs = 20_000;

/** What is to be refunded of a payment: minor units, and the credits that go back for it. */
export type RefundInput = { amount: number; credits: number; reason: RefundReason; now: Date };

/**
 * Refunds some of a completed payment, in the caller's transaction, which holds the payment's lock: takes the credits
 * back, and queues the money (D7.4, D7.7). Returns the refund's id.
 */
export async function refundPayment(
  services: Pick<Services, "jobs">,
  db: Db,
  payment: PaymentRow,
  { amount, credits, reason, now }: RefundInput,
): Promise<string> {
  const id = await insertRefund(db, { paymentId: payment.id, amount, credits, reason, now });
  await addReturned(db, payment.id, { refunded: amount });
  const { member_id: memberId, site_id: siteId } = payment;
  if (memberId !== null && credits > 0) {
    await takeBack(db, credits, { memberId, siteId, cause: "refund", causeId: id, now });
  }
  await services.jobs.add(db, sendRefund, { id });
  return id;
}

/** Refunds a payment for which no credits were given. */
export async function refundWhole(
  services: Pick<Services, "jobs">,
  db: Db,
  payment: PaymentRow,
  { reason, now }: Pick<RefundInput, "reason" | "now">,
): Promise<void> {
  await refundPayment(services, db, payment, { amount: payment.amount_minor, credits: 0, reason, now });
}

/** A refund that the provider could not carry out: the buyer gets the credits again, and staff find it in the log. */
export async function undoRefund(db: Db, payment: PaymentRow, refund: RefundRow, now: Date): Promise<void> {
  await updateRefund(db, refund.id, { status: "failed", completedAt: now });
  await addReturned(db, payment.id, { refunded: -refund.amount_minor });
  const { member_id: memberId, site_id: siteId } = payment;
  if (memberId === null || refund.credits === 0) return;
  await addCredits(db, refund.credits, { memberId, siteId, cause: "refund_failed", causeId: refund.id, now });
}

/** Sends a refund to the provider; the same refund is sent once, however often the job runs (D7.4). */
export const sendRefund = defineJob({
  name: "send-refund",
  data: z.object({ id: z.uuid() }),
  async run(services, { id }) {
    const { db, payments, clock, log, texts } = services;
    const refund = await findRefund(db, id);
    const payment = refund && (await findPaymentById(db, refund.payment_id));
    if (!refund || !payment || refund.status !== "queued") return;
    const { provider, provider_reference: reference } = payment;
    if (provider !== payments.name || reference === null) {
      log.error({ refund: id, provider }, "this refund belongs to a provider that is no longer set up");
      return;
    }
    const order = {
      refundId: id,
      reference,
      amount: refund.amount_minor,
      currency: payment.currency,
      description: texts.t(languageOf(payment.language), "payments:refund_description", { count: refund.credits }),
    };
    try {
      const sent = await payments.refund(order, AbortSignal.timeout(patienceMs));
      const completedAt = sent.status === "completed" ? clock.now() : null;
      if (sent.status !== "failed") {
        return await updateRefund(db, id, { status: sent.status, reference: sent.reference, completedAt });
      }
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
    }
    log.error({ refund: id, payment: payment.id }, "the provider refuses a refund: pay it back by hand");
    await db.transaction().execute(async (trx) => {
      const locked = await lockPayment(trx, provider, payment.id);
      const latest = await findRefund(trx, id);
      if (locked && latest?.status === "queued") await undoRefund(trx, locked, latest, clock.now());
    });
  },
});
