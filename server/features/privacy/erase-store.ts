import { sql } from "kysely";
import { objectionDays } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { erasureCutoff } from "#server/features/auth/index.ts";

/** SQL: an account that was banned so long ago that no one can object any more, and every objection is answered. */
const isBanOver = (now: Date) => sql<boolean>`(
  accounts.banned_at <= ${new Date(now.getTime() - objectionDays * dayMs)} and not exists (
    select from statements s where s.member_id = accounts.id and s.objected_at is not null and s.answered_at is null))`;

/** SQL: an account that its member deleted and staff banned since: it is kept as long as any banned one. */
const isDeletedAndBanned = (now: Date) => sql<boolean>`exists (
  select from statements s where s.member_id = accounts.id and s.side = 'owner' and s.decision = 'banned'
    and s.lifted_at is null and (s.created_at > ${new Date(now.getTime() - objectionDays * dayMs)}
      or s.objected_at is not null and s.answered_at is null))`;

/** SQL: an account that was deleted 14 days ago, and that no ban keeps. */
const isDeletionOver = (now: Date) =>
  sql<boolean>`(accounts.deleted_at <= ${erasureCutoff(now)} and not ${isDeletedAndBanned(now)})`;

/** A signup waits this many days for its confirmation. */
const confirmableDays = 14;

/** SQL: a signup that no one confirmed in time. One with a purchase, or an order on its way, is a customer's. */
const isUnconfirmedOver = (now: Date) => sql<boolean>`(
  accounts.status = 'not_confirmed' and accounts.created_at <= ${new Date(now.getTime() - confirmableDays * dayMs)}
  and not exists (select from payments p where p.member_id = accounts.id
    and p.status in ('open', 'pending', 'completed')))`;

export type Erasable = { id: string; since: Date };

/** The earliest first. Indexes: `accounts_deleted_at`, `_banned_at`, `_unconfirmed` and `_erasing_at`. */
export async function findErasable(db: Db, now: Date, after: Erasable | undefined, limit: number): Promise<Erasable[]> {
  const later = after ? sql`where (since, id) > (${after.since}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<Erasable>`
    select id, since from (
      select id, deleted_at as since from accounts where ${isDeletionOver(now)}
      union all select id, banned_at from accounts where ${isBanOver(now)}
      union all select id, created_at from accounts where ${isUnconfirmedOver(now)}
      union all select id, erasing_at from accounts where erasing_at is not null) due
    ${later} order by since, id limit ${limit}`.execute(db);
  return rows;
}

/** Marks it: neither its owner nor staff can bring it back, or use it. Undefined if it was restored or erased. */
export async function beginErasing(db: Db, accountId: string, now: Date) {
  return await db
    .updateTable("accounts")
    .set({
      erasing_at: sql<Date>`coalesce(erasing_at, ${now}::timestamptz)`,
      status: sql`case status when 'not_confirmed' then 'deleted' else status end`,
      deleted_at: sql<Date | null>`case status when 'not_confirmed' then ${now}::timestamptz else deleted_at end`,
    })
    .where("id", "=", accountId)
    .where((where) =>
      where.or([isDeletionOver(now), isBanOver(now), isUnconfirmedOver(now), where("erasing_at", "is not", null)]),
    )
    .returning(["site_id", "email"])
    .executeTakeFirst();
}

/** Returns whether it is still to be erased. It locks the account before its links, as redeeming a link does. */
export async function lockErasing(db: Lockable<"accounts">, accountId: string): Promise<boolean> {
  const account = db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .where("erasing_at", "is not", null);
  return (await lock(db, "accounts", account, { strength: "update" })).row !== undefined;
}

/** Deletes the answers stored under a member's idempotency keys. Answers to other members are deleted after a day. */
export async function deleteKeysOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("scope", "=", accountId).execute();
}

/** The foreign keys delete everything else with this row; a test checks that nothing is left. */
export async function deleteAccountRow(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom("accounts").where("id", "=", accountId).execute();
}
