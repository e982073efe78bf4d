import { badgeCap } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { mayBeShown } from "#server/features/visibility/index.ts";
import type { Site } from "#server/site.ts";
import { findNewVisitors } from "./store.ts";

/** How many visible visitors the member's list has not shown yet. Counts no further than a badge shows. */
export async function countNewVisitors(db: Db, site: Pick<Site, "id">, memberId: string): Promise<number> {
  const rows = await findNewVisitors(db, { memberId, limit: badgeCap + 1 });
  return rows.filter((row) => mayBeShown(row, site.id, memberId)).length;
}
