import type { Db } from "#server/db/pool.ts";

export type NewDownload = { id: string; memberId: string; siteId: number; origin: string; now: Date };

export async function findDownload(db: Db, memberId: string) {
  return await db.selectFrom("data_downloads").selectAll().where("member_id", "=", memberId).executeTakeFirst();
}

/**
 * Puts a wish in the place of the member's last one, if that is from `notSince` or before. Null where it was put, else
 * when the last one was.
 */
export async function renewDownload(db: Db, wish: NewDownload, notSince: Date): Promise<Date | null> {
  const wished = {
    id: wish.id,
    origin: wish.origin,
    requested_at: wish.now,
    ready_at: null,
    expires_at: null,
    bytes: null,
  };
  const put = await db
    .insertInto("data_downloads")
    .values({ member_id: wish.memberId, site_id: wish.siteId, ...wished })
    .onConflict((conflict) =>
      conflict.column("member_id").doUpdateSet(wished).where("data_downloads.requested_at", "<=", notSince),
    )
    .returning("id")
    .executeTakeFirst();
  if (put) return null;
  const last = await findDownload(db, wish.memberId);
  return last?.requested_at ?? wish.now;
}

/** A wish whose archive is not there yet, of an account in use. */
export async function findWaiting(db: Db, id: string) {
  return await db
    .selectFrom("data_downloads")
    .innerJoin("accounts", "accounts.id", "data_downloads.member_id")
    .select([
      "data_downloads.id",
      "data_downloads.member_id",
      "data_downloads.site_id",
      "data_downloads.origin",
      "accounts.name",
      "accounts.email",
      "accounts.language",
    ])
    .where("data_downloads.id", "=", id)
    .where("data_downloads.ready_at", "is", null)
    .where("accounts.status", "<>", "deleted")
    .executeTakeFirst();
}

/** Takes back what a member asked for and has not got yet. */
export async function cancelWaiting(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom("data_downloads").where("member_id", "=", memberId).where("ready_at", "is", null).execute();
}

/** False where the wish is gone, or was fulfilled by another run. */
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

/** An archive for the member whom it is about, on their own site, while it lives. */
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
