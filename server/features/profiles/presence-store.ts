import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/** Records that a member is active now; a fictional profile never is. */
export async function markActive(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ last_active_at: now })
    .where("member_id", "=", memberId)
    .where("fictional", "=", false)
    .execute();
}

/** A member who was recorded within this time is not recorded again. */
const recentlyMs = 50_000;

/** Records that many members are active now: those with an open page that makes no requests. */
export async function markAllActive(db: Db, memberIds: readonly string[], now: Date): Promise<void> {
  if (memberIds.length === 0) return;
  const [before, after] = [new Date(now.getTime() - recentlyMs), new Date(now.getTime() + recentlyMs)];
  // recorded in the future: the clock was set back
  await sql`
    update profiles set last_active_at = ${now} where member_id in (
      select member_id from profiles
      where member_id = any(${memberIds}::uuid[]) and not fictional
        and (last_active_at < ${before} or last_active_at > ${after})
      for no key update skip locked)`.execute(db);
}
