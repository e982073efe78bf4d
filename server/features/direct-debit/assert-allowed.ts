import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import type { Site } from "#server/site.ts";
import { isBlocked } from "./block-store.ts";
import { limitStart } from "./rules.ts";
import { sumSince } from "./store.ts";

type Payer = { memberId: string; site: Site; now: Date };

/**
 * Returns how much the member may still pay by direct debit before this payment, in minor units. Throws
 * `direct_debit_blocked` after a chargeback, and `direct_debit_limit` if `amount` exceeds the limit (D7.5).
 */
export async function assertAllowed(db: Db, { memberId, site, now }: Payer, amount: number): Promise<number> {
  if (await isBlocked(db, memberId)) throw fail("direct_debit_blocked");
  const spent = await sumSince(db, memberId, limitStart(now));
  const left = Math.max(0, site.settings.direct_debit_limit - spent);
  if (amount > left) throw fail("direct_debit_limit");
  return left;
}
