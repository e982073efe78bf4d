import { sql } from "kysely";
import { dayOf } from "#contract/days.ts";
import type { Db } from "#server/db/pool.ts";

/** Records that a message is now handed to the gateway. Returns false if it was handed over before. */
export async function claimMessage(db: Db, id: string, now: Date): Promise<boolean> {
  const claimed = await db
    .insertInto("sms_handed_over")
    .values({ id, handed_over_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

/** Deletes the record of a message that the gateway certainly did not accept, so that it can be handed over again. */
export async function releaseMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom("sms_handed_over").where("id", "=", id).execute();
}

/** Counts a text message of a site; false if its limit of the day (UTC) is reached. */
export async function countSms(
  db: Db,
  { siteId, now, limit }: { siteId: number; now: Date; limit: number },
): Promise<boolean> {
  if (limit === 0) return false;
  const counted = await sql`
    insert into sms_days (site_id, day, queued, stopped) values (${siteId}, ${dayOf(now)}, 1, ${limit}::int <= 1)
    on conflict (site_id, day) do update
      set queued = sms_days.queued + 1, stopped = sms_days.queued + 1 >= ${limit}::int
      where sms_days.queued < ${limit}::int`.execute(db);
  return counted.numAffectedRows === 1n;
}

/** How many sites' text messages are stopped for a day (UTC). */
export async function countStoppedSites(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ sites: number }>`
    select count(*)::int as sites from sms_days where day = ${day} and stopped`.execute(db);
  return rows[0]?.sites ?? 0;
}
