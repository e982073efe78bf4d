import type { Lockable, Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { lockWallet } from "#server/features/credits/index.ts";
import type { Services } from "#server/services.ts";
import { queueCancel } from "../cancel-order.ts";
import { findPaymentById, lockPayment, type PaymentRow } from "../payments-store.ts";
import { refundPayment } from "../refund-payment.ts";
import { findUndelivered, sumTakenBack } from "../returns-store.ts";
import { isUnsettled, takenBackOf } from "../rules.ts";
import { isWithdrawable, type Paid, type Refundable, refundableOf } from "./rules.ts";
import { closeRecordedOf, insertWithdrawal, listWithdrawn, type NewWithdrawal } from "./store.ts";

/** What each of a member's completed payments would refund now, in their order. `balance`: the member's credits. */
export async function findRefundables(db: Db, payments: readonly (Paid & { id: string })[], balance: number) {
  const ids = payments.map(({ id }) => id);
  const takenBack = await sumTakenBack(db, ids);
  const undelivered = await findUndelivered(db, ids);
  return payments.map((payment) =>
    refundableOf(
      { ...payment, credits: undelivered.has(payment.id) ? 0 : payment.credits },
      { takenBack: takenBack.get(payment.id) ?? 0, balance },
    ),
  );
}

/** The credits of a payment that are spent: those that were neither taken back nor are among its `unspent` ones. */
export async function countSpent(db: Db, payment: Paid & { id: string }, unspent: number): Promise<number> {
  const { id } = payment;
  if ((await findUndelivered(db, [id])).has(id)) return 0;
  return payment.credits - takenBackOf(payment, (await sumTakenBack(db, [id])).get(id) ?? 0) - unspent;
}

/** `repeated` is true if the member had already withdrawn from the payment; then nothing was changed. */
export type Withdrawn = {
  refund: Refundable;
  currency: string;
  at: Date;
  repeated: boolean;
  /** The buyer was Premium until now. */
  endedPremium: boolean;
};

type WithdrawalProblem = "payment_not_found" | "withdrawal_over" | "withdrawal_nothing_left";

/** `declaredAt`: the moment that has to be within the period, if the withdrawal is carried out later. */
export type Declared = NewWithdrawal & { memberId: string; paymentId: string; declaredAt?: Date };

/**
 * Cancels an unpaid order. Locks payment and wallet, so that of two calls the second returns the same (D7.7).
 * `setting`: the site's `refund_days`.
 */
export async function withdrawPayment(
  services: Pick<Services, "jobs">,
  trx: Lockable<"accounts">,
  declared: Declared,
  setting: number,
): Promise<Withdrawn | WithdrawalProblem> {
  const { memberId, siteId, paymentId, now, declaredAt = now } = declared;
  const paymentRow = await findPaymentById(trx, paymentId);
  const locked = paymentRow && (await lockPayment(trx, paymentRow.provider, paymentId));
  if (locked?.payment.member_id !== memberId || locked.payment.site_id !== siteId) return "payment_not_found";
  const { db, payment } = locked;
  const { currency } = payment;
  const [earlier] = await listWithdrawn(db, [paymentId]);
  if (earlier) {
    const refund = { credits: earlier.credits, amount: earlier.amount_minor };
    return { refund, currency, at: earlier.created_at, repeated: true, endedPremium: false };
  }
  if (isUnsettled(payment.status)) {
    await queueCancel(services, db, paymentId);
    await insertWithdrawal(db, declared, { outcome: "unpaid" });
    await closeRecordedOf(db, paymentId, now);
    return { refund: { credits: 0, amount: 0 }, currency, at: now, repeated: false, endedPremium: false };
  }
  if (payment.status !== "completed") return "payment_not_found";
  if (!isWithdrawable(payment, setting, declaredAt)) return "withdrawal_over";
  const refund = await findRefundable(db, payment, memberId);
  if (refund.amount === 0) return "withdrawal_nothing_left";
  const { id, endedPremium } = await refundPayment(services, locked, { ...refund, reason: "withdrawal", now });
  const { credits, amount: amount_minor } = refund;
  await insertWithdrawal(db, declared, { outcome: "refunded", refund_id: id, credits, amount_minor });
  await closeRecordedOf(db, paymentId, now);
  return { refund, currency, at: now, repeated: false, endedPremium };
}

async function findRefundable(db: Locked<"payments">, payment: PaymentRow, memberId: string): Promise<Refundable> {
  const { row: wallet } = await lockWallet(db, memberId);
  const [refundable] = await findRefundables(db, [payment], wallet.credits);
  return refundable ?? { credits: 0, amount: 0 };
}
