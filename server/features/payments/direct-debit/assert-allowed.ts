import type { Lockable } from "#server/db/locks.ts";
import { formatMoney } from "#server/features/mails/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { isBlocked, stateBlock } from "./block-store.ts";
import { sumSince } from "./direct-debits-store.ts";
import { limitStart } from "./rules.ts";
import { findExposure, lockPayer, type PayerKeys } from "./use-store.ts";

type Payment = { amount: number; currency: string; keys?: PayerKeys };

/** Minor units: limits and block hold for the member, and for the account and phone of `keys` in any account. */
export async function assertAllowed(
  db: Lockable<"payer">,
  { services, viewer, site, now, language }: Pick<MemberContext, "services" | "viewer" | "site" | "now" | "language">,
  { amount, currency, keys }: Payment,
): Promise<number> {
  const { memberId } = viewer;
  if (keys) await lockPayer(db, keys);
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
