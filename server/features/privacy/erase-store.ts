import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { erasureCutoff } from "#server/features/auth/index.ts";

/** Accounts whose 14 days are over, the longest deleted first. */
export async function findErasable(
  db: Db,
  now: Date,
  after: { id: string; deleted_at: Date | null } | undefined,
  limit: number,
) {
  return await db
    .selectFrom("accounts")
    .select(["id", "deleted_at"])
    .where("deleted_at", "<=", erasureCutoff(now))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(deleted_at, id) > (${after?.deleted_at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("deleted_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * Locks an account for erasing until the transaction ends; undefined if it was restored or erased. Redeeming a link
 * locks the account before its links, too, so that the two can't deadlock.
 */
export async function lockErasable(db: Db, accountId: string, now: Date) {
  return await db
    .selectFrom("accounts")
    .select(["site_id", "email"])
    .where("id", "=", accountId)
    .where("status", "=", "deleted")
    .where("deleted_at", "<=", erasureCutoff(now))
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes the answers stored under a member's idempotency keys. Answers to other members are deleted after a day. */
export async function deleteKeysOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("scope", "=", accountId).execute();
}

/** The foreign keys delete everything else with this row; a test checks that nothing is left. */
export async function deleteAccountRow(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom("accounts").where("id", "=", accountId).execute();
}
