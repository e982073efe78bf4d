import { z } from "zod";
import type { Locked } from "#server/db/locks.ts";
import type { DbPool } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { announce } from "#server/features/advertising/index.ts";
import { addCredits, takeBack } from "#server/features/credits/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { languageOf } from "#server/http/language.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { PaymentRefused } from "#server/ports/payments/port.ts";
import type { Services } from "#server/services.ts";
import { updatePremium } from "./buyer-store.ts";
import { mailBuyer } from "./mail-buyer.ts";
import { addReturned, findPaymentById, type LockedPayment, lockPayment, type PaymentRow } from "./payments-store.ts";
import { issueCreditNote } from "./receipts/issue-receipt.ts";
import {
  addTaken,
  findRefund,
  insertRefund,
  listRefunds,
  type RefundReason,
  type RefundRow,
  sumTakenBack,
  updateRefund,
} from "./returns-store.ts";
import { creditsOfFailed, shareAmong } from "./rules.ts";

const patienceMs = 20_000;

/** The amount to refund, in minor units, and the credits to take back for it. */
export type RefundInput = {
  amount: number;
  credits: number;
  reason: RefundReason;
  by?: { staffId: string; confirmedBy: string | null };
  now: Date;
};

/** Takes credits back and queues the request (D7.4, D7.7). */
export async function refundPayment(
  services: Pick<Services, "jobs">,
  { db, payment }: LockedPayment,
  { amount, credits, reason, by, now }: RefundInput,
): Promise<{ id: string; endedPremium: boolean }> {
  const id = await insertRefund(db, {
    payment_id: payment.id,
    amount_minor: amount,
    credits,
    reason,
    staff_id: by?.staffId ?? null,
    confirmed_by: by?.confirmedBy ?? null,
    created_at: now,
  });
  await addReturned(db, payment.id, { refunded: amount });
  const { member_id: memberId, site_id: siteId } = payment;
  if (memberId !== null && credits > 0) {
    await takeBack(db, credits, { memberId, siteId, cause: "refund", causeId: id, now });
  }
  // the mail follows once the provider has sent it, which takes days
  if (memberId !== null) {
    await addUpdate(db, { memberId, kind: "refund_ordered", path: `/transactions/${payment.id}`, now });
  }
  const endedPremium = await updatePremium(db, memberId);
  await services.jobs.add(db, sendRefund, { id });
  return { id, endedPremium };
}

type Settling = Pick<Services, "jobs" | "clock" | "log">;

/** Mails the buyer; credits come back unless the bank took the money back. The log asks staff to pay what is owed. */
export async function undoRefund(services: Settling, { db, payment }: LockedPayment, refund: RefundRow, now: Date) {
  const booked = (await sumTakenBack(db, [payment.id])).get(payment.id) ?? 0;
  const credits = creditsOfFailed(payment, refund, booked);
  await updateRefund(db, refund.id, { status: "failed", completedAt: now });
  await addReturned(db, payment.id, { refunded: -refund.amount_minor });
  const { member_id: memberId, site_id: siteId } = payment;
  if (memberId !== null && credits > 0) {
    await addCredits(db, credits, { memberId, siteId, cause: "refund_failed", causeId: refund.id, now });
  }
  await updatePremium(db, memberId);
  const { amount_minor: amount } = refund;
  const rest = { ...payment, refunded_minor: payment.refunded_minor - amount };
  await keepTaken(db, rest, refund.credits - credits);
  const left = payment.amount_minor - payment.charged_back_minor - rest.refunded_minor;
  if (left > 0) {
    services.log.error(
      { refund: refund.id, payment: payment.id },
      "a refund failed at the provider: pay it back by hand",
    );
  }
  await mailBuyer(
    services,
    { db, payment },
    { kind: "refund_failed", more: { amount, credits, paid_back: left <= 0 } },
  );
}

/** Credits that stay taken stand for the payment's refunds from now on, so that they come back if one of them fails. */
export async function keepTaken(db: Locked<"payments">, payment: PaymentRow, credits: number): Promise<void> {
  const refunds = (await listRefunds(db, [payment.id])).filter(({ status }) => status !== "failed");
  for (const { id, more } of shareAmong(payment, refunds, credits)) await addTaken(db, id, more);
}

/** Completes a refund, with a credit note (D7.8) and a mail. */
export async function completeRefund(
  services: Settling,
  { db, payment }: LockedPayment,
  { refund, reference, now }: { refund: RefundRow; reference: string; now: Date },
): Promise<void> {
  await updateRefund(db, refund.id, { status: "completed", reference, completedAt: now });
  const { payment_id, amount_minor: amount, credits } = refund;
  const reason = { refund_id: refund.id };
  const note = await issueCreditNote(db, { payment_id, credits, amount_minor: amount, reason }, now);
  const about = { siteId: payment.site_id, memberId: payment.member_id, now };
  const data = { order: payment_id, refund: refund.id, amount, currency: payment.currency };
  await announce(db, about, { type: "purchase.refunded", data });
  await mailBuyer(services, { db, payment }, { kind: "refund_sent", more: { amount, credits, credit_note: note } });
}

/** Sends a refund to the provider. The refund's id makes it idempotent, however often the job runs. */
export const sendRefund = defineJob({
  name: "send-refund",
  data: z.object({ id: z.uuid() }),
  async run(services, { id }) {
    const { db, payments, clock, log, texts } = services;
    const refund = await findRefund(db, id);
    const payment = refund && (await findPaymentById(db, refund.payment_id));
    if (!refund || !payment || refund.status !== "queued") return;
    const { provider, provider_reference: reference } = payment;
    const asked = payments.for(payment);
    if (!asked || reference === null) {
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
    const sent = await asked.refund(order, AbortSignal.timeout(patienceMs)).catch((error: unknown) => {
      if (error instanceof PaymentRefused) return null;
      throw error;
    });
    const now = clock.now();
    if (sent === null || sent.status === "failed") {
      return await runIfQueued(db, refund, payment, (locked, latest) => undoRefund(services, locked, latest, now));
    }
    const { status, reference: sentAs } = sent;
    await runIfQueued(db, refund, payment, async (locked, latest) => {
      if (status === "completed") {
        await completeRefund(services, locked, { refund: latest, reference: sentAs, now });
      } else await updateRefund(locked.db, id, { status, reference: sentAs, completedAt: null });
    });
  },
});

/** Locks the payment and runs `run`, if the refund is still queued: a webhook may have settled it already. */
async function runIfQueued(
  db: DbPool,
  refund: RefundRow,
  payment: PaymentRow,
  run: (locked: LockedPayment, latest: RefundRow) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const locked = await lockPayment(trx, payment.provider, payment.id);
    const latest = await findRefund(trx, refund.id);
    if (locked && latest?.status === "queued") await run(locked, latest);
  });
}
