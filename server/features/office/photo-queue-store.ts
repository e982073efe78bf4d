import { sql } from "kysely";
import type { PhotoSuspicion } from "#contract/photos.ts";
import type { Db } from "#server/db/pool.ts";

/** These photos under inspection, as staff see them. */
export async function findPhotos(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("photos as ph")
    .innerJoin("profiles as p", "p.member_id", "ph.member_id")
    .innerJoin("sites as s", "s.id", "ph.site_id")
    .leftJoin("photo_suspicions as copy", (join) =>
      join.onRef("copy.photo_id", "=", "ph.id").on("copy.kind", "=", "copy"),
    )
    .leftJoin("photos as original", "original.id", "copy.original_id")
    .leftJoin("profiles as victim", "victim.member_id", "original.member_id")
    .select(["ph.id", "s.key as site", "ph.width", "ph.height", "ph.caption", "p.member_id", "p.name", "p.fictional"])
    .select([
      "p.date_of_birth",
      "original.id as original_id",
      "victim.member_id as victim_id",
      "victim.name as victim_name",
    ])
    .select(["victim.fictional as victim_fictional"])
    .select([
      sql<PhotoSuspicion[]>`array(select kind from photo_suspicions where photo_id = ph.id order by kind)`.as(
        "suspicions",
      ),
      sql<boolean>`ph.id is not distinct from p.main_photo_id`.as("main"),
      sql<number>`(select count(*)::int from reports where reported_id = p.member_id and status = 'open')`.as(
        "reports",
      ),
    ])
    .where("ph.id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("ph.status", "=", "inspection")
    .execute();
}
