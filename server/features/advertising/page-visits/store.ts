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

/** The days of a site in UTC, both included, as `YYYY-MM-DD`; `network` limits them to one network, empty to none. */
type BouncePeriod = { siteId: number; from: string; to: string; network: string | undefined };

/** How many visitors left on which screen, by network, most first (R4.21). */
export async function findBounces(db: Db, { siteId, from, to, network }: BouncePeriod, limit: number) {
  return await db
    .selectFrom("bounces")
    .select(["screen", "network", sql<number>`sum(visits)::float8`.as("visits")])
    .where("site_id", "=", siteId)
    .where(sql<boolean>`day between ${from}::date and ${to}::date`)
    .$if(network !== undefined, (query) => query.where("network", "=", network ?? ""))
    .groupBy(["screen", "network"])
    .orderBy("visits", "desc")
    .orderBy("screen")
    .orderBy("network")
    .limit(limit)
    .execute();
}
