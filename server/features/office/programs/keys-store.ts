import { type Insertable, sql } from "kysely";
import type { ProgramScope } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import type { ApiKeys } from "#server/db/tables.ts";

/** The table's check constraint allows the same scopes. */
type Scopes = { scopes: ProgramScope[] };

/** False: this key was made before, by the same request. */
export async function insertKey(db: Db, key: Insertable<ApiKeys>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto("api_keys")
    .values(key)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

export async function listKeys(db: Db) {
  return await db
    .selectFrom("api_keys as k")
    .innerJoin("staff as s", "s.id", "k.created_by")
    .leftJoin("sites", "sites.id", "k.site_id")
    .select(["k.id", "k.name", "sites.key as site", "k.scopes", "s.name as made_by", "k.created_at", "k.expires_at"])
    .select(["k.revoked_at", sql<string | null>`k.used_on::text`.as("used_on")])
    .$narrowType<Scopes>()
    .orderBy("k.created_at", "desc")
    .orderBy("k.id")
    .execute();
}

/** A key that works at this time on this site. */
export async function findKey(db: Db, id: string, siteId: number, now: Date) {
  return await db
    .selectFrom("api_keys")
    .select(["id", "scopes", "secret_hash", sql<string | null>`used_on::text`.as("used_on")])
    .$narrowType<Scopes>()
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where(({ or, eb }) => or([eb("site_id", "is", null), eb("site_id", "=", siteId)]))
    .executeTakeFirst();
}

export async function recordUse(db: Db, id: string, day: string): Promise<void> {
  await sql`update api_keys set used_on = ${day} where id = ${id} and (used_on is null or used_on < ${day})`.execute(
    db,
  );
}

/** False: there is no such key, or it was revoked before. */
export async function revokeKey(db: Db, id: string, staffId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows: updated } = await db
    .updateTable("api_keys")
    .set({ revoked_at: now, revoked_by: staffId })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return updated === 1n;
}

/** Revokes the keys that a staff member made, as of the database's time. */
export async function revokeKeysOf(db: Db, staffId: string): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`now()`, revoked_by: staffId })
    .where("created_by", "=", staffId)
    .where("revoked_at", "is", null)
    .execute();
}

/** A member of a site who is neither deleted nor fictional. */
export async function findMemberState(db: Db, siteId: number, memberId: string) {
  return await db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.member_id", "a.id")
    .select(["a.status", "a.confirmed_at", "p.premium"])
    .where("a.id", "=", memberId)
    .where("a.site_id", "=", siteId)
    .where("a.status", "<>", "deleted")
    .where("p.fictional", "=", false)
    .executeTakeFirst();
}
