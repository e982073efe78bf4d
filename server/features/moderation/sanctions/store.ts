import { sql } from "kysely";
import type { AccountStatus } from "#contract/sanctions.ts";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { findStatementInForce } from "#server/features/auth/index.ts";

/** Locks a member until the transaction ends; undefined if there is none, or if it is being erased. */
export async function lockMember(db: Lockable<"accounts">, memberId: string) {
  const members = db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.member_id", "a.id")
    .select(["a.id", "a.site_id", "a.email", "a.status", "a.suspended_until", "a.deleted_at", "a.sanction_version"])
    .select("p.muted_until")
    .$narrowType<{ status: AccountStatus }>()
    .where("a.id", "=", memberId)
    .where("a.erasing_at", "is", null);
  const { db: account, row } = await lock(db, "accounts", members, { of: "a" });
  return row && { db: account, ...row };
}

export type LockedMember = NonNullable<Awaited<ReturnType<typeof lockMember>>>;

/** Whether a ban stands against a member; a deleted account has no status that says so. */
export async function isBannedByStaff({ db, id, status }: LockedMember): Promise<boolean> {
  if (status !== "deleted") return status === "banned";
  return (await findStatementInForce(db, id, "banned")) !== undefined;
}

/** Increments the member's `version`: an act of staff that is based on an older one is refused. */
export async function countAct(db: Db, memberId: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ sanction_version: sql`sanction_version + 1` })
    .where("id", "=", memberId)
    .execute();
}

export async function setMuted(db: Db, memberId: string, until: Date | null): Promise<void> {
  await db.updateTable("profiles").set({ muted_until: until }).where("member_id", "=", memberId).execute();
}

export async function setSuspended(db: Db, memberId: string, until: Date): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ status: "suspended", suspended_until: until, banned_at: null })
    .where("id", "=", memberId)
    .execute();
}

export async function setBanned(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ status: "banned", banned_at: now, suspended_until: null })
    .where("id", "=", memberId)
    .execute();
}

/** Members whose suspension is over. Index: `accounts_suspended_until`. */
export async function findDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("id")
    .where("suspended_until", "<=", now)
    .orderBy("suspended_until")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
