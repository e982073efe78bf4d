import { sql } from "kysely";
import { type Lockable, lockAccount } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

const mayBeListed = sql<boolean>`not invisible and sexuality is not null and exists (
  select from accounts where id = profiles.member_id and status = 'active')`;

/** Lists the active, not invisible, whose wishes are known. Call it after a change of one, in its transaction. */
export async function listProfile(db: Db, memberId: string): Promise<void> {
  await db.updateTable("profiles").set({ listed: mayBeListed }).where("member_id", "=", memberId).execute();
}

/** Makes a member invisible or visible again (R6.08). */
export async function setInvisible(db: Lockable<"accounts">, memberId: string, invisible: boolean): Promise<void> {
  // so that no change of its status is missed
  await lockAccount(db, memberId, "share");
  await db.updateTable("profiles").set({ invisible, listed: false }).where("member_id", "=", memberId).execute();
  await listProfile(db, memberId);
}
