import type { z } from "zod";
import type { refundPayment as call } from "#contract/staff-members.ts";
import { lockWallet } from "#server/features/credits/index.ts";
import { findPaymentById, lockPayment, refundPayment, sumTakenBack } from "#server/features/payments/index.ts";
import type { Logged } from "#server/features/staff/index.ts";
import { refundableOf } from "#server/features/withdrawals/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";

/**
 * Refunds a completed payment (D7.4): the price of its unspent credits, or all the money that is left of it. Only
 * unspent credits are taken back, so that no debt arises. Throws `payment_not_found`, `withdrawal_nothing_left`.
 */
export async function refundByStaff(
  { db, services, now }: StaffContext,
  { payment_id: id, extent, reason }: z.output<typeof call.body>,
): Promise<Logged<z.input<typeof call.answer>>> {
  const found = await findPaymentById(db, id);
  const payment = found && (await lockPayment(db, found.provider, id));
  const memberId = payment?.member_id;
  if (!payment || !memberId || payment.status !== "completed") throw fail("payment_not_found");
  const { credits: balance } = await lockWallet(db, memberId);
  const takenBack = (await sumTakenBack(db, [id])).get(id) ?? 0;
  const unspent = refundableOf(payment, { takenBack, balance });
  const left = payment.amount_minor - payment.refunded_minor - payment.charged_back_minor;
  const refund = extent === "all" ? { amount: left, credits: unspent.credits } : unspent;
  if (refund.amount <= 0) throw fail("withdrawal_nothing_left");
  await refundPayment(services, db, payment, { ...refund, reason: "staff", now });
  const { currency } = payment;
  const log = {
    action: "payment_refunded",
    memberId,
    subject: `payment:${id}`,
    reason,
    detail: { ...refund, currency },
  };
  return { answer: { ...refund, currency }, log };
}
