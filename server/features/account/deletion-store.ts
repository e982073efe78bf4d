import { sql } from "kysely";
import { type AnyTrx, type Lockable, type Locked, lock, proofOf } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { isUnusedCopy } from "#server/db/site-moves.ts";
import { erasureCutoff } from "#server/features/auth/index.ts";
import { mayBeShown, visibilityColumns } from "#server/features/visibility/index.ts";
import type { PairTable } from "#server/pair-table.ts";
import { deleteImportsOf } from "./imports/store.ts";

const person = [
  "accounts.id",
  "accounts.site_id",
  "accounts.name",
  "accounts.email",
  "accounts.language",
  "accounts.confirmed_at",
] as const;

export type Deletion = { reason: string | undefined; comment: string | undefined; now: Date };

/** SQL: the account's address, or another one of its mailbox, is not banned from its site. */
const isNotBanned = sql<boolean>`not exists (
  select from banned_addresses b where b.site_id = accounts.site_id and mailbox_of(b.email) = mailbox_of(accounts.email))`;

export type AddressBan = {
  siteId: number;
  email: string;
  /** The request that asked for it; null: staff decided it. The two are separate bans of the address. */
  complaintId: string | null;
  now: Date;
};

/** Bans an address from a site, once for each cause; false if it was banned for this cause before. */
export async function insertBan(db: Db, { siteId, email, complaintId, now }: AddressBan): Promise<boolean> {
  const cause = complaintId === null ? "staff" : "request";
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto("banned_addresses")
    .values({ site_id: siteId, email, cause, complaint_id: complaintId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

const bansOf = (db: Db, siteId: number, email: string) =>
  db
    .selectFrom("banned_addresses")
    .select("email")
    .where("site_id", "=", siteId)
    .where(sql`mailbox_of(email)`, "=", sql`mailbox_of(${email})`)
    .limit(1);

/** Whether this address, or another one of its mailbox, is among the banned addresses; and its mailbox. */
export async function findBannedAddress(db: Db, siteId: number, email: string) {
  const bans = bansOf(db, siteId, email);
  return await db
    .selectNoFrom([sql<boolean>`exists (${bans})`.as("banned"), sql<string>`mailbox_of(${email})`.as("mailbox")])
    .executeTakeFirstOrThrow();
}

/** Whether staff banned the mailbox from this site, here or at another installation, or a program listed it. */
export async function isMailboxBanned(db: Db, siteId: number, hash: Buffer): Promise<boolean> {
  const of = (table: "banned_mailboxes" | "listed_mailboxes") =>
    db.selectFrom(table).select("mailbox_hash").where("site_id", "=", siteId).where("mailbox_hash", "=", hash);
  // the site's number is part of what the hash is of
  const elsewhere = db
    .selectFrom("shared_refusals")
    .select("hash as mailbox_hash")
    .where("kind", "=", "mailbox")
    .where("hash", "=", hash);
  const bans = of("banned_mailboxes").unionAll(of("listed_mailboxes")).unionAll(elsewhere);
  return (await bans.limit(1).executeTakeFirst()) !== undefined;
}

/** The bans that became hashes, of all sites that are this installation's. */
export async function listBannedMailboxes(db: Db) {
  return await db
    .selectFrom("banned_mailboxes as b")
    .select(["b.site_id", "b.mailbox_hash", "b.created_at"])
    .where(({ not }) => not(isUnusedCopy(sql.ref("b.site_id"))))
    .execute();
}

/** The bans by staff that still have an address, of all sites that are this installation's. */
export async function listStaffBans(db: Db) {
  return await db
    .selectFrom("banned_addresses as b")
    .select(["b.site_id", "b.created_at", sql<string>`mailbox_of(b.email)`.as("mailbox")])
    .where("b.cause", "=", "staff")
    .where(({ not }) => not(isUnusedCopy(sql.ref("b.site_id"))))
    .execute();
}

type StaffBan = { site_id: number; email: string; mailbox: string; created_at: Date };

/** Bans by staff of mailboxes of which no account is left. Index: `accounts_mailbox`. */
export async function lockBansWithoutAccount(db: AnyTrx, limit: number): Promise<StaffBan[]> {
  const { rows } = await sql<StaffBan>`
    select site_id, email, mailbox_of(email) as mailbox, created_at from banned_addresses b
    where cause = 'staff' and not exists (select from accounts a
      where a.site_id = b.site_id and mailbox_of(a.email) = mailbox_of(b.email))
    limit ${limit} for update`.execute(db);
  return rows;
}

/** Replaces a ban's address by the hash of its mailbox. Its end stays the same. */
export async function moveBan(db: Db, { site_id, email, created_at }: StaffBan, hash: Buffer): Promise<void> {
  await db
    .insertInto("banned_mailboxes")
    .values({ site_id, mailbox_hash: hash, created_at })
    .onConflict((conflict) =>
      conflict
        .columns(["site_id", "mailbox_hash"])
        .doUpdateSet({ created_at: sql`greatest(banned_mailboxes.created_at, excluded.created_at)` }),
    )
    .execute();
  await deleteBan(db, site_id, email);
}

/** Whether the owner of this address, or of another one of its mailbox, asked for a ban. */
export const isBannedByRequest = async (db: Db, siteId: number, email: string): Promise<boolean> =>
  (await bansOf(db, siteId, email).where("cause", "=", "request").executeTakeFirst()) !== undefined;

/** Lifts the ban of an address that staff decided; one that its owner asked for stays. */
export async function deleteBan(db: Db, siteId: number, email: string): Promise<void> {
  await db
    .deleteFrom("banned_addresses")
    .where("site_id", "=", siteId)
    .where("email", "=", email)
    .where("cause", "=", "staff")
    .execute();
}

/** When the ban that a request asked for began; undefined if it was lifted. */
export async function findRequestedBan(db: Db, complaintId: string): Promise<Date | undefined> {
  const ban = await db
    .selectFrom("banned_addresses")
    .select("created_at")
    .where("complaint_id", "=", complaintId)
    .executeTakeFirst();
  return ban?.created_at;
}

export async function deleteRequestedBan(db: Db, complaintId: string): Promise<void> {
  await db.deleteFrom("banned_addresses").where("complaint_id", "=", complaintId).execute();
}

/** Marks an account as deleted; undefined if it is deleted already, or banned: that keeps its data for a while. */
export async function markDeleted(
  db: Lockable<"accounts"> | Locked<"accounts">,
  accountId: string,
  { reason, comment, now }: Deletion,
) {
  const deleted = await db
    .updateTable("accounts")
    .set({
      status: "deleted",
      deleted_at: now,
      suspended_until: null,
      delete_reason: reason ?? null,
      delete_comment: comment ?? null,
    })
    .where("id", "=", accountId)
    .where("status", "not in", ["deleted", "banned"])
    .returning(person)
    .executeTakeFirst();
  return deleted && { db: proofOf<"accounts">(db), person: deleted };
}

/** SQL: when the suspension of the account ends that is in force; null if none is. */
const suspendedUntil = (now: Date) => sql<Date | null>`(
  select max(until) from statements s where s.member_id = accounts.id and s.side = 'owner'
    and s.decision = 'suspended' and s.lifted_at is null and s.until > ${now})`;

/** Locks an account that its member deleted and staff did not ban; its row is undefined if it is no such one. */
export async function lockDeleted(db: Lockable<"accounts">, accountId: string) {
  const account = db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .where("status", "=", "deleted")
    .where(sql<boolean>`not exists (select from banned_addresses b
      where b.site_id = accounts.site_id and b.email = accounts.email and b.cause = 'staff')`);
  return await lock(db, "accounts", account);
}

/** Restores a deleted account within its 14 days; undefined if they are over, or if it is not deleted. */
export async function markRestored(db: Db, accountId: string, now: Date) {
  return await db
    .updateTable("accounts")
    .set({
      status: sql`case when ${suspendedUntil(now)} is not null then 'suspended'
        when confirmed_at is null then 'not_confirmed' else 'active' end`,
      suspended_until: suspendedUntil(now),
      deleted_at: null,
      delete_reason: null,
      delete_comment: null,
    })
    .where("id", "=", accountId)
    .where("status", "=", "deleted")
    .where("deleted_at", ">", erasureCutoff(now))
    .where("erasing_at", "is", null)
    .where(isNotBanned)
    .returning(person)
    .executeTakeFirst();
}

export async function isDeletedSince(db: Db, accountId: string, since: Date): Promise<boolean> {
  const account = await db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .where("status", "=", "deleted")
    .where("deleted_at", ">=", since)
    .executeTakeFirst();
  return account !== undefined;
}

export async function findDeleted(db: Db, siteId: number, email: string, now: Date) {
  return await db
    .selectFrom("accounts")
    .select(person)
    .select("accounts.deleted_at")
    .where("site_id", "=", siteId)
    .where("email", "=", email)
    .where("status", "=", "deleted")
    .where("deleted_at", ">", erasureCutoff(now))
    .where(isNotBanned)
    .$narrowType<{ deleted_at: Date }>()
    .executeTakeFirst();
}

/** The accounts whose ids have these SHA-256 hashes, in hex. */
export async function findByHashes(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; hash: string }>`
    select id, hash from accounts, encode(sha256(id::text::bytea), 'hex') as hash
    where hash = any (${hashes}::text[])`.execute(db);
  return new Map(rows.map(({ id, hash }) => [hash, id]));
}

/**
 * The members whose lists show this member: chat partners, and those that a pair table names. Only members who
 * could see the member before the account was closed: the others must not learn that it exists.
 */
export async function findAcquaintances(db: Db, pairTables: readonly PairTable[], memberId: string): Promise<string[]> {
  const others = pairTables.flatMap(({ table, columns: [one, other], inListsOf }) =>
    inListsOf.map((column) => {
      const theirs = column === one ? other : one;
      return sql`union select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(theirs)} = ${memberId}`;
    }),
  );
  const acquaintances = sql<{ id: string }>`(
    select other_id as id from conversation_members where member_id = ${memberId} ${sql.join(others, sql` `)})`;
  const rows = await db
    .selectFrom("profiles as p")
    .innerJoin("accounts as a", "a.id", "p.member_id")
    .innerJoin(acquaintances.as("other"), (join) => join.onTrue())
    .select(["other.id", "p.member_id", "p.site_id", "p.fictional", "p.invisible", "a.confirmed_at"])
    .select(visibilityColumns(sql.ref("other.id"), "p"))
    .where("p.member_id", "=", memberId)
    .execute();
  const before = rows.map(({ confirmed_at: confirmed, invisible, ...row }) => {
    return { ...row, status: confirmed === null ? "not_confirmed" : "active", listed: !invisible };
  });
  return before.filter((row) => mayBeShown(row, row.site_id, row.id)).map(({ id }) => id);
}

/** Marks accounts of a removed site for `erase-accounts`. Those that were deleted or banned end by themselves. */
export async function markForErasing(
  db: Lockable<"accounts">,
  siteId: number,
  now: Date,
  limit: number,
): Promise<number> {
  const due = db
    .selectFrom("accounts")
    .select("id")
    .where("site_id", "=", siteId)
    .where("status", "not in", ["deleted", "banned"])
    .limit(limit);
  const { numUpdatedRows: marked } = await db
    .updateTable("accounts")
    .set({ status: "deleted", deleted_at: now, erasing_at: now, suspended_until: null })
    .where("id", "in", due)
    .where("status", "not in", ["deleted", "banned"])
    .executeTakeFirstOrThrow();
  return Number(marked);
}

export async function countErasing(db: Db, siteId: number): Promise<number> {
  const { count } = await db
    .selectFrom("accounts")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("site_id", "=", siteId)
    .where("erasing_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends all bans and imports of a site that is gone: no one can sign up there. */
export async function deleteBansOf(db: Db, siteId: number): Promise<void> {
  await db.deleteFrom("banned_addresses").where("site_id", "=", siteId).execute();
  await db.deleteFrom("banned_mailboxes").where("site_id", "=", siteId).execute();
  await db.deleteFrom("listed_mailboxes").where("site_id", "=", siteId).execute();
  await deleteImportsOf(db, siteId);
}
