import { type Insertable, sql } from "kysely";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { Db } from "#server/db/pool.ts";
import type { AuditLog } from "#server/db/tables.ts";

export type AuditRow = Omit<Insertable<AuditLog>, "id" | "hash">;

/** Appends a row; a trigger numbers it and chains its hash to the previous row, under a lock until the commit. */
export async function insertEntry(db: Db, row: AuditRow): Promise<void> {
  await db.insertInto("audit_log").values(row).execute();
}

/** The latest rows, newest first, before a row. */
export async function findEntries(db: Db, { before, limit }: { before: number | null; limit: number }) {
  return await db
    .selectFrom("audit_log as l")
    .leftJoin("staff as s", "s.id", "l.staff_id")
    .select(["l.id", "l.at", "l.role", "l.action", "l.member_id", "l.subject", "l.reason", "s.name as staff"])
    .$if(before !== null, (query) => query.where("l.id", "<", String(before)))
    .orderBy("l.id", "desc")
    .limit(limit)
    .execute();
}

/**
 * The first row that is missing or whose hash does not match; null if there is none. The row that an earlier check saw
 * as the last one must still exist with the same hash.
 */
export async function findBreak(db: Db): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select least(
      (select min(id) from (
        select l.id, l.hash, audit_hash(coalesce(lag(l.hash) over before, a.hash), l) as right_hash,
          coalesce(lag(l.id) over before, a.last_id) + 1 as right_id
        from audit_anchor a, audit_log l window before as (order by l.id)) as chained
        where hash <> right_hash or id <> right_id),
      (select min(c.last_id) from audit_checks c, audit_anchor a where c.last_id > a.last_id and c.broken_id is null
        and not exists (select from audit_log l where l.id = c.last_id and l.hash = c.hash)))::int as id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Deletes the oldest rows, those before a moment. The database refuses rows of the last five years. */
export async function deleteOldEntries(db: Db, before: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from audit_log where at < ${before}
      and id < coalesce((select min(id) from audit_log where at >= ${before}), 9223372036854775807)
    order by id`.execute(db);
  // one by one, because the trigger lets only the oldest go
  for (const { id } of rows) await db.deleteFrom("audit_log").where("id", "=", id).execute();
}

export async function deleteOldChecks(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, "audit_checks", sql`checked_at < ${before}`);
}

/** Records a check, with the last row of the log, and answers that row. */
export async function insertCheck(db: Db, brokenId: number | null, now: Date) {
  const last = await db
    .selectFrom("audit_log")
    .select(["id", "hash"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  await db
    .insertInto("audit_checks")
    .values({ checked_at: now, last_id: last?.id ?? 0, hash: last?.hash ?? Buffer.alloc(0), broken_id: brokenId })
    .execute();
  return { lastId: Number(last?.id ?? 0), hash: last?.hash.toString("hex") ?? "" };
}

export async function findLastCheck(db: Db) {
  return await db
    .selectFrom("audit_checks")
    .select(["checked_at", "broken_id"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
