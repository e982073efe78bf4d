import type { Insertable } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Passkeys } from "#server/db/tables.ts";
import type { Challenge } from "./challenge.ts";
import type { Owner, OwnerKind } from "./passkey-rules.ts";

const column = { member: "account_id", staff: "staff_id" } as const satisfies Record<OwnerKind, string>;

/** Makes a challenge worthless for a second answer; false where it was answered before. */
export async function redeemChallenge(db: Db, { hash, expiresAt }: Challenge): Promise<boolean> {
  const inserted = await db
    .insertInto("spent_challenges")
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("spent_challenges").where("expires_at", "<", now).execute();
}

/** The handle that authenticators know somebody by; it is `fresh` where there was none. */
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

/** The handle, locked until the transaction ends, so that two additions at once can't pass the limit together. */
export async function lockHandle(db: Db, { kind, id }: Owner): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("passkey_users")
    .select("handle")
    .where(column[kind], "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row?.handle;
}

/** Somebody's passkeys, the oldest first. */
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

/** Throws the violated constraint where the credential is known already. */
export async function insertPasskey(db: Db, passkey: Insertable<Passkeys>): Promise<void> {
  await db.insertInto("passkeys").values(passkey).execute();
}

const ownedBy =
  (db: Db, { kind, id }: Owner) =>
  () =>
    db.selectFrom("passkey_users").select("handle").where(column[kind], "=", id);

/** False where it is not there, or not theirs. */
export async function updateName(db: Db, owner: Owner, passkeyId: string, name: string): Promise<boolean> {
  const updated = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", passkeyId)
    .where("handle", "in", ownedBy(db, owner))
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Answers the name of what is gone; undefined where it was not there, or not theirs. */
export async function deletePasskey(db: Db, owner: Owner, passkeyId: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom("passkeys")
    .where("id", "=", passkeyId)
    .where("handle", "in", ownedBy(db, owner))
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}

export async function revokePasskeysSince(db: Db, owner: Owner, since: Date): Promise<void> {
  await db.deleteFrom("passkeys").where("created_at", ">=", since).where("handle", "in", ownedBy(db, owner)).execute();
}

/** A passkey by what its browser calls it, with the owner of that kind. */
export async function findCredential(db: Db, kind: OwnerKind, credentialId: Buffer) {
  return await db
    .selectFrom("passkeys")
    .innerJoin("passkey_users", "passkey_users.handle", "passkeys.handle")
    .select(["id", "passkeys.handle", "public_key", "counter", "rp_id", `${column[kind]} as owner_id`])
    .where("credential_id", "=", credentialId)
    .where(column[kind], "is not", null)
    .executeTakeFirst();
}

/**
 * Notes that a passkey was used. False where its counter did not rise since, as when two answers of a copied one arrive
 * at once; authenticators that do not count say 0 for ever.
 */
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
        where("counter", "<", String(used.counter)),
        where.and([where("counter", "=", "0"), where.lit(used.counter === 0)]),
      ]),
    )
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** The member's account on this site; `deleted_at` where it waits for its erasure. */
export async function findAccount(db: Db, siteId: number, accountId: string) {
  return await db
    .selectFrom("accounts")
    .select(["id", "deleted_at"])
    .where("id", "=", accountId)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/** With the handle go its passkeys. */
export async function revokePasskeys(db: Db, { kind, id }: Owner): Promise<void> {
  await db.deleteFrom("passkey_users").where(column[kind], "=", id).execute();
}
