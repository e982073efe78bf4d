import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

const mayBeListed = sql<boolean>`not invisible and exists (
  select from accounts where id = profiles.member_id and status = 'active')`;

/**
 * Decides anew whether lists may name a member: where the account is active and the member is not invisible. Whoever
 * changes an account's status calls it after that, in the same transaction.
 */
export async function listProfile(db: Db, memberId: string): Promise<void> {
  await db.updateTable("profiles").set({ listed: mayBeListed }).where("member_id", "=", memberId).execute();
}

/** Turns a member's wish not to be found on or off (R6.08). */
export async function setInvisible(db: Db, memberId: string, invisible: boolean): Promise<void> {
  // the account first, like whoever changes its status: that one is not overlooked, and neither waits for the other
  await db.selectFrom("accounts").select("id").where("id", "=", memberId).forShare().execute();
  await db.updateTable("profiles").set({ invisible, listed: false }).where("member_id", "=", memberId).execute();
  await listProfile(db, memberId);
}
