import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/** The maximum number of a site's rows per day: callers choose the names, and could create any number of rows. */
const rowsPerDay = 2_000;

export type Bounce = { siteId: number; day: string; screen: string; network: string };

/** Counts a visitor who left on the first screen; nothing if the day has too many different screens and networks. */
export async function countBounce(db: Db, { siteId, day, screen, network }: Bounce): Promise<void> {
  await sql`
    insert into bounces (site_id, day, screen, network, visits)
    select ${siteId}::smallint, ${day}::date, ${screen}, ${network}, 1
    where (select count(*) from bounces where site_id = ${siteId} and day = ${day}::date) < ${rowsPerDay}
      or exists (
        select from bounces
        where site_id = ${siteId} and day = ${day}::date and screen = ${screen} and network = ${network}
      )
    on conflict (site_id, day, screen, network) do update set visits = bounces.visits + 1`.execute(db);
}
