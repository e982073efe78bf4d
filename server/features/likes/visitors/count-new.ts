import type { Db } from "#server/db/pool.ts";
import { mayBeShown } from "#server/features/visibility/index.ts";
import type { Site } from "#server/site.ts";
import { selectNewVisitors } from "./store.ts";

/** How many visible visitors the member's list has not shown yet. Counts no further than a badge shows. */
export async function countNewVisitors(db: Db, site: Pick<Site, "id">, memberId: string): Promise<number> {
  const rows = await selectNewVisitors(db, memberId).execute();
  return rows.filter((row) => mayBeShown(row, site.id, memberId)).length;
}
