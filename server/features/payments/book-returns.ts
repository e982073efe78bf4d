import type { FastifyBaseLogger } from "fastify";
import type { Db } from "#server/db/pool.ts";
import { addCredits, takeBack } from "#server/features/credits/index.ts";
import { issueCreditNote, replaceCreditNote } from "#server/features/receipts/index.ts";
import type { ProviderChargeback, ProviderPayment, ProviderRefund } from "#server/ports/payments/port.ts";
import type { Services } from "#server/services.ts";
import { mailBuyer } from "./mail-buyer.ts";
import { completeRefund, undoRefund } from "./refund-payment.ts";
import {
  type ChargebackRow,
  findRefund,
  insertChargeback,
  insertRefund,
  listChargebacks,
  listRefunds,
  type RefundRow,
  setReversed,
  updateRefund,
} from "./returns-store.ts";
import { creditsFor, creditsReturned } from "./rules.ts";
import { addReturned, findPaymentById, type PaymentRow } from "./store.ts";

type Returns = { report: ProviderPayment; now: Date; log: FastifyBaseLogger };

/**
 * Books those refunds and chargebacks of a provider's report that are new or have a new status; idempotent, in any
 * order (D7.4). Takes back the credits that were paid with this money; if they are spent, they become a debt. The
 * caller holds the payment's lock. Returns whether anything changed.
 */
export async function bookReturns(services: Services, db: Db, paymentId: string, returns: Returns): Promise<boolean> {
  const { report } = returns;
  if (report.refunds.length === 0 && report.chargebacks.length === 0) return false;
  const [refunds, chargebacks] = [await listRefunds(db, [paymentId]), await listChargebacks(db, [paymentId])];
  let changed = false;
  for (const reported of report.refunds) {
    const known = refunds.find(({ id, provider_reference }) =>
      reported.refundId === null ? provider_reference === reported.reference : id === reported.refundId,
    );
    changed = (await bookRefund(services, db, paymentId, { ...returns, reported, known })) || changed;
  }
  for (const reported of report.chargebacks) {
    const known = chargebacks.find((row) => row.provider_reference === reported.reference);
    changed = (await bookChargeback(services, db, paymentId, { ...returns, reported, known })) || changed;
  }
  return changed;
}

type OneRefund = Returns & { reported: ProviderRefund; known: RefundRow | undefined };

async function bookRefund(
  services: Services,
  db: Db,
  paymentId: string,
  { reported, known, now, log }: OneRefund,
): Promise<boolean> {
  const payment = await latest(db, paymentId);
  const { reference, status } = reported;
  if (known) {
    if (known.status === status || known.status === "completed" || known.status === "failed") return false;
    if (status === "failed") {
      log.error({ refund: known.id, payment: paymentId }, "a refund failed at the provider: pay it back by hand");
      await undoRefund(services, db, payment, known, now);
    } else if (status === "completed") {
      await completeRefund(services, db, payment, { refund: known, reference, now });
    } else {
      await updateRefund(db, known.id, { status, reference, completedAt: null });
    }
    return true;
  }
  if (status === "failed") return false;
  // a refund without a row of ours was made by staff at the provider
  const credits = creditsFor(payment, reported.amount);
  const amount = Math.min(reported.amount, payment.amount_minor - payment.refunded_minor);
  if (amount <= 0) return false;
  const made = { paymentId, amount, credits, reason: "provider", reference, status: "pending", now } as const;
  const id = await insertRefund(db, made);
  await addReturned(db, paymentId, { refunded: amount });
  const { member_id: memberId, site_id: siteId } = payment;
  if (memberId !== null && credits > 0) {
    await takeBack(db, credits, { memberId, siteId, cause: "refund", causeId: id, now });
  }
  const refund = status === "completed" ? await findRefund(db, id) : undefined;
  if (refund) await completeRefund(services, db, payment, { refund, reference, now });
  return true;
}

type OneChargeback = Returns & { reported: ProviderChargeback; known: ChargebackRow | undefined };

async function bookChargeback(
  services: Services,
  db: Db,
  paymentId: string,
  { reported, known, now, log }: OneChargeback,
): Promise<boolean> {
  const payment = await latest(db, paymentId);
  const { member_id: memberId, site_id: siteId } = payment;
  if (!known) {
    const amount = Math.min(reported.amount, payment.amount_minor - payment.charged_back_minor);
    if (amount <= 0) return false;
    const { reference } = reported;
    if (reported.reversed) {
      // charged back and reversed before the first report: store it, so that a late, older report is not booked again
      const id = await insertChargeback(db, { paymentId, reference, amount, credits: 0, now });
      await setReversed(db, id, now);
      return true;
    }
    const credits = creditsFor(payment, amount);
    const causeId = await insertChargeback(db, { paymentId, reference, amount, credits, now });
    await addReturned(db, paymentId, { chargedBack: amount });
    log.warn({ payment: paymentId, chargeback: causeId }, "the buyer's bank took the money back");
    const cause = { siteId, cause: "chargeback", causeId, now } as const;
    const owed = memberId !== null && credits > 0 ? await takeBack(db, credits, { ...cause, memberId }) : 0;
    const back = { payment_id: paymentId, credits, amount_minor: amount, reason: { chargeback_id: causeId } };
    const note = await issueCreditNote(db, back, now);
    if (memberId === null) return true;
    await mailBuyer(services, db, payment, { kind: "chargeback", more: { amount, credits, owed, credit_note: note } });
    await services.hooks.paymentChargedBack(db, { memberId, siteId, method: payment.method }, now);
    return true;
  }
  if (!reported.reversed || known.reversed_at !== null) return false;
  await setReversed(db, known.id, now);
  await addReturned(db, paymentId, { chargedBack: -known.amount_minor });
  const credits = creditsReturned(payment, known.amount_minor);
  if (memberId !== null && credits > 0) {
    const grant = { memberId, siteId, cause: "chargeback_reversed" as const, causeId: known.id, now };
    await addCredits(db, credits, grant);
  }
  await replaceCreditNote(db, known.id, now);
  return true;
}

/** The payment, re-read after earlier bookings. */
async function latest(db: Db, paymentId: string): Promise<PaymentRow> {
  const payment = await findPaymentById(db, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} is gone while it is locked`);
  return payment;
}
