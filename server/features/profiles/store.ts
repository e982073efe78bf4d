import { sql } from "kysely";
import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";

/** What is fetched of members to show them; `viewerId` null for a visitor. */
export async function findProfiles(db: Db, ids: readonly string[], viewerId: string | null, language: Language) {
  return await db
    .selectFrom("profiles as p")
    .leftJoin("photos as ph", "ph.id", "p.main_photo_id")
    .leftJoin("cities as c", "c.id", "p.city_id")
    .leftJoin("regions as r", "r.code", "p.region")
    .selectAll("p")
    .select([
      "ph.id as photo_id",
      "ph.status as photo_status",
      "ph.width as photo_width",
      "ph.height as photo_height",
      "ph.thumbhash as photo_thumbhash",
    ])
    .select(sql<string>`coalesce(c.names ->> ${language}, c.name, '')`.as("city_name"))
    .select(sql<string>`coalesce(r.names ->> ${language}, '')`.as("region_name"))
    .select(
      viewerId === null
        ? [sql<boolean>`false`.as("liked"), sql<boolean>`false`.as("likes_you")]
        : [
            sql<boolean>`exists (select from likes l where l.from_id = ${viewerId} and l.to_id = p.member_id)`.as(
              "liked",
            ),
            sql<boolean>`exists (select from likes l where l.from_id = p.member_id and l.to_id = ${viewerId})`.as(
              "likes_you",
            ),
          ],
    )
    .where("p.member_id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export type ProfileRow = Awaited<ReturnType<typeof findProfiles>>[number];

/** What decides who is shown to a viewer. */
export async function findViewer(db: Db, memberId: string) {
  return await db
    .selectFrom("profiles")
    .select([
      "member_id",
      "site_id",
      "gender",
      "seeks_men",
      "seeks_women",
      "country",
      "latitude",
      "longitude",
      "hides_fictional",
      "about_me",
      "premium",
      "listed",
      "name",
    ])
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
}

export type ViewerProfile = Awaited<ReturnType<typeof findViewer>>;

/** A member's photos, the main one first; `all` with those under inspection, for the owner. */
export async function findPhotosOf(db: Db, memberId: string, all: boolean) {
  return await db
    .selectFrom("photos")
    .innerJoin("profiles", "profiles.member_id", "photos.member_id")
    .select(["photos.id", "photos.status", "photos.width", "photos.height", "photos.thumbhash"])
    .where("photos.member_id", "=", memberId)
    .$if(!all, (query) => query.where("photos.status", "=", "active"))
    .orderBy(sql`photos.id = profiles.main_photo_id`, "desc")
    .orderBy("photos.created_at")
    .execute();
}

export async function updateProfile(
  db: Db,
  memberId: string,
  changes: { about_me?: string; hides_fictional?: boolean },
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db.updateTable("profiles").set(changes).where("member_id", "=", memberId).execute();
}
