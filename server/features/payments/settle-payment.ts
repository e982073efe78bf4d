import type { FastifyBaseLogger } from "fastify";
import type { Lockable, Locked } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { markPaid, recordFirstPurchase } from "#server/features/account/index.ts";
import { announce } from "#server/features/advertising/index.ts";
import { findOwner } from "#server/features/auth/index.ts";
import { addCredits, balanceOf, freeDiscount, spendDiscount } from "#server/features/credits/index.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { invalidateViewer } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";
import type { ProviderPayment } from "#server/ports/payments/port.ts";
import type { Services } from "#server/services.ts";
import { askProvider } from "./ask-provider.ts";
import { bookReturns } from "./book-returns.ts";
import { linkPayment } from "./direct-debit/link-payment.ts";
import { flagSpending } from "./flag-spending.ts";
import { mailBuyer, mailedOrderOf } from "./mail-buyer.ts";
import { saveStoredMethod } from "./method-store.ts";
import { type LockedPayment, lockPayment, type PaymentRow, setMadePremium, updateStatus } from "./payments-store.ts";
import { issueReceipt } from "./receipts/issue-receipt.ts";
import { refundPayment } from "./refund-payment.ts";
import { isUnpaid, matchesOrder, nextStatus } from "./rules.ts";
import { listWithdrawn } from "./withdrawals/store.ts";

export type SettleContext = Pick<Context, "services" | "emit" | "log">;

type Owned = PaymentRow & { member_id: string };

/** A payment as its provider names it. */
export type AtProvider = { provider: string; reference: string };

/** A second call changes nothing. A completed one is delivered in the transaction; another amount stays pending. */
export async function settlePayment({ services, emit, log }: SettleContext, asked: AtProvider): Promise<void> {
  const provider = services.payments.for(asked);
  if (!provider) throw fail("payment_unavailable");
  const report = await askProvider(log, (signal) => provider.fetchPayment(asked.reference, signal));
  if (!report) throw fail("payment_not_found");
  const balance = await inTransaction(services.db, (db) => applyReport(services, db, { report, asked, log }));
  if (!balance) return;
  invalidateViewer(balance.memberId);
  emit(balance.memberId, { type: "credits", credits: balance.credits });
}

type Report = { report: ProviderPayment; asked: AtProvider; log: FastifyBaseLogger };

/** Books what is new in a report; returns the member's balance if it may have changed. */
async function applyReport(services: Services, trx: Lockable<"accounts">, { report, asked, log }: Report) {
  const { provider, reference } = asked;
  const locked = await lockPayment(trx, provider, report.paymentId);
  if (!locked || (locked.payment.provider_reference ?? reference) !== reference) throw fail("payment_not_found");
  const { db, payment } = locked;
  const now = services.clock.now();
  const reported = matchesPaid(payment, report, log) ? report.status : "pending";
  const status = nextStatus(payment.status, reported);
  const changed = status !== payment.status;
  if (changed) {
    const completedAt = status === "completed" ? now : null;
    const { method, country } = report;
    await updateStatus(db, payment.id, { status, reference, method, country, completedAt });
    if (completedAt) await completePurchase(services, locked, { report, now, log });
    if (isUnpaid(status)) await freeDiscount(db, payment.id);
    if (status === "failed") await mailUncollected(services, locked);
  }
  await linkPayment(services, db, { ...payment, status: reported });
  if (status !== "completed") return null;
  const hasReturns = await bookReturns(services, db, payment.id, { report, now, log });
  const { member_id: memberId } = payment;
  if (memberId === null || !(changed || hasReturns)) return null;
  return { memberId, credits: await balanceOf(db, memberId) };
}

/** Mails the buyer that a direct debit was not collected, unless they withdrew from it or saw it refused (D7.5). */
async function mailUncollected(services: Services, locked: LockedPayment): Promise<void> {
  const { id, status, method, amount_minor: amount } = locked.payment;
  if (method !== "sepa" || status !== "pending") return;
  if ((await listWithdrawn(locked.db, [id])).length > 0) return;
  await mailBuyer(services, locked, { kind: "direct_debit_failed", more: { amount } });
}

/** Whether the paid amount is the ordered one, if anything was paid yet. Logs an error if it is not. */
function matchesPaid(payment: PaymentRow, report: ProviderPayment, log: FastifyBaseLogger): boolean {
  if (report.status !== "completed" || matchesOrder(payment, report)) return true;
  const { amount, currency } = report;
  const ordered = { amount: payment.amount_minor, currency: payment.currency };
  log.error(
    { payment: payment.id, ordered, paid: { amount, currency } },
    "the paid amount is not the ordered one: the payment stays pending",
  );
  return false;
}

type Completion = { report: ProviderPayment; now: Date; log: FastifyBaseLogger };

/** Delivers a purchase, or refunds it if the account is gone, the buyer withdrew, or the code was used. */
async function completePurchase(services: Services, locked: LockedPayment, { report, now, log }: Completion) {
  const { db, payment } = locked;
  const { member_id: memberId } = payment;
  const whole = { amount: payment.amount_minor, credits: 0, now };
  if (memberId === null || (await findOwner(db, memberId)).status === "deleted") {
    log.error({ payment: payment.id }, "a payment for an erased account: refunded");
    return await refundPayment(services, locked, { ...whole, reason: "account_erased" });
  }
  if ((await listWithdrawn(db, [payment.id])).length > 0) {
    await freeDiscount(db, payment.id);
    return await refundPayment(services, locked, { ...whole, reason: "withdrawn_unpaid" });
  }
  if (!(await spendDiscount(db, payment.id))) {
    log.warn({ payment: payment.id }, "a payment with a discount code that another payment has used: refunded");
    return await refundPayment(services, locked, { ...whole, reason: "code_used_twice" });
  }
  const owned = { ...payment, member_id: memberId };
  await deliverPurchase(services, db, owned, { report, now });
  await flagSpending(db, owned, { now, log });
}

async function deliverPurchase(
  services: Services,
  db: Locked<"payments">,
  payment: Owned,
  { report, now }: Omit<Completion, "log">,
) {
  const { id, member_id: memberId, site_id: siteId } = payment;
  const grant = { memberId, siteId, cause: "purchase" as const, causeId: id, now };
  const { settled } = await addCredits(db, payment.credits, grant);
  if (report.stored) {
    const owner = { site_id: siteId, member_id: memberId, provider: payment.provider };
    await saveStoredMethod(db, { ...owner, ...report.stored, created_at: now, used_at: now });
  }
  const payer = await markPaid(db, memberId, now);
  if (payer.premium) await setMadePremium(db, id);
  const { amount_minor: amount, currency } = payment;
  const data = { order: id, amount, currency, first: payer.first };
  await announce(db, { siteId, memberId, now }, { type: "purchase.completed", data });
  if (payer.first) {
    await recordFirstPurchase(db, { memberId, siteId, amount, currency, now });
  }
  const receipt = await issueReceipt(db, payment, { method: report.method ?? payment.method, now });
  await services.jobs.add(db, sendMailJob, {
    siteId,
    accountId: memberId,
    to: payer.email,
    // the contract is confirmed in the language in which it was made
    language: languageOf(payment.language),
    origin: payment.origin,
    kind: "payment_completed",
    params: {
      name: payer.name,
      payment_id: id,
      credits: payment.credits,
      settled,
      list_amount: payment.list_minor,
      amount: payment.amount_minor,
      currency: payment.currency,
      receipt,
      vat_percent: payment.vat_percent,
      completed_at: now.toISOString(),
      premium: payer.premium,
      order: mailedOrderOf(payment),
    },
  });
}
