import type { FastifyBaseLogger } from "fastify";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { announce } from "#server/features/advertising/index.ts";
import { addCredits, takeBack } from "#server/features/credits/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import type { ProviderChargeback, ProviderPayment, ProviderRefund } from "#server/ports/payments/port.ts";
import type { Services } from "#server/services.ts";
import { updatePremium } from "./buyer-store.ts";
import { blockAfterChargeback, liftAfterReversal } from "./direct-debit/block-store.ts";
import { insertIssue } from "./issue-store.ts";
import { mailBuyer } from "./mail-buyer.ts";
import { addReturned, findPaymentById, type PaymentRow } from "./payments-store.ts";
import { issueCreditNote, replaceCreditNote } from "./receipts/issue-receipt.ts";
import { completeRefund, keepTaken, undoRefund } from "./refund-payment.ts";
import {
  type ChargebackRow,
  findRefund,
  findUndelivered,
  insertChargeback,
  insertRefund,
  listChargebacks,
  listRefunds,
  type RefundRow,
  setReversed,
  updateRefund,
} from "./returns-store.ts";
import { creditsFor, creditsReturned } from "./rules.ts";

type Returns = { report: ProviderPayment; now: Date; log: FastifyBaseLogger };

/** Books returns that come in any order (D7.4); spent credits become a debt. Returns whether anything changed. */
export async function bookReturns(services: Services, db: Locked<"payments">, paymentId: string, returns: Returns) {
  const { report } = returns;
  if (report.refunds.length === 0 && report.chargebacks.length === 0) return false;
  const refunds = await listRefunds(db, [paymentId]);
  const chargebacks = await listChargebacks(db, [paymentId]);
  let changed = false;
  for (const reported of report.refunds) {
    const refund = refunds.find((row) => isRefundOf(row, reported));
    const isBooked = refund
      ? await updateKnownRefund(services, db, paymentId, { ...returns, reported, refund })
      : await bookNewRefund(services, db, paymentId, { ...returns, reported });
    if (isBooked) changed = true;
  }
  for (const reported of report.chargebacks) {
    const chargeback = chargebacks.find((row) => row.provider_reference === reported.reference);
    const isBooked = chargeback
      ? await reverseChargeback(db, paymentId, { ...returns, reported, chargeback })
      : await bookNewChargeback(services, db, paymentId, { ...returns, reported });
    if (isBooked) changed = true;
  }
  if (changed) await flagPaidBackTwice(db, paymentId, returns);
  return changed;
}

/** The buyer has more money back than they paid, by our refund and by their bank: staff can contest the chargeback. */
async function flagPaidBackTwice(db: Db, paymentId: string, { now, log }: Pick<Returns, "now" | "log">): Promise<void> {
  const payment = await reloadPayment(db, paymentId);
  const { amount_minor: paid, refunded_minor: refunded, charged_back_minor: charged_back } = payment;
  if (refunded + charged_back <= paid) return;
  const about = { subject: paymentId, payment_id: paymentId, member_id: payment.member_id };
  const detail = { paid, refunded, charged_back };
  const isNew = await insertIssue(db, { ...about, kind: "paid_back_twice", detail }, now);
  if (isNew) log.error({ payment: paymentId, ...detail }, "a buyer got the money back twice: contest the chargeback");
}

type ReportedRefund = Returns & { reported: ProviderRefund };

/** Whether the row is the reported refund. One that staff made at the provider has no id of ours in the report. */
function isRefundOf(row: RefundRow, reported: ProviderRefund): boolean {
  return reported.refundId === null ? row.provider_reference === reported.reference : row.id === reported.refundId;
}

async function updateKnownRefund(
  services: Services,
  db: Locked<"payments">,
  paymentId: string,
  { reported, refund, now }: ReportedRefund & { refund: RefundRow },
): Promise<boolean> {
  const { reference, status } = reported;
  if (refund.status === status || refund.status === "completed" || refund.status === "failed") return false;
  const payment = await reloadPayment(db, paymentId);
  if (status === "failed") {
    await undoRefund(services, { db, payment }, refund, now);
  } else if (status === "completed") {
    await completeRefund(services, { db, payment }, { refund, reference, now });
  } else {
    await updateRefund(db, refund.id, { status, reference, completedAt: null });
  }
  return true;
}

/** Books a refund without a row of ours, which staff made at the provider; false if there is nothing to book. */
async function bookNewRefund(
  services: Services,
  db: Locked<"payments">,
  paymentId: string,
  { reported, now }: ReportedRefund,
) {
  const { reference, status } = reported;
  if (status === "failed") return false;
  const payment = await reloadPayment(db, paymentId);
  const credits = creditsFor(payment, reported.amount);
  const amount = Math.min(reported.amount, payment.amount_minor - payment.refunded_minor);
  if (amount <= 0) return false;
  const about = { payment_id: paymentId, provider_reference: reference, amount_minor: amount, credits };
  const id = await insertRefund(db, { ...about, reason: "provider", status: "pending", created_at: now });
  await addReturned(db, paymentId, { refunded: amount });
  const { member_id: memberId, site_id: siteId } = payment;
  if (memberId !== null && credits > 0) {
    await takeBack(db, credits, { memberId, siteId, cause: "refund", causeId: id, now });
  }
  await updatePremium(db, memberId);
  const refund = status === "completed" ? await findRefund(db, id) : undefined;
  if (refund) await completeRefund(services, { db, payment }, { refund, reference, now });
  return true;
}

type ReportedChargeback = Returns & { reported: ProviderChargeback };

/** Books a chargeback that was not reported before; false if there is nothing to book. */
async function bookNewChargeback(
  services: Services,
  db: Locked<"payments">,
  paymentId: string,
  { reported, now, log }: ReportedChargeback,
): Promise<boolean> {
  const payment = await reloadPayment(db, paymentId);
  const { member_id: memberId, site_id: siteId } = payment;
  const amount = Math.min(reported.amount, payment.amount_minor - payment.charged_back_minor);
  if (amount <= 0) return false;
  const about = {
    payment_id: paymentId,
    provider_reference: reported.reference,
    amount_minor: amount,
    created_at: now,
  };
  if (reported.reversed) {
    // charged back and reversed before the first report: store it, so that a late, older report is not booked again
    const id = await insertChargeback(db, { ...about, credits: 0 });
    await setReversed(db, id, now);
    return true;
  }
  const credits = creditsFor(payment, amount);
  const id = await insertChargeback(db, { ...about, credits });
  await addReturned(db, paymentId, { chargedBack: amount });
  log.warn({ payment: paymentId, chargeback: id }, "the buyer's bank took the money back");
  let owed = 0;
  if (memberId !== null && credits > 0) {
    owed = await takeBack(db, credits, { memberId, siteId, cause: "chargeback", causeId: id, now });
  }
  const endedPremium = await updatePremium(db, memberId);
  const reversal = { payment_id: paymentId, credits, amount_minor: amount, reason: { chargeback_id: id } };
  const note = await issueCreditNote(db, reversal, now);
  const data = { order: paymentId, chargeback: id, amount, currency: payment.currency };
  await announce(db, { siteId, memberId, now }, { type: "purchase.charged_back", data });
  await blockAfterChargeback({ db, services, now }, { paymentId, memberId, siteId, method: payment.method });
  if (memberId === null) return true;
  await mailBuyer(
    services,
    { db, payment },
    { kind: "chargeback", more: { amount, credits, owed, credit_note: note, ended_premium: endedPremium } },
  );
  return true;
}

/** Gives back what a chargeback took, once its reversal is reported; false if it is not, or was booked before. */
async function reverseChargeback(
  db: Locked<"payments">,
  paymentId: string,
  { reported, chargeback, now }: ReportedChargeback & { chargeback: ChargebackRow },
): Promise<boolean> {
  if (!reported.reversed || chargeback.reversed_at !== null) return false;
  const payment = await reloadPayment(db, paymentId);
  const { member_id: memberId, site_id: siteId } = payment;
  await setReversed(db, chargeback.id, now);
  await addReturned(db, paymentId, { chargedBack: -chargeback.amount_minor });
  const credits = creditsReturned(payment, chargeback.amount_minor);
  if (memberId !== null && credits > 0) {
    const grant = { memberId, siteId, cause: "chargeback_reversed" as const, causeId: chargeback.id, now };
    await addCredits(db, credits, grant);
  }
  await keepTaken(db, payment, chargeback.credits - credits);
  await updatePremium(db, memberId);
  await replaceCreditNote(db, chargeback.id, now);
  const { id, amount_minor: amount } = chargeback;
  const data = { order: paymentId, chargeback: id, amount, currency: payment.currency };
  await announce(db, { siteId, memberId, now }, { type: "purchase.chargeback_reversed", data });
  if (payment.charged_back_minor <= chargeback.amount_minor) await liftAfterReversal(db, { paymentId, memberId });
  if (memberId !== null) {
    await addUpdate(db, { memberId, kind: "chargeback_reversed", path: `/transactions/${paymentId}`, now });
  }
  return true;
}

/** The payment with the amounts that earlier bookings have changed, and with the credits that it gave. */
async function reloadPayment(db: Db, paymentId: string): Promise<PaymentRow> {
  const payment = await findPaymentById(db, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} is gone while it is locked`);
  const gaveNone = (await findUndelivered(db, [paymentId])).has(paymentId);
  return gaveNone ? { ...payment, credits: 0 } : payment;
}
