import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { selectPhotosInOrder } from "../photos/photos-store.ts";
import type { CheckKind } from "./verifications-store.ts";

/** What staff see of these requests, besides the pictures. */
export async function findRequests(db: Db, kind: CheckKind, ids: readonly string[]) {
  return await db
    .selectFrom("verifications as v")
    .innerJoin("profiles as p", "p.member_id", "v.member_id")
    .innerJoin("accounts as a", "a.id", "v.member_id")
    .leftJoin("cities as home", "home.id", "p.city_id")
    .innerJoin("sites as s", "s.id", "v.site_id")
    .select(["a.created_at as joined", "home.name as town", "p.country", "p.verified_at"])
    .select(["v.picture_id as id", "s.key as site", "v.pose", "p.member_id", "p.name", "p.fictional"])
    .$narrowType<{ id: string }>()
    .select(["p.main_photo_id", "p.date_of_birth"])
    .select([
      sql<number>`(select count(*)::int from reports where reported_id = p.member_id and status = 'open')`.as(
        "reports",
      ),
    ])
    .where("v.picture_id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("v.kind", "=", kind)
    .execute();
}

/** The photos of these members that others see, each in its owner's order. */
export async function findShownPhotos(db: Db, memberIds: readonly string[]) {
  return await selectPhotosInOrder(db)
    .select("photos.member_id")
    .where("photos.member_id", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("photos.status", "=", "active")
    .execute();
}

/** Finds a picture that a member of the staff has claimed; undefined: it is gone, or not theirs. */
export async function findClaimed(db: Db, pictureId: string, staffId: string, now: Date) {
  return await db
    .selectFrom("verifications as v")
    .innerJoin("staff_claims as c", "c.item", "v.picture_id")
    .select(["v.member_id as memberId", "v.site_id as siteId", "v.picture_id as id"])
    .$narrowType<{ id: string }>()
    .where("v.picture_id", "=", pictureId)
    .where("v.status", "=", "waiting")
    .where("c.queue", "=", sql<string>`case v.kind when 'selfie' then 'verifications' else 'ages' end`)
    .where("c.staff_id", "=", staffId)
    .where("c.until", ">", now)
    .executeTakeFirst();
}
