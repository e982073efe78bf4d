import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import { refuseSight } from "./rules.ts";
import { findSight, type Sight } from "./sight.ts";

/**
 * Another member, once it is certain that the viewer may have to do with them. Throws `profile_not_found`, `blocked`,
 * `blocked_by_you`.
 */
export async function findParty(db: Db, siteId: number, viewerId: string, memberId: string) {
  return orRefuse(await findSight(db, siteId, viewerId, memberId), siteId, viewerId);
}

/** The row of a member whom the viewer may see; throws why not, naming whom the refusal is about. */
export function orRefuse<Row extends Sight & { name: string }>(
  row: Row | undefined,
  siteId: number,
  viewerId: string | null,
): Row {
  const refusal = refuseSight(row, siteId, viewerId);
  if (!row) throw fail("profile_not_found");
  if (refusal) throw fail(refusal, refusal === "profile_not_found" ? {} : { params: { name: row.name } });
  return row;
}
