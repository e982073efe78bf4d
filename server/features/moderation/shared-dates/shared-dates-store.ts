import { sql, type UpdateObject } from "kysely";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/schema.ts";

const columns = [
  "id",
  "other_id",
  "other_name",
  "link_id",
  "time_zone",
  "starts_at",
  "remind_at",
  "ends_at",
  "place",
  "note",
  "friend",
  "fine_at",
] as const;

/** The dates of an owner that have not ended: one that a late job has not erased yet is not among them. */
const selectOpen = (db: Db, ownerId: string, now: Date) =>
  db.selectFrom("shared_dates").select(columns).where("owner_id", "=", ownerId).where("ends_at", ">", now);

export async function findSharedDates(db: Db, ownerId: string, now: Date) {
  return await selectOpen(db, ownerId, now).orderBy("starts_at").orderBy("id").execute();
}

export async function findSharedDate(db: Db, ownerId: string, id: string, now: Date) {
  return await selectOpen(db, ownerId, now).where("id", "=", id).executeTakeFirst();
}

export async function findSharedDateWith(db: Db, ownerId: string, otherId: string, now: Date) {
  return await selectOpen(db, ownerId, now).where("other_id", "=", otherId).executeTakeFirst();
}

/** The one date that an owner may share with another member. */
export type DateWith = { ownerId: string; otherId: string; now: Date };

/** Counts the owner's dates with others that have not ended. */
export async function countOtherDates(db: Db, { ownerId, otherId, now }: DateWith): Promise<number> {
  const { count } = await db
    .selectFrom("shared_dates")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("owner_id", "=", ownerId)
    .where("other_id", "!=", otherId)
    .where("ends_at", ">", now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type NewSharedDate = {
  siteId: number;
  ownerId: string;
  otherId: string;
  otherName: string;
  timeZone: string;
  starts: Date;
  remind: Date;
  ends: Date;
  place: string;
  note: string;
  friend: string;
  now: Date;
};

/** Saves a date, or changes the owner's one with this member. */
export async function upsertSharedDate(db: Locked<"accounts">, date: NewSharedDate): Promise<void> {
  const { ownerId, otherId, now } = date;
  // one that has ended is another date, with another link
  await db
    .deleteFrom("shared_dates")
    .where("owner_id", "=", ownerId)
    .where("other_id", "=", otherId)
    .where("ends_at", "<=", now)
    .execute();
  const plan = {
    time_zone: date.timeZone,
    starts_at: date.starts,
    remind_at: date.remind,
    ends_at: date.ends,
    place: date.place,
    note: date.note,
    friend: date.friend,
  };
  const ids = { owner_id: ownerId, other_id: otherId, site_id: date.siteId };
  const unlessMoved = (column: "fine_at" | "reminded_at") =>
    sql<Date | null>`case when shared_dates.remind_at = excluded.remind_at then ${sql.ref(`shared_dates.${column}`)} end`;
  await db
    .insertInto("shared_dates")
    .values({ ...ids, ...plan, other_name: date.otherName, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(["owner_id", "other_id"]).doUpdateSet({
        ...plan,
        fine_at: unlessMoved("fine_at"),
        reminded_at: unlessMoved("reminded_at"),
      }),
    )
    .execute();
}

type OwnDate = { ownerId: string; id: string; now: Date };

const updateOwn = (db: Db, { ownerId, id }: OwnDate, columns: UpdateObject<DB, "shared_dates">) =>
  db.updateTable("shared_dates").set(columns).where("owner_id", "=", ownerId).where("id", "=", id);

/** The owner is fine; pressed again, the first time stays. */
export async function setFine(db: Db, own: OwnDate): Promise<void> {
  await updateOwn(db, own, { fine_at: own.now }).where("fine_at", "is", null).execute();
}

/** Sets the reminder anew, unless it is at this time already. */
export async function setReminder(db: Db, own: OwnDate, at: Date): Promise<void> {
  const moved = { remind_at: at, fine_at: null, reminded_at: null };
  await updateOwn(db, own, moved).where("remind_at", "<>", at).execute();
}

export async function replaceLink(db: Db, own: OwnDate): Promise<void> {
  await updateOwn(db, own, { link_id: sql`gen_random_uuid()` }).execute();
}

export async function deleteSharedDate(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom("shared_dates").where("owner_id", "=", ownerId).where("id", "=", id).execute();
}

/** What a link opens: nothing after the end, on another site, or once the owner has deleted the account. */
export async function findByLink(db: Db, siteId: number, linkId: string, now: Date) {
  return await db
    .selectFrom("shared_dates as d")
    .innerJoin("accounts as a", "a.id", "d.owner_id")
    .innerJoin("profiles as p", "p.member_id", "d.owner_id")
    .select(columns.map((column) => `d.${column}` as const))
    .select(["a.name as sharer", "p.country"])
    .where("d.link_id", "=", linkId)
    .where("d.site_id", "=", siteId)
    .where("d.ends_at", ">", now)
    .where("a.status", "<>", "deleted")
    .executeTakeFirst();
}

/** The dates whose owners are to be reminded now, the earliest reminder first. */
export async function findDueReminders(db: Db, now: Date, limit: number) {
  return await db
    .selectFrom("shared_dates as d")
    .innerJoin("accounts as a", "a.id", "d.owner_id")
    .select(["d.id", "d.owner_id", "d.ends_at", "a.language", "a.name", "a.email", "a.confirmed_at", "a.site_id"])
    .where("a.status", "<>", "deleted")
    .where("d.remind_at", "<=", now)
    .where("d.fine_at", "is", null)
    .where("d.reminded_at", "is", null)
    .where("d.ends_at", ">", now)
    .orderBy("d.remind_at")
    .limit(limit)
    .execute();
}

/** False if the owner was reminded, is fine or has set another time since it was found. */
export async function markReminded(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("shared_dates")
    .set({ reminded_at: now })
    .where("id", "=", id)
    .where("fine_at", "is", null)
    .where("reminded_at", "is", null)
    .where("remind_at", "<=", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function findEnded(db: Db, now: Date, limit: number) {
  return await db
    .selectFrom("shared_dates")
    .select(["id", "owner_id"])
    .where("ends_at", "<=", now)
    .orderBy("ends_at")
    .limit(limit)
    .execute();
}

/** Erases a date that has ended: one that its owner has moved since stays. True if it is gone. */
export async function deleteEnded(db: Db, id: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("shared_dates")
    .where("id", "=", id)
    .where("ends_at", "<=", now)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
