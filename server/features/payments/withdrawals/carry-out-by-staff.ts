import type { Lockable } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Emit } from "#server/emit.ts";
import { findOwner } from "#server/features/auth/index.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Services } from "#server/services.ts";
import { siteOrigin } from "#server/site.ts";
import { listContracts } from "../payments-store.ts";
import { confirmWithdrawal } from "./confirm-withdrawal.ts";
import { isWithdrawable, moreDays, type Refundable, refundDaysOf } from "./rules.ts";
import { closeWithdrawal, findDeclarer, findOpenWithdrawal, listWithdrawn } from "./store.ts";
import { findRefundables, withdrawPayment } from "./withdraw-payment.ts";

type Declaration = { memberId: string; siteId: number; declaredAt: Date };

/** What a withdrawal that was declared at a time would refund now, by the ids of the member's purchases. */
export async function findWithdrawableBy(db: Db, { memberId, siteId, declaredAt }: Declaration) {
  const { site } = await siteAndCompany(db, siteId);
  const { refund_days: setting } = site.settings;
  const contracts = await listContracts(db, { memberId, siteId }, { now: declaredAt, setting, moreDays });
  const ids = contracts.map(({ id }) => id);
  const withdrawn = new Set((await listWithdrawn(db, ids)).map((row) => row.payment_id));
  const open = contracts.filter(
    (payment) =>
      payment.status === "completed" && !withdrawn.has(payment.id) && isWithdrawable(payment, setting, declaredAt),
  );
  const refunds = await findRefundables(db, open, await balanceOf(db, memberId));
  const byId = new Map<string, Refundable & { bought: string; days: number }>();
  for (const [at, payment] of open.entries()) {
    const refund = refunds[at];
    const bought = (payment.completed_at ?? payment.created_at).toISOString();
    if (refund && refund.amount > 0) byId.set(payment.id, { ...refund, bought, days: refundDaysOf(payment, setting) });
  }
  return byId;
}

type StaffWithdrawal = { db: Lockable<"accounts">; services: Services; now: Date; emit: Emit };
/** `amount`: what staff saw that it refunds. */
type Chosen = { id: string; amount: number };

/**
 * Carries out a withdrawal that was declared without a login, as its sender could by the mailed link: as of the time of
 * the declaration, from a purchase of the account of that address. Returns whose; undefined if it is closed already.
 */
export async function carryOutByStaff(
  { db, services, now, emit }: StaffWithdrawal,
  id: string,
  chosen: Chosen,
): Promise<{ memberId: string; credits: number; amount: number; currency: string } | undefined> {
  const row = await findOpenWithdrawal(db, id);
  if (!row) return undefined;
  const { site_id: siteId, email, number, created_at: declaredAt } = row;
  const memberId = row.member_id ?? (email === null ? undefined : (await findDeclarer(db, siteId, email))?.id);
  if (memberId === undefined) throw fail("payment_not_found");
  const { site } = await siteAndCompany(db, siteId);
  const declared = { siteId, memberId, paymentId: chosen.id, email, number, now, declaredAt };
  const result = await withdrawPayment(services, db, declared, site.settings.refund_days);
  if (typeof result === "string") throw fail(result);
  const { refund, currency, endedPremium } = result;
  // undoes it: the caller's transaction ends without it
  if (!result.repeated && refund.amount !== chosen.amount) throw fail("payment_changed");
  // one that names no purchase is not closed by its withdrawal
  const isClosed = await closeWithdrawal(db, id, now);
  if (result.repeated && !isClosed) return undefined;
  if (!result.repeated) {
    const mailing = { services, db, site, origin: siteOrigin(site, services.config), now };
    await confirmWithdrawal(mailing, await findOwner(db, memberId), {
      number: chosen.id,
      refund: { ...refund, currency },
      ended_premium: endedPremium,
    });
    emit(memberId, { type: "credits", credits: await balanceOf(db, memberId) });
  }
  return { memberId, ...refund, currency };
}
