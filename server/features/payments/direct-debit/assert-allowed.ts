import type { Lockable } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { formatMoney } from "#server/features/mails/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { isBlocked, stateBlock } from "./block-store.ts";
import { sumSince } from "./direct-debits-store.ts";
import { limitStart } from "./rules.ts";
import { findExposure, lockPayer, type PayerKeys } from "./use-store.ts";

type LimitContext = Pick<MemberContext, "services" | "viewer" | "site" | "now" | "language">;
type Payment = { amount: number; currency: string; keys?: PayerKeys };

/** Locks the bank account and the phone of `keys`, for which limits and block hold in any account. */
export async function assertAllowed(db: Lockable<"payer">, ctx: LimitContext, payment: Required<Payment>) {
  await lockPayer(db, payment.keys);
  return await assertAllowedNow(db, ctx, payment);
}

/** Returns the minor units that limits and block leave the member; without `keys` by the member's account alone. */
export async function assertAllowedNow(
  db: Db,
  { services, viewer, site, now, language }: LimitContext,
  { amount, currency, keys }: Payment,
): Promise<number> {
  const { memberId } = viewer;
  const since = limitStart(now);
  const spent = await sumSince(db, memberId, since);
  const exposure = keys && (await findExposure(db, keys, since));
  const barredBy = exposure?.barredBy;
  if (barredBy) {
    const refusal = { siteId: site.id, memberId, paymentId: barredBy };
    throw fail("direct_debit_blocked", { store: (trx) => stateBlock({ db: trx, services, now }, refusal) });
  }
  if (await isBlocked(db, memberId)) throw fail("direct_debit_blocked");
  const most = Math.max(spent, exposure?.iban ?? 0, exposure?.phone ?? 0);
  const { direct_debit_limit: limit, direct_debit_first: first } = site.settings;
  const left = Math.max(0, limit - most);
  if (amount > left) throw fail("direct_debit_limit");
  if (exposure && !exposure.isProven && exposure.unproven + amount > first && amount > 0) {
    throw fail("direct_debit_first_limit", { params: { amount: formatMoney(language, first, currency) } });
  }
  return left;
}

export const keysOf = (row: { iban_key: Buffer; phone_key: Buffer }): PayerKeys => ({
  iban: row.iban_key,
  phone: row.phone_key,
});
