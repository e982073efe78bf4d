import type { Insertable } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Photos } from "#server/db/tables.ts";

/** A member's photo and what decides who may see it, on this site only. */
export async function findPhoto(db: Db, siteId: number, photoId: string) {
  const row = await db
    .selectFrom("photos")
    .innerJoin("profiles", "profiles.member_id", "photos.member_id")
    .select(["photos.id", "photos.member_id", "photos.status", "profiles.listed", "profiles.main_photo_id"])
    .where("photos.id", "=", photoId)
    .where("photos.site_id", "=", siteId)
    .executeTakeFirst();
  if (!row) return null;
  const main = row.main_photo_id === row.id;
  return { id: row.id, siteId, memberId: row.member_id, status: row.status, listed: row.listed, main };
}

export async function insertPhoto(db: Db, photo: Insertable<Photos>): Promise<void> {
  await db.insertInto("photos").values(photo).execute();
}

/** Makes the photo its member's main one where they have none. */
export async function setMainPhotoIfNone(db: Db, memberId: string, photoId: string): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ main_photo_id: photoId })
    .where("member_id", "=", memberId)
    .where("main_photo_id", "is", null)
    .execute();
}
