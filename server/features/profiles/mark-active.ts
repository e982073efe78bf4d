import type { Db } from "#server/db/pool.ts";

/** Notes that a member is here; a fictional profile never is (D11.1). */
export async function markActive(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ last_active_at: now })
    .where("member_id", "=", memberId)
    .where("fictional", "=", false)
    .execute();
}

/** From now on others find the member. */
export async function listProfile(db: Db, memberId: string): Promise<void> {
  await db.updateTable("profiles").set({ listed: true }).where("member_id", "=", memberId).execute();
}
