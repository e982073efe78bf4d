import type { Insertable } from "kysely";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Passkeys } from "#server/db/tables.ts";
import type { Challenge } from "./challenge.ts";
import type { Owner, OwnerKind } from "./passkey-rules.ts";

const column = { member: "account_id", staff: "staff_id" } as const satisfies Record<OwnerKind, string>;

export async function redeemChallenge(db: Db, { hash, expiresAt }: Challenge): Promise<boolean> {
  const inserted = await db
    .insertInto("spent_challenges")
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** The handle by which authenticators know an owner; stores `fresh` if there was none. */
export async function findOrCreateHandle(db: Db, { kind, id }: Owner, fresh: Buffer): Promise<Buffer> {
  await db
    .insertInto("passkey_users")
    .values({ handle: fresh, [column[kind]]: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom("passkey_users")
    .select("handle")
    .where(column[kind], "=", id)
    .executeTakeFirstOrThrow();
  return row.handle;
}

/** Locks the owner's handle, if there is one, until the transaction ends. */
export async function lockHandle(db: Lockable<"passkey_users">, { kind, id }: Owner) {
  return await lock(db, "passkey_users", db.selectFrom("passkey_users").select("handle").where(column[kind], "=", id));
}

export async function findPasskeys(db: Db, { kind, id }: Owner) {
  return await db
    .selectFrom("passkeys")
    .innerJoin("passkey_users", "passkey_users.handle", "passkeys.handle")
    .select(["id", "name", "rp_id", "credential_id", "transports", "synced", "created_at", "used_at"])
    .where(column[kind], "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Throws the violated constraint if the credential exists already. */
export async function insertPasskey(db: Db, passkey: Insertable<Passkeys>): Promise<void> {
  await db.insertInto("passkeys").values(passkey).execute();
}

const ownedBy =
  (db: Db, { kind, id }: Owner) =>
  () =>
    db.selectFrom("passkey_users").select("handle").where(column[kind], "=", id);

export async function updateName(db: Db, owner: Owner, passkeyId: string, name: string): Promise<boolean> {
  const updated = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", passkeyId)
    .where("handle", "in", ownedBy(db, owner))
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function deletePasskey(db: Db, owner: Owner, passkeyId: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom("passkeys")
    .where("id", "=", passkeyId)
    .where("handle", "in", ownedBy(db, owner))
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}

/** A passkey; `owner_id` is null if it belongs to the other kind of owner. */
export async function findCredential(db: Db, kind: OwnerKind, credentialId: Buffer) {
  return await db
    .selectFrom("passkeys")
    .innerJoin("passkey_users", "passkey_users.handle", "passkeys.handle")
    .leftJoin("accounts", "accounts.id", "passkey_users.account_id")
    .select(["passkeys.id", "passkeys.handle", "public_key", "counter", "rp_id", `${column[kind]} as owner_id`])
    .select("accounts.access_epoch")
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
}

/** Returns false if the counter did not rise, as if a copied passkey answers. Some authenticators always send 0. */
export async function markUsed(
  db: Db,
  passkeyId: string,
  used: { counter: number; synced: boolean; now: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable("passkeys")
    .set({ counter: used.counter, synced: used.synced, used_at: used.now })
    .where("id", "=", passkeyId)
    .where((where) =>
      where.or([
        where("counter", "<", used.counter),
        where.and([where("counter", "=", 0), where.lit(used.counter === 0)]),
      ]),
    )
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** The member's account on this site; `deleted_at` is set if it is deleted but not yet erased. */
export async function findAccount(db: Db, siteId: number, accountId: string) {
  return await db
    .selectFrom("accounts")
    .select(["id", "status", "deleted_at"])
    .where("id", "=", accountId)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/** Deletes an owner's passkeys and handle, so that no open offer can be answered; returns whether there were any. */
export async function revokePasskeys(db: Lockable<"passkey_users">, owner: Owner): Promise<boolean> {
  // first the handle's lock, which an addition holds until its passkey is stored
  if (!(await lockHandle(db, owner)).row) return false;
  const deleted = await db.deleteFrom("passkeys").where("handle", "in", ownedBy(db, owner)).executeTakeFirst();
  await db.deleteFrom("passkey_users").where(column[owner.kind], "=", owner.id).execute();
  return deleted.numDeletedRows > 0n;
}
