import { hourMs } from "#contract/durations.ts";
import type { Spending } from "#contract/spending.ts";
import type { Lockable } from "#server/db/locks.ts";
import { offerBundles } from "#server/features/credits/index.ts";
import { formatMoney, formatTime } from "#server/features/mails/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { queueCancel } from "./cancel-order.ts";
import { listOpen } from "./payments-store.ts";
import { changeLimit, limitNow, monthStart, pausedUntil } from "./spending-rules.ts";
import { findLimits, lockLimits, saveLimits, sumOpen, sumSpent } from "./spending-store.ts";

/** An open checkout counts against the limit for this long: buyers pay within an hour, or never. */
const openCountsMs = hourMs;

export async function showSpending(ctx: MemberContext): Promise<Spending> {
  const { db, viewer, now } = ctx;
  const limits = await findLimits(db, viewer.memberId);
  const order_currency = await currencyOf(ctx);
  const { limit_minor: limit, ...own } = limitNow(limits, now);
  const currency = limit === null ? (order_currency ?? own.currency) : own.currency;
  const { next_limit_minor: next, next_from: from } = own;
  const nextCurrency = own.next_currency ?? currency;
  const paused = limits?.paused_until ?? null;
  return {
    currency,
    order_currency,
    limit,
    spent: currency === null ? 0 : await sumSpent(db, viewer.memberId, currency, monthStart(now)),
    next: from && nextCurrency ? { limit: next, currency: nextCurrency, from: from.toISOString() } : null,
    paused_until: paused !== null && paused > now ? paused.toISOString() : null,
  };
}

/** Shows the caller's limits once they are changed, and ends the orders not paid yet that no longer fit them. */
async function applyLimits(ctx: MemberContext): Promise<Spending> {
  const { db, viewer, services } = ctx;
  const spending = await showSpending(ctx);
  const { limit, currency, spent, paused_until } = spending;
  if (limit === null && paused_until === null) return spending;
  const orders = await listOpen(db, viewer.memberId);
  const total = orders.reduce((sum, { amount_minor: amount }) => sum + amount, spent);
  const isOver = limit !== null && (total > limit || orders.some((order) => order.currency !== currency));
  if (isOver || paused_until !== null) for (const { id } of orders) await queueCancel(services, db, id);
  return spending;
}

/** Sets the caller's monthly limit. Throws `bundle_not_found` if nothing is sold in their country. */
export async function setLimit(ctx: MemberContext, limit: number | null): Promise<Spending> {
  const { db, viewer, site, now } = ctx;
  const limits = await findLimits(db, viewer.memberId);
  const currency = (await currencyOf(ctx)) ?? limits?.currency ?? null;
  if (currency === null) throw fail("bundle_not_found");
  const owner = { memberId: viewer.memberId, siteId: site.id };
  await saveLimits(db, owner, changeLimit(limits, { limit, currency }, now));
  return await applyLimits(ctx);
}

/** Pauses the caller's purchases for some days; never shortens a running pause. */
export async function pause(ctx: MemberContext, days: number): Promise<Spending> {
  const { db, viewer, site, now } = ctx;
  const until = pausedUntil(await findLimits(db, viewer.memberId), days, now);
  await saveLimits(db, { memberId: viewer.memberId, siteId: site.id }, { paused_until: until });
  return await applyLimits(ctx);
}

async function currencyOf({ db, site, viewer, now }: MemberContext): Promise<string | null> {
  const { bundles } = await offerBundles(db, { site, memberId: viewer.memberId, code: undefined, now });
  return bundles[0]?.currency ?? null;
}

/** Locks the limits in the order's transaction, so that two tabs can't exceed them together. */
export async function assertMaySpend(
  db: Lockable<"spending_limits">,
  { viewer, now, language, key }: Pick<MemberContext, "viewer" | "now" | "language" | "key">,
  order: { amount: number; currency: string },
): Promise<void> {
  const { memberId } = viewer;
  const limits = await lockLimits(db, memberId);
  if (!limits) return;
  if (limits.paused_until && limits.paused_until > now) {
    throw fail("purchases_paused", { params: { until: formatTime(language, limits.paused_until) } });
  }
  const { limit_minor: limit, currency: limitCurrency } = limitNow(limits, now);
  if (limit === null || limitCurrency === null) return;
  // amounts of two currencies can't be compared: no rate is the member's own
  if (limitCurrency !== order.currency) {
    throw fail("spending_limit_currency", { params: { limit: formatMoney(language, limit, limitCurrency) } });
  }
  const { amount, currency } = order;
  const total = (await sumSpent(db, memberId, currency, monthStart(now))) + amount;
  if (total > limit) {
    throw fail("spending_limit_reached", { params: { until: formatTime(language, monthStart(now, 1)) } });
  }
  const since = new Date(now.getTime() - openCountsMs);
  const open = await sumOpen(db, { memberId, currency, since, exceptKey: key });
  if (total + open.amount <= limit || open.newest === null) return;
  const until = new Date(open.newest.getTime() + openCountsMs);
  throw fail("spending_limit_held", { params: { until: formatTime(language, until) } });
}
