import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

const mayBeListed = sql<boolean>`not invisible and sexuality is not null and exists (
  select from accounts where id = profiles.member_id and status = 'active')`;

/** Lists the active, not invisible, whose wishes are known. Call it after a change of one, in its transaction. */
export async function listProfile(db: Db, memberId: string): Promise<void> {
  await db.updateTable("profiles").set({ listed: mayBeListed }).where("member_id", "=", memberId).execute();
}

/** Makes a member invisible or visible again. */
export async function setInvisible(db: Db, memberId: string, invisible: boolean): Promise<void> {
  // lock the account first, as changes of its status do: so no such change is missed, and no deadlock can arise
  await db.selectFrom("accounts").select("id").where("id", "=", memberId).forShare().execute();
  await db.updateTable("profiles").set({ invisible, listed: false }).where("member_id", "=", memberId).execute();
  await listProfile(db, memberId);
}
