import { sql } from "kysely";
import { type Lockable, lock, lockProfile } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** What a member sends to be checked. */
export type CheckKind = "selfie" | "document";

/** A member's main photo as others see it now: its id and the edition of its crop. */
const mainPhoto = sql<string>`photos.id || '/' || photos.edition`;

/** A document of a minor bans its member: that ban is lifted, or appealed against. */
const isReopenable = sql<boolean>`verifications.status = 'rejected' and verifications.reason <> 'underage'`;

export type VerificationStanding = NonNullable<Awaited<ReturnType<typeof findVerificationStanding>>>;

export async function findVerificationStanding(db: Db, memberId: string) {
  return await db
    .selectFrom("profiles as p")
    .leftJoin("verifications as v", (join) => join.onRef("v.member_id", "=", "p.member_id").on("v.kind", "=", "selfie"))
    .leftJoin("photos", "photos.id", "p.main_photo_id")
    .select(["p.fictional", "p.automatic", "p.verified_at", "v.status", "v.pose", "v.reason"])
    .select(sql<boolean>`coalesce(photos.status = 'active', false)`.as("photo_shown"))
    .where("p.member_id", "=", memberId)
    .executeTakeFirst();
}

export async function findRequest(db: Db, memberId: string, kind: CheckKind) {
  return await db
    .selectFrom("verifications")
    .select(["status", "key", "reason"])
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .executeTakeFirst();
}

type Asked = { memberId: string; siteId: number; kind: CheckKind; pose: string | null; now: Date };

/** Opens a request, in place of one that is decided; changes nothing while one is open. */
export async function insertAsked(db: Db, { memberId, siteId, kind, pose, now }: Asked): Promise<void> {
  const asked = { status: "asked", pose, asked_at: now, reason: null, key: null, sent_at: null, decided_at: null };
  await db
    .insertInto("verifications")
    .values({ member_id: memberId, site_id: siteId, kind, ...asked })
    .onConflict((conflict) =>
      conflict
        .columns(["member_id", "kind"])
        .doUpdateSet(asked)
        .where("verifications.status", "in", ["approved", "rejected"]),
    )
    .execute();
}

type Sent = { memberId: string; kind: CheckKind; pictureId: string; key: string; now: Date };

/** Puts a picture into the queue; false if none is asked for, or one waits already. */
export async function markWaiting(db: Db, { memberId, kind, pictureId, key, now }: Sent): Promise<boolean> {
  const changed = await db
    .updateTable("verifications")
    .set({ status: "waiting", picture_id: pictureId, key, sent_at: now })
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .where("status", "=", "asked")
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** Deletes a request, whatever its status; answers its picture, null if there is none. */
export async function deleteRequest(db: Db, memberId: string, kind: CheckKind): Promise<string | null> {
  const row = await db
    .deleteFrom("verifications")
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .returning("picture_id")
    .executeTakeFirst();
  return row?.picture_id ?? null;
}

/** Deletes a request whose picture waits; answers that picture, undefined if none waits. */
export async function deleteWaiting(db: Db, memberId: string, kind: CheckKind): Promise<string | undefined> {
  const row = await db
    .deleteFrom("verifications")
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .where("status", "=", "waiting")
    .returning("picture_id")
    .executeTakeFirst();
  return row?.picture_id ?? undefined;
}

/** Deletes a request that was rejected for a reason that can be taken back; false if there is none. */
export async function deleteRejected(db: Db, memberId: string, kind: CheckKind): Promise<boolean> {
  const deleted = await db
    .deleteFrom("verifications")
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .where(isReopenable)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** The kinds of pictures of which a member's last one was rejected, and can be asked for again. */
export async function findReopenable(db: Db, memberId: string): Promise<CheckKind[]> {
  const rows = db.selectFrom("verifications").select("kind").where("member_id", "=", memberId).where(isReopenable);
  return (await rows.execute()).map(({ kind }) => kind as CheckKind);
}

/** Stores that a provider found out that a member is an adult, with the date. */
export async function insertAssured(
  db: Db,
  { memberId, siteId, now }: { memberId: string; siteId: number; now: Date },
): Promise<void> {
  const assured = { status: "approved", sent_at: now, decided_at: now, reason: null, picture_id: null };
  await db
    .insertInto("verifications")
    .values({ member_id: memberId, site_id: siteId, kind: "document", asked_at: now, ...assured })
    .onConflict((conflict) =>
      conflict.columns(["member_id", "kind"]).doUpdateSet(assured).where("verifications.status", "<>", "waiting"),
    )
    .execute();
}

export async function deleteBadge(db: Db, memberId: string): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ verified_at: null })
    .where("member_id", "=", memberId)
    .where("verified_at", "is not", null)
    .execute();
}

/** A request whose picture waits, locked; undefined if it was decided on, taken back or erased. */
export async function lockWaiting(db: Lockable<"verifications">, kind: CheckKind, pictureId: string) {
  const request = db
    .selectFrom("verifications")
    .select(["member_id as memberId", "site_id as siteId"])
    .where("picture_id", "=", pictureId)
    .where("kind", "=", kind)
    .where("status", "=", "waiting");
  return (await lock(db, "verifications", request)).row;
}

/** Closes a request; its picture is no longer needed. */
export async function markDecided(db: Db, pictureId: string, reason: string | null, now: Date): Promise<void> {
  const decided = { status: reason === null ? "approved" : "rejected", reason, picture_id: null, decided_at: now };
  await db.updateTable("verifications").set(decided).where("picture_id", "=", pictureId).execute();
}

/** Gives a member the badge; false if the main photo is another one than staff have seen, or others don't see it. */
export async function giveBadge(db: Lockable<"profiles">, memberId: string, seen: string, now: Date): Promise<boolean> {
  // whatever changes the main photo or its crop takes this lock first
  await lockProfile(db, memberId);
  const update = await db
    .updateTable("profiles as p")
    .from("photos")
    .set({ verified_at: now })
    .where("p.member_id", "=", memberId)
    .whereRef("photos.id", "=", "p.main_photo_id")
    .where("photos.status", "=", "active")
    .where(mainPhoto, "=", seen)
    .executeTakeFirst();
  return update.numUpdatedRows === 1n;
}

/** Requests that are older, and that no one has decided on. */
export async function findUndecided(db: Db, before: Date) {
  return await db
    .selectFrom("verifications")
    .select(["member_id as memberId", "site_id as siteId", "kind"])
    .where("status", "in", ["asked", "waiting"])
    .where("asked_at", "<", before)
    .limit(1000)
    .execute();
}

/** Deletes a request that is still older and undecided; answers its picture, undefined if there is none any more. */
export async function deleteUndecided(db: Db, memberId: string, kind: string, before: Date) {
  return await db
    .deleteFrom("verifications")
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .where("status", "in", ["asked", "waiting"])
    .where("asked_at", "<", before)
    .returning("picture_id")
    .executeTakeFirst();
}
