import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { erasureCutoff } from "#server/features/auth/index.ts";

const person = ["accounts.id", "accounts.site_id", "accounts.name", "accounts.email", "accounts.language"] as const;

export type Deletion = { reason: string | undefined; comment: string | undefined; now: Date };

/** Marks an account as deleted, once; undefined where it is already. */
export async function markDeleted(db: Db, accountId: string, { reason, comment, now }: Deletion) {
  return await db
    .updateTable("accounts")
    .set({ status: "deleted", deleted_at: now, delete_reason: reason ?? null, delete_comment: comment ?? null })
    .where("id", "=", accountId)
    .where("status", "<>", "deleted")
    .returning(person)
    .executeTakeFirst();
}

/** Takes the mark off again while its time is not over; undefined where it is, or where nothing is marked. */
export async function unmarkDeleted(db: Db, accountId: string, now: Date) {
  return await db
    .updateTable("accounts")
    .set({
      status: sql`case when confirmed_at is null then 'not_confirmed' else 'active' end`,
      deleted_at: null,
      delete_reason: null,
      delete_comment: null,
    })
    .where("id", "=", accountId)
    .where("status", "=", "deleted")
    .where("deleted_at", ">", erasureCutoff(now))
    .returning(person)
    .executeTakeFirst();
}

/** The account of an address that can still come back. */
export async function findDeleted(db: Db, siteId: number, email: string, now: Date) {
  return await db
    .selectFrom("accounts")
    .select(person)
    .select("accounts.deleted_at")
    .where("site_id", "=", siteId)
    .where("email", "=", email)
    .where("status", "=", "deleted")
    .where("deleted_at", ">", erasureCutoff(now))
    .$narrowType<{ deleted_at: Date }>()
    .executeTakeFirst();
}

/** Everyone in whose lists a member may stand: whom they write with, like, or are liked by. */
export async function findAcquaintances(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select other_id as id from conversation_members where member_id = ${memberId}
    union select to_id from likes where from_id = ${memberId}
    union select from_id from likes where to_id = ${memberId}`.execute(db);
  return rows.map((row) => row.id);
}
