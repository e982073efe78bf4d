import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

export type NewDownload = { id: string; memberId: string; siteId: number; origin: string; now: Date };

export async function findDownload(db: Db, memberId: string) {
  return await db.selectFrom("data_downloads").selectAll().where("member_id", "=", memberId).executeTakeFirst();
}

/** Returns null if it replaced the last request. A request made after `notSince` stays: its time is returned. */
export async function renewDownload(db: Db, request: NewDownload, notSince: Date): Promise<Date | null> {
  const row = {
    id: request.id,
    origin: request.origin,
    requested_at: request.now,
    ready_at: null,
    expires_at: null,
    bytes: null,
  };
  const inserted = await db
    .insertInto("data_downloads")
    .values({ member_id: request.memberId, site_id: request.siteId, ...row })
    .onConflict((conflict) =>
      conflict.column("member_id").doUpdateSet(row).where("data_downloads.requested_at", "<=", notSince),
    )
    .returning("id")
    .executeTakeFirst();
  if (inserted) return null;
  const last = await findDownload(db, request.memberId);
  return last?.requested_at ?? request.now;
}

/** A request whose archive is not built yet, if the account is not deleted. */
export async function findWaitingDownload(db: Db, id: string) {
  return await db
    .selectFrom("data_downloads")
    .innerJoin("accounts", "accounts.id", "data_downloads.member_id")
    .select(["data_downloads.id", "data_downloads.member_id", "data_downloads.site_id", "data_downloads.origin"])
    .select(["accounts.name", "accounts.email", "accounts.language", "accounts.confirmed_at"])
    .where("data_downloads.id", "=", id)
    .where("data_downloads.ready_at", "is", null)
    .where("accounts.status", "<>", "deleted")
    .executeTakeFirst();
}

/** Returns undefined if none waits. A run that builds for the old id finds no request then, and leaves no file. */
export async function replaceWaiting(db: Db, memberId: string): Promise<string | undefined> {
  const replaced = await db
    .updateTable("data_downloads")
    .set({ id: sql`gen_random_uuid()` })
    .where("member_id", "=", memberId)
    .where("ready_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return replaced?.id;
}

export async function cancelWaiting(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom("data_downloads").where("member_id", "=", memberId).where("ready_at", "is", null).execute();
}

/** Makes a member's archive unavailable at once; `purge-downloads` removes its file within the hour. */
export async function expireDownloads(db: Db, memberId: string): Promise<void> {
  await db
    .updateTable("data_downloads")
    .set((row) => ({ expires_at: row.ref("ready_at") }))
    .where("member_id", "=", memberId)
    .where("ready_at", "is not", null)
    .execute();
}

/** Returns false if the request does not exist any more, or another run has completed it. */
export async function markReady(
  db: Db,
  id: string,
  ready: { now: Date; until: Date; bytes: number },
): Promise<boolean> {
  const updated = await db
    .updateTable("data_downloads")
    .set({ ready_at: ready.now, expires_at: ready.until, bytes: ready.bytes })
    .where("id", "=", id)
    .where("ready_at", "is", null)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** A member's own archive, on their site, until it expires. */
export async function findReady(db: Db, own: { id: string; siteId: number; memberId: string; now: Date }) {
  return await db
    .selectFrom("data_downloads")
    .select(["id", "site_id", "member_id", "requested_at"])
    .where("id", "=", own.id)
    .where("member_id", "=", own.memberId)
    .where("site_id", "=", own.siteId)
    .where("expires_at", ">", own.now)
    .executeTakeFirst();
}

export async function findExpired(db: Db, now: Date, limit: number) {
  return await db
    .selectFrom("data_downloads")
    .select(["id", "site_id", "member_id"])
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
}

export async function deleteDownload(db: Db, id: string): Promise<void> {
  await db.deleteFrom("data_downloads").where("id", "=", id).execute();
}
