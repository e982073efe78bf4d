import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import { type Visibility, visibilityError } from "./rules.ts";
import { findVisibility } from "./store.ts";

/** Loads another member and checks that the viewer may interact with them. */
export async function requireVisible(db: Db, siteId: number, viewerId: string, memberId: string) {
  return assertVisible(await findVisibility(db, siteId, { viewer: viewerId, member: memberId }), siteId, viewerId);
}

/**
 * Returns the row if the viewer may see the member. Otherwise throws the reason; for a block, with the member's name.
 */
export function assertVisible<Row extends Visibility & { name: string }>(
  row: Row | undefined,
  siteId: number,
  viewerId: string | null,
): Row {
  const problem = visibilityError(row, siteId, viewerId);
  if (!row) throw fail("profile_not_found");
  if (problem) throw fail(problem, problem === "profile_not_found" ? {} : { params: { name: row.name } });
  return row;
}
