import { sql } from "kysely";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** The status of an account, locked until the transaction ends; undefined if there is none or it is being erased. */
export async function lockStatus(db: Lockable<"accounts">, accountId: string) {
  const account = db
    .selectFrom("accounts")
    .select(["status", "suspended_until"])
    .where("id", "=", accountId)
    .where("erasing_at", "is", null);
  return (await lock(db, "accounts", account)).row;
}

export async function setUsable(db: Db, memberId: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({
      status: sql`case when confirmed_at is null then 'not_confirmed' else 'active' end`,
      suspended_until: null,
      banned_at: null,
    })
    .where("id", "=", memberId)
    .where("status", "in", ["suspended", "banned"])
    .execute();
}

/** The newest decision of this kind in force against a member. */
export async function findStatementInForce(db: Db, accountId: string, decision: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("statements")
    .select("id")
    .where("member_id", "=", accountId)
    .where("decision", "=", decision)
    .where("lifted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.id;
}
