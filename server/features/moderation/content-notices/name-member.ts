import type { Db } from "#server/db/pool.ts";
import { resolvePlace } from "./receive-notice.ts";
import { findSiteOfNotice, setReported } from "./store.ts";

/**
 * A notice that names no member becomes one about the member whose page, photo or username `place` is. Undefined if its
 * report is no such notice, or closed; `memberId` is null if there is no such member on its site.
 */
export async function nameReported(
  db: Db,
  reportId: string,
  place: string,
): Promise<{ memberId: string | null } | undefined> {
  const siteId = await findSiteOfNotice(db, reportId);
  if (siteId === undefined) return undefined;
  const named = await resolvePlace(db, siteId, place);
  if (!named) return { memberId: null };
  return (await setReported(db, reportId, named)) && { memberId: named.memberId };
}
