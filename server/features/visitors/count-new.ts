import { badgeCap } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { mayBeShown } from "#server/features/visibility/index.ts";
import type { Site } from "#server/site.ts";
import { findNewVisitors } from "./store.ts";

/** How many looked at a member's profile and were not listed to them yet, of those who may be; no more than badges count. */
export async function countNewVisitors(db: Db, site: Pick<Site, "id">, memberId: string): Promise<number> {
  const rows = await findNewVisitors(db, memberId, badgeCap + 1);
  return rows.filter((row) => mayBeShown(row, site.id, memberId)).length;
}
