import { type Insertable, sql, type Updateable } from "kysely";
import type { PhotoSuspicion } from "#contract/photos.ts";
import {
  type Lockable,
  type Locked,
  lock,
  lockClause,
  lockOne,
  lockProfile,
  type PoolOrLockable,
} from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB, Photos } from "#server/db/tables.ts";
import { visibilityColumns } from "#server/features/visibility/index.ts";
import { asText } from "./fingerprint-store.ts";
import type { PhotoStatus } from "./rules.ts";

/** How many visible photos come before this one in its owner's order. */
const rank = sql<number>`case when photos.id is not distinct from profiles.main_photo_id then 0 else (
  select count(*)::int from photos as earlier
    where earlier.member_id = photos.member_id and earlier.status = 'active'
      and (earlier.id is not distinct from profiles.main_photo_id
        or (earlier.position, earlier.created_at, earlier.id) < (photos.position, photos.created_at, photos.id))) end`;

/** A photo on this site, with the facts that determine whether a viewer (null for a visitor) may see it. */
export async function findPhoto(db: Db, siteId: number, photoId: string, viewerId: string | null) {
  const row = await db
    .selectFrom("photos")
    .innerJoin("profiles", "profiles.member_id", "photos.member_id")
    .select(["photos.id", "photos.status as photo_status", "photos.edition", "profiles.main_photo_id"])
    .select(["profiles.member_id", "profiles.site_id", "profiles.listed", "profiles.fictional", "profiles.premium"])
    .select([
      rank.as("rank"),
      sql<boolean>`coalesce((select premium from profiles where member_id = ${viewerId}::uuid), false)`.as(
        "viewer_premium",
      ),
    ])
    .select(visibilityColumns(viewerId, "profiles"))
    .where("photos.id", "=", photoId)
    .where("photos.site_id", "=", siteId)
    .executeTakeFirst();
  return row ? { ...row, main: row.main_photo_id === row.id } : undefined;
}

/** Locks a photo against deletion until the transaction ends; false if it was deleted. */
export async function lockPhoto(db: Lockable<"photos">, photoId: string): Promise<boolean> {
  const photo = db.selectFrom("photos").select("id").where("id", "=", photoId);
  return (await lock(db, "photos", photo, { strength: "key share" })).row !== undefined;
}

export async function insertPhoto(db: Db, photo: Omit<Insertable<Photos>, "position">): Promise<void> {
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from photos where member_id = ${photo.member_id})`;
  await db
    .insertInto("photos")
    .values({ ...photo, position: last })
    .execute();
}

export async function setMainPhotoIfNone(db: Db, memberId: string, photoId: string): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ main_photo_id: photoId })
    .where("member_id", "=", memberId)
    .where("main_photo_id", "is", null)
    .execute();
}

/** Under a row lock on the profile, so that concurrent uploads are counted one by one (D8.3). */
export async function lockAndCount(db: Lockable<"profiles">, memberId: string) {
  const profile = db.selectFrom("profiles").select("premium").where("member_id", "=", memberId);
  const { premium } = (await lockOne(db, "profiles", profile)).row;
  const { count } = await db
    .selectFrom("photos")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return { premium, count };
}

export async function isPremium(db: Db, memberId: string): Promise<boolean> {
  const profile = await db
    .selectFrom("profiles")
    .select("premium")
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return profile.premium;
}

/** Photos in their owner's order, the main one first. */
export const selectPhotosInOrder = (db: Db) =>
  db
    .selectFrom("photos")
    .innerJoin("profiles", "profiles.member_id", "photos.member_id")
    .select(["photos.id", "photos.edition", "photos.width", "photos.height"])
    .select(sql<boolean>`photos.id is not distinct from profiles.main_photo_id`.as("main"))
    .orderBy("main", "desc")
    .orderBy("photos.position")
    .orderBy("photos.created_at")
    .orderBy("photos.id");

export async function findOwnPhotos(db: Db, memberId: string) {
  return await selectPhotosInOrder(db)
    .select(["photos.status", "photos.thumbhash", "photos.caption", "photos.crop"])
    .where("photos.member_id", "=", memberId)
    .execute();
}

export async function findPhotoByKey(db: Db, memberId: string, key: string) {
  return await db
    .selectFrom("photos")
    .select(["id", "body_hash"])
    .where("member_id", "=", memberId)
    .where("key", "=", key)
    .executeTakeFirst();
}

/** A table whose rows name files, and the column with the id that is in the names of the files. */
export type RowOfFiles = readonly [table: keyof DB, column: string];

export async function hasRow(db: Db, [table, column]: RowOfFiles, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(db);
  return rows.length > 0;
}

export async function deleteRow(db: Db, memberId: string, photoId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("photos")
    .where("member_id", "=", memberId)
    .where("id", "=", photoId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

export async function setMain(db: Db, memberId: string, photoId: string | null): Promise<void> {
  await db.updateTable("profiles").set({ main_photo_id: photoId }).where("member_id", "=", memberId).execute();
}

export async function savePhotoOrder(db: Db, memberId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update photos set position = wanted.place
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    where photos.id = wanted.id and photos.member_id = ${memberId}::uuid`.execute(db);
}

export async function saveCaption(db: Db, memberId: string, photoId: string, caption: string): Promise<boolean> {
  const saved = await db
    .updateTable("photos")
    .set({ caption })
    .where("member_id", "=", memberId)
    .where("id", "=", photoId)
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

export async function findEdition(db: Db, photoId: string): Promise<string | undefined> {
  const row = await db.selectFrom("photos").select("edition").where("id", "=", photoId).executeTakeFirst();
  return row?.edition;
}

/** The edition of a photo's files, under a row lock; undefined if the member has no such photo. */
export async function lockEdition(db: Locked<"profiles">, memberId: string, photoId: string) {
  const photo = db.selectFrom("photos").select("edition").where("member_id", "=", memberId).where("id", "=", photoId);
  return (await lock(db, "photos", photo, { strength: "no key update" })).row?.edition;
}

type CropChanges = Pick<Updateable<Photos>, "width" | "height" | "thumbhash" | "crop" | "edition">;

export async function saveCrop(db: Db, photoId: string, changes: CropChanges): Promise<void> {
  await db.updateTable("photos").set(changes).where("id", "=", photoId).execute();
}

/** Shows a photo to others; the caller has locked it. */
export async function activatePhoto(db: Db, photoId: string): Promise<void> {
  await db.updateTable("photos").set({ status: "active" }).where("id", "=", photoId).execute();
}

/** Locks the photo's owner, then the photo; undefined if it is not under inspection, or not this member's. */
export async function lockPhotoOf(db: Lockable<"profiles">, photoId: string, of: "inspection" | { memberId: string }) {
  const owner = db.selectFrom("photos").select("member_id").where("id", "=", photoId);
  const profile = await lockProfile(db, owner);
  const photo = profile
    .selectFrom("photos")
    .select(["member_id", "site_id", "body_hash", "created_at", asText("photos")])
    .select((select) =>
      select
        .exists(select.selectFrom("photo_suspicions").select("photo_id").whereRef("photo_id", "=", "photos.id"))
        .as("suspected"),
    )
    .where("id", "=", photoId)
    .where((where) => (of === "inspection" ? where("status", "=", of) : where("member_id", "=", of.memberId)));
  return (await lock(profile, "photos", photo)).row;
}

/** What the keys of a photo's files are made of: its site, its owner, its edition; and its status. */
export async function findAnyPhoto(db: Db, photoId: string) {
  return await db
    .selectFrom("photos")
    .select(["member_id as memberId", "site_id as siteId", "id", "edition", "status"])
    .where("id", "=", photoId)
    .$narrowType<{ status: PhotoStatus }>()
    .executeTakeFirst();
}

type Found = { photoId: string; kind: Exclude<PhotoSuspicion, "copy">; now: Date };

/** Notes that a photo looks like another member's, unless that one is deleted meanwhile. */
export async function insertCopy(db: Lockable<"photos">, photoId: string, originalId: string, now: Date) {
  await sql`
    insert into photo_suspicions (photo_id, kind, original_id, found_at)
    select ${photoId}, 'copy', original.id, ${now} from photos as original
    where original.id = ${originalId} ${lockClause("photos", "key share")} of original`.execute(db);
}

/** Notes what the service for pictures found, once, if the photo still waits for inspection. */
export async function insertSuspicion(db: PoolOrLockable<"photos">, { photoId, kind, now }: Found): Promise<void> {
  await sql`
    insert into photo_suspicions (photo_id, kind, found_at)
    select id, ${kind}, ${now} from photos where id = ${photoId} and status = 'inspection'
    ${lockClause("photos", "key share")}
    on conflict do nothing`.execute(db);
}

/** Deletes what was suspected of a photo, once a person has looked at it. */
export async function deleteSuspicions(db: Db, photoId: string): Promise<void> {
  await db.deleteFrom("photo_suspicions").where("photo_id", "=", photoId).execute();
}
