import { sql } from "kysely";
import type { Language } from "#contract/constants.ts";
import { type Db, prepared } from "#server/db/pool.ts";

/** What is fetched of members to show them in lists; `viewerId` null for a visitor. */
export async function findProfiles(db: Db, ids: readonly string[], viewerId: string | null, language: Language) {
  const likesViewer = sql`exists (select from likes where from_id = p.member_id and to_id = ${viewerId}::uuid)`;
  return await db
    .selectFrom("profiles as p")
    .leftJoin("photos as ph", "ph.id", "p.main_photo_id")
    .leftJoin("cities as c", "c.id", "p.city_id")
    .leftJoin("likes as l", (join) => join.onRef("l.to_id", "=", "p.member_id").on("l.from_id", "=", viewerId))
    .modifyFront(prepared)
    .select([
      "p.member_id",
      "p.site_id",
      "p.name",
      "p.gender",
      "p.date_of_birth",
      "p.country",
      "p.region",
      "p.latitude",
      "p.longitude",
      "p.premium",
      "p.fictional",
      "p.listed",
      "p.last_active_at",
      "ph.id as photo_id",
      "ph.status as photo_status",
      "ph.width as photo_width",
      "ph.height as photo_height",
      "ph.thumbhash as photo_thumbhash",
      sql<string>`coalesce(c.names ->> ${language}::text, c.name, '')`.as("city_name"),
      sql<string>`coalesce((select names ->> ${language}::text from regions where code = p.region), '')`.as(
        "region_name",
      ),
      sql<boolean>`l.to_id is not null`.as("liked"),
      sql<boolean>`l.to_id is not null and ${likesViewer}`.as("match"),
    ])
    .where("p.member_id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export type ProfileRow = Awaited<ReturnType<typeof findProfiles>>[number];

/** What a member's page shows beyond the card; undefined where there is no such member. */
export async function findDetails(db: Db, memberId: string, viewerId: string | null) {
  return await db
    .selectFrom("profiles")
    .select([
      "sexuality",
      "hair_color",
      "eye_color",
      "body_type",
      "relationship_status",
      "tattoos",
      "interests",
      "about_me",
      sql<boolean>`exists (select from likes where from_id = member_id and to_id = ${viewerId}::uuid)`.as("likes_you"),
    ])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}

export type Details = NonNullable<Awaited<ReturnType<typeof findDetails>>>;

/** What decides who is shown to a viewer. */
export async function findViewer(db: Db, memberId: string) {
  return await db
    .selectFrom("profiles")
    .modifyFront(prepared)
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
