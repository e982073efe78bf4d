import type { Db } from "#server/db/pool.ts";

export async function findProfileTexts(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db.selectFrom("profiles").select(["member_id", "about_me"]).where("member_id", "in", ids).execute();
}

export async function findPhotosAmong(db: Db, owners: readonly string[], ids: readonly string[]) {
  if (owners.length === 0) return [];
  return await db
    .selectFrom("photos")
    .select(["id", "member_id"])
    .where("id", "in", ids)
    .where("member_id", "in", owners)
    .execute();
}
