import { sql } from "kysely";
import { type Lockable, type Locked, proofOf } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** The statuses of accounts with which their members can log in: not suspended, banned or deleted. */
export const usableStatuses: readonly string[] = ["not_confirmed", "active"];

/** An account by its name or its address, including deleted ones that are not erased yet. */
export async function findByLogin(db: Db, siteId: number, login: string, loginKey: string) {
  return await db
    .selectFrom("accounts")
    .select(["id", "password_hash", "language", "status", "deleted_at", "access_epoch"])
    .where("site_id", "=", siteId)
    .where((where) => where.or([where("email", "=", login), where("name_key", "=", loginKey)]))
    .executeTakeFirst();
}

/** The account with this address; undefined if it is deleted. */
export async function findByAddress(db: Db, siteId: number, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("accounts")
    .select("id")
    .where("site_id", "=", siteId)
    .where("email", "=", email)
    .where("status", "<>", "deleted")
    .executeTakeFirst();
  return row?.id;
}

/** Whether any account of the site has this address, including deleted ones that are not erased yet. */
export async function isAddressTaken(db: Db, siteId: number, email: string): Promise<boolean> {
  const account = db.selectFrom("accounts").select("id").where("site_id", "=", siteId).where("email", "=", email);
  return (await account.executeTakeFirst()) !== undefined;
}

/** Sets an account's address and clears bounces of the old one. Throws the violated constraint. */
export async function updateAddress(db: Lockable<"accounts">, accountId: string, email: string) {
  await db
    .updateTable("accounts")
    .set({
      email,
      notifications_disabled: sql`array_remove(notifications_disabled, 'bounce')`,
      mail_epoch: sql`mail_epoch + 1`,
    })
    .where("id", "=", accountId)
    .execute();
  return proofOf<"accounts">(db);
}

export async function updatePassword(db: Lockable<"accounts">, accountId: string, passwordHash: string) {
  await db.updateTable("accounts").set({ password_hash: passwordHash }).where("id", "=", accountId).execute();
  return proofOf<"accounts">(db);
}

/** Replaces a password; undefined if it was replaced since `checkedHash` was read. */
export async function replacePassword(
  db: Lockable<"accounts">,
  accountId: string,
  checkedHash: string,
  passwordHash: string,
): Promise<Locked<"accounts"> | undefined> {
  const updated = await db
    .updateTable("accounts")
    .set({ password_hash: passwordHash })
    .where("id", "=", accountId)
    .where("password_hash", "=", checkedHash)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n ? proofOf<"accounts">(db) : undefined;
}

export async function findOwner(db: Db, accountId: string) {
  return await db
    .selectFrom("accounts")
    .select(["id", "name", "email", "language", "status", "created_at", "confirmed_at"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
}

export async function findPasswordHash(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db.selectFrom("accounts").select("password_hash").where("id", "=", accountId).executeTakeFirst();
  return row?.password_hash;
}
