import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import { visibilityError } from "./rules.ts";
import { findVisibility, type Visibility } from "./store.ts";

/**
 * Another member, once it is certain that the viewer may have to do with them. Throws `profile_not_found`, `blocked`,
 * `blocked_by_you`.
 */
export async function requireVisible(db: Db, siteId: number, viewerId: string, memberId: string) {
  return assertVisible(await findVisibility(db, siteId, viewerId, memberId), siteId, viewerId);
}

/** The row of a member whom the viewer may see; throws why not, naming whom the refusal is about. */
export function assertVisible<Row extends Visibility & { name: string }>(
  row: Row | undefined,
  siteId: number,
  viewerId: string | null,
): Row {
  const refusal = visibilityError(row, siteId, viewerId);
  if (!row) throw fail("profile_not_found");
  if (refusal) throw fail(refusal, refusal === "profile_not_found" ? {} : { params: { name: row.name } });
  return row;
}
