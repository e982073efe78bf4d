import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { erasureCutoff } from "#server/features/auth/index.ts";

/** Accounts whose 14 days are over, those that wait longest first. */
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
 * Locks an account that is to be erased until the transaction ends; undefined where it came back, or is gone. The account
 * comes before its links, as it does for a link that is redeemed to bring it back: so neither of the two blocks the other.
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

/** The answers that are kept under a member's keys. What others were answered of them is older than a day, and forgotten. */
export async function deleteKeysOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("scope", "=", accountId).execute();
}

/** Everything else goes with its row, by the foreign keys; a test holds that nothing stays behind. */
export async function deleteAccountRow(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom("accounts").where("id", "=", accountId).execute();
}
