import type { Db } from "#server/db/pool.ts";

/** What a like or a message needs to know of a member of the site; undefined where there is none. */
export async function findParty(db: Db, siteId: number, memberId: string) {
  return await db
    .selectFrom("profiles")
    .select(["member_id", "name", "listed", "premium", "fictional", "automatic"])
    .where("member_id", "=", memberId)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}
