import type { Db } from "#server/db/pool.ts";

export type NewAccount = {
  siteId: number;
  name: string;
  nameKey: string;
  email: string;
  passwordHash: string;
  language: string;
  now: Date;
};

/** Throws the violated constraint where name or address are taken on the site. */
export async function insertAccount(db: Db, account: NewAccount): Promise<string> {
  const row = await db
    .insertInto("accounts")
    .values({
      site_id: account.siteId,
      name: account.name,
      name_key: account.nameKey,
      email: account.email,
      password_hash: account.passwordHash,
      language: account.language,
      created_at: account.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** An account that may log in, by its name or its address. */
export async function findByLogin(db: Db, siteId: number, login: string, loginKey: string) {
  return await db
    .selectFrom("accounts")
    .select(["id", "password_hash", "language"])
    .where("site_id", "=", siteId)
    .where("status", "<>", "deleted")
    .where((where) => where.or([where("email", "=", login), where("name_key", "=", loginKey)]))
    .executeTakeFirst();
}

/** What is taken of a name and an address on a site. */
export async function findTaken(db: Db, siteId: number, nameKey: string, email: string) {
  const rows = await db
    .selectFrom("accounts")
    .select(["name_key", "email"])
    .where("site_id", "=", siteId)
    .where((where) => where.or([where("email", "=", email), where("name_key", "=", nameKey)]))
    .execute();
  return {
    name: rows.some((row) => row.name_key === nameKey),
    email: rows.some((row) => row.email.toLowerCase() === email.toLowerCase()),
  };
}

/** The caller's own account with what its profile and wallet hold of it (R3.01). */
export async function findUser(db: Db, accountId: string) {
  return await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.member_id", "accounts.id")
    .innerJoin("wallets", "wallets.member_id", "accounts.id")
    .leftJoin("photos", "photos.id", "profiles.main_photo_id")
    .select([
      "accounts.id",
      "accounts.status",
      "accounts.email",
      "accounts.name",
      "accounts.paid_since",
      "accounts.language",
      "accounts.notifications_disabled",
      "accounts.created_at",
      "profiles.country",
      "profiles.listed",
      "wallets.credits",
      "photos.id as photo_id",
      "photos.status as photo_status",
      "photos.width",
      "photos.height",
      "photos.thumbhash",
    ])
    .where("accounts.id", "=", accountId)
    .executeTakeFirst();
}

export async function updateLanguage(db: Db, accountId: string, language: string): Promise<void> {
  await db.updateTable("accounts").set({ language }).where("id", "=", accountId).execute();
}

/** Confirms the address once; false where it was confirmed before. */
export async function confirmAccount(db: Db, accountId: string, now: Date): Promise<boolean> {
  const updated = await db
    .updateTable("accounts")
    .set({ status: "active", confirmed_at: now })
    .where("id", "=", accountId)
    .where("status", "=", "not_confirmed")
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function findAccount(db: Db, accountId: string) {
  return await db
    .selectFrom("accounts")
    .select(["id", "site_id", "name", "email", "language", "status"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
}
