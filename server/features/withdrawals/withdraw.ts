import { dayMs } from "#contract/durations.ts";
import { isUuid } from "#contract/uuid.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { findPaymentOf, parseNumber } from "#server/features/receipts/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context, MemberContext } from "#server/http/handle.ts";
import { confirmWithdrawal } from "./confirm-withdrawal.ts";
import { countRecorded, type Declarer, findByAddress, findMember, insertRecorded } from "./store.ts";
import { type Withdrawn, withdrawPayment } from "./withdraw-payment.ts";

/** How many confirmations of recorded withdrawals an address gets in a day, because anyone can enter any address. */
const mailsADay = 3;

/**
 * Withdraws from a purchase of the caller, once, and confirms it by mail (D7.7). Throws `payment_not_found`,
 * `withdrawal_over` after the period, `withdrawal_nothing_left` if no credits of it are left.
 */
export async function withdraw(ctx: MemberContext, paymentId: string): Promise<Withdrawn> {
  const declarer = await findMember(ctx.db, ctx.viewer.memberId);
  const result = await withdrawAndConfirm(ctx, declarer, { paymentId, number: paymentId, email: null });
  if (typeof result === "string") throw fail(result);
  return result;
}

type Declaration = { paymentId: string; number: string; email: string | null };

/** Withdraws from the payment if possible, and then confirms it by mail; returns why not if it is not possible. */
async function withdrawAndConfirm(ctx: Context, declarer: Declarer, { paymentId, number, email }: Declaration) {
  const { services, db, site, now } = ctx;
  const declared = { siteId: site.id, memberId: declarer.id, paymentId, number, email, now };
  const result = await withdrawPayment(services, db, declared, site.settings.refund_days);
  if (typeof result === "string" || result.repeated) return result;
  const { refund, currency } = result;
  await confirmWithdrawal(ctx, declarer, { number, refund: { ...refund, currency } });
  ctx.emit(declarer.id, { type: "credits", credits: await balanceOf(db, declarer.id) });
  return result;
}

/**
 * A withdrawal without a login. If address and number belong to a purchase that can be withdrawn from, the withdrawal
 * is carried out. Otherwise it is recorded for staff. In either case, if the address belongs to an account of the site,
 * a mail confirms it. The answer is the same in every case, so that it reveals neither accounts nor purchases.
 */
export async function requestWithdrawal(ctx: Context, input: { email: string; number: string }): Promise<void> {
  const { db, site, now } = ctx;
  const address = canonicalAddress(input.email);
  const declarer = address ? await findByAddress(db, site.id, address) : undefined;
  const paymentId = await findPaymentId(ctx, input.number);
  if (declarer && paymentId !== undefined) {
    const result = await withdrawAndConfirm(ctx, declarer, { ...input, paymentId });
    if (typeof result !== "string") return;
    // the payment may be another member's: do not store it with this one
    const ownPaymentId = result === "payment_not_found" ? null : paymentId;
    return await recordForStaff(ctx, declarer, { ...input, paymentId: ownPaymentId });
  }
  if (declarer) return await recordForStaff(ctx, declarer, { ...input, paymentId: null });
  await insertRecorded(db, { siteId: site.id, memberId: null, paymentId: null, ...input, now });
}

/** Records a withdrawal that staff have to check, and confirms it by mail unless that was done too often today. */
async function recordForStaff(
  ctx: Context,
  declarer: Declarer,
  { paymentId, number, email }: Omit<Declaration, "paymentId"> & { paymentId: string | null },
): Promise<void> {
  const { db, site, now } = ctx;
  const earlier = await countRecorded(db, declarer.id, new Date(now.getTime() - dayMs));
  await insertRecorded(db, { siteId: site.id, memberId: declarer.id, paymentId, number, email, now });
  if (earlier < mailsADay) await confirmWithdrawal(ctx, declarer, { number, refund: null });
}

/** The payment that a buyer names by a number: the payment's id or the number of its receipt. */
async function findPaymentId({ db, site }: Context, number: string): Promise<string | undefined> {
  if (isUuid(number)) return number.toLowerCase();
  const receipt = parseNumber(number);
  return receipt ? await findPaymentOf(db, { siteId: site.id, ...receipt }) : undefined;
}
