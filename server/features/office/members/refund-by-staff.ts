import type { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { refundPayment as call } from "#contract/staff-members.ts";
import type { Lockable } from "#server/db/locks.ts";
import { lockWallet } from "#server/features/credits/index.ts";
import {
  findPaymentById,
  findRefundables,
  type LockedPayment,
  lockPayment,
  type PaymentRow,
  refundPayment,
} from "#server/features/payments/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { type CarryOut, propose } from "../proposals/propose.ts";
import { lockStaffMember } from "../proposals/store.ts";
import type { AuditEntry, Logged } from "../staff/audit.ts";
import { sumRefundsAlone } from "./money-store.ts";

type Input = z.output<typeof call.body>;
type By = { staffId: string; confirmedBy: string | null };
type Refund = { amount: number; credits: number };
type Refunding = { locked: LockedPayment; payment: PaymentRow & { member_id: string }; refund: Refund };

/**
 * Refunds the price of unspent credits, or all that is left; only unspent ones are taken back, so no debt arises. One
 * person may refund up to the site's amount a day in a currency; above, it waits for a second one.
 */
export async function refundByStaff(ctx: StaffContext, input: Input): Promise<Logged<z.input<typeof call.answer>>> {
  const { db, now, staff } = ctx;
  const { staffId } = staff;
  const refundable = await lockRefundable(await lockStaffMember(db, staffId), input);
  const { currency, site_id: siteId, member_id: memberId } = refundable.payment;
  const { site } = await siteAndCompany(db, siteId);
  const since = new Date(now.getTime() - dayMs);
  const alone = await sumRefundsAlone(db, { siteId, staffId, since, currency });
  const run = () => refund(ctx, refundable, input.reason, { staffId, confirmedBy: null });
  const isSmall = alone + refundable.refund.amount <= site.settings.staff_refund;
  const proposal = {
    kind: "refund" as const,
    change: { ...input, ...refundable.refund, currency },
    reason: input.reason,
  };
  const log = isSmall ? await run() : await propose(ctx, { ...proposal, siteId, memberId }, run);
  return { answer: { ...refundable.refund, currency, waits: !isSmall }, log };
}

/** Makes a refund that another person proposed, of what is left now. */
export const carryOutRefund: CarryOut = async (ctx, { change, staff_id: staffId }) => {
  const input = call.body.parse(change);
  const by = { staffId, confirmedBy: ctx.staff.staffId };
  return await refund(ctx, await lockRefundable(ctx.db, input), input.reason, by);
};

/** Locks the payment and the wallet, and finds what a refund gives back. */
async function lockRefundable(trx: Lockable<"accounts">, { payment_id: id, extent }: Input): Promise<Refunding> {
  const paymentRow = await findPaymentById(trx, id);
  const locked = paymentRow && (await lockPayment(trx, paymentRow.provider, id));
  const memberId = locked?.payment.member_id;
  if (!memberId || locked.payment.status !== "completed") throw fail("payment_not_found");
  const { db, payment } = locked;
  const left = payment.amount_minor - payment.refunded_minor - payment.charged_back_minor;
  if (left <= 0) throw fail("payment_already_returned");
  const { row: wallet } = await lockWallet(db, memberId);
  const [unspent] = await findRefundables(db, [payment], wallet.credits);
  const refund = unspent && { ...unspent, ...(extent === "all" && { amount: left }) };
  if (!refund || refund.amount <= 0) throw fail("payment_credits_spent");
  return { locked, payment: { ...payment, member_id: memberId }, refund };
}

async function refund(
  { services, now }: StaffContext,
  { locked, payment, refund }: Refunding,
  reason: string,
  by: By,
): Promise<AuditEntry> {
  await refundPayment(services, locked, { ...refund, reason: "staff", by, now });
  const { id, member_id: memberId, currency } = payment;
  const detail = { ...refund, currency };
  return { action: "payment_refunded", memberId, subject: `payment:${id}`, reason, detail };
}
