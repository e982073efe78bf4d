import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { creditsTaken } from "#contract/refunds.ts";
import type { refundPayment as call } from "#contract/staff-members.ts";
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
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { type CarryOut, propose } from "../proposals/propose.ts";
import { lockStaffMember } from "../proposals/store.ts";
import type { AuditEntry, Logged } from "../staff/audit.ts";
import { sumRefundsAlone } from "./money-store.ts";

type By = { staffId: string; confirmedBy: string | null };
type Refunding = { locked: LockedPayment; payment: PaymentRow & { member_id: string }; refund: Refund };

/** `left`: of the payment, as staff saw it; a proposal of an earlier version does not say. */
const proposed = z.object({ payment_id: z.uuid(), amount: z.int(), credits: z.int(), left: z.int().optional() });
type Refund = Omit<z.output<typeof proposed>, "payment_id">;

/**
 * Refunds what staff saw, or nothing; only unspent credits are taken back, so no debt arises. One person may refund up
 * to the site's amount a day in a currency; above, it waits for a second one.
 */
export async function refundByStaff(
  ctx: Mutating<StaffContext>,
  { reason, ...input }: z.output<typeof call.body>,
): Promise<Logged<z.input<typeof call.answer>>> {
  const { db, now, staff } = ctx;
  const { staffId } = staff;
  const refundable = await lockRefundable(await lockStaffMember(db, staffId), input);
  const { currency, site_id: siteId, member_id: memberId } = refundable.payment;
  const { amount, credits } = input;
  const { site } = await siteAndCompany(db, siteId);
  const since = new Date(now.getTime() - dayMs);
  const alone = await sumRefundsAlone(db, { siteId, staffId, since, currency });
  const run = () => refund(ctx, refundable, reason, { staffId, confirmedBy: null });
  const isSmall = alone + amount <= site.settings.staff_refund;
  const proposal = { kind: "refund" as const, change: { ...input, currency }, reason };
  const log = isSmall ? await run() : await propose(ctx, { ...proposal, siteId, memberId }, run);
  return { answer: { amount, credits, currency, waits: !isSmall }, log };
}

/** Makes a refund that another person proposed, if it is still what they saw. */
export const carryOutRefund: CarryOut = async (ctx, { change, reason, staff_id: staffId }) => {
  const by = { staffId, confirmedBy: ctx.staff.staffId };
  return await refund(ctx, await lockRefundable(ctx.db, proposed.parse(change)), reason, by);
};

/** Locks the payment and the wallet, and compares what they have now with what staff saw. */
async function lockRefundable(
  trx: Lockable<"accounts">,
  { payment_id: id, ...seen }: z.output<typeof proposed>,
): Promise<Refunding> {
  const paymentRow = await findPaymentById(trx, id);
  const locked = paymentRow && (await lockPayment(trx, paymentRow.provider, id));
  const memberId = locked?.payment.member_id;
  if (!memberId || locked.payment.status !== "completed") throw fail("payment_not_found");
  const { db, payment } = locked;
  const { amount_minor: amount, credits, refunded_minor: refunded, charged_back_minor: charged_back } = payment;
  const left = amount - refunded - charged_back;
  if (left <= 0) throw fail("payment_already_returned");
  const { row: wallet } = await lockWallet(db, memberId);
  const [unspent = { credits: 0, amount: 0 }] = await findRefundables(db, [payment], wallet.credits);
  const revoked = creditsTaken({ amount, credits, refunded, charged_back }, unspent, seen.amount);
  const isSame = revoked === seen.credits && (seen.left ?? left) === left;
  if (!isSame || seen.amount > left) throw fail("payment_changed");
  return { locked, payment: { ...payment, member_id: memberId }, refund: seen };
}

async function refund(
  { services, now }: Pick<StaffContext, "services" | "now">,
  { locked, payment, refund: { amount, credits } }: Refunding,
  reason: string,
  by: By,
): Promise<AuditEntry> {
  await refundPayment(services, locked, { amount, credits, reason: "staff", by, now });
  const { id, member_id: memberId, currency } = payment;
  const detail = { amount, credits, currency };
  return { action: "payment_refunded", memberId, subject: `payment:${id}`, reason, detail };
}
