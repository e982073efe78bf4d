import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { activeUntil, mostActiveUntil } from "./rules.ts";

/** Records that a member makes a request. One with a visible page counts as active already, a fictional one never. */
export async function markActive(db: Db, memberId: string, now: Date): Promise<void> {
  // further ahead than a visible page reaches: the clock was set back
  await sql`
    update profiles set last_active_at = ${now} where member_id = ${memberId} and not fictional
      and (last_active_at < ${now} or last_active_at > ${mostActiveUntil(now)})`.execute(db);
}

/** A visible page prolongs what is less ahead than this: more than the minute between two calls. */
const renewMs = 70_000;

/**
 * Records that members have a visible page; called every minute. `last_active_at` is in ten indexes, so it is written
 * ahead, and once in nine minutes. If the process dies, those who leave at that moment count as active for so long.
 */
export async function markPresent(db: Db, memberIds: readonly string[], now: Date): Promise<void> {
  if (memberIds.length === 0) return;
  await sql`
    update profiles set last_active_at = ${activeUntil(now)} where member_id in (
      select member_id from profiles
      where member_id = any(${memberIds}::uuid[]) and not fictional
        and (last_active_at < ${new Date(now.getTime() + renewMs)} or last_active_at > ${mostActiveUntil(now)})
      for no key update skip locked)`.execute(db);
}

/** Records when members left their last visible page. A time that is at most 50 seconds older stays. */
export async function markLeft(db: Db, left: ReadonlyMap<string, Date>): Promise<void> {
  if (left.size === 0) return;
  await sql`
    update profiles set last_active_at = leaving.at from (
      select member_id, given.at from profiles
      join unnest(${[...left.keys()]}::uuid[], ${[...left.values()]}::timestamptz[]) as given (id, at) on id = member_id
      where not fictional and (last_active_at > given.at or last_active_at < given.at - interval '50 seconds')
      for no key update of profiles skip locked) as leaving
    where profiles.member_id = leaving.member_id`.execute(db);
}
