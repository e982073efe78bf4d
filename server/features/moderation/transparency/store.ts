import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/** What happened on a site from the first day up to, but not including, the day `until`. */
type Period = { siteId: number; from: string; until: string };

export type EventCount = { what: string; kind: string; count: number };

const within = ({ siteId, from, until }: Period) =>
  sql`site_id = ${siteId} and day >= ${from}::date and day < ${until}::date`;

/** How many of each kind. Index: `moderation_events_counted`. */
export async function countEvents(db: Db, period: Period): Promise<EventCount[]> {
  const { rows } = await sql<EventCount>`
    select what, kind, count(*)::int as count from moderation_events
    where ${within(period)} group by what, kind order by what, kind`.execute(db);
  return rows;
}

/** The median of the seconds that an event of this kind took; null: there is none. */
export async function findMedian(
  db: Db,
  period: Period,
  what: "report_closed" | "objection_answered",
): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select percentile_cont(0.5) within group (order by seconds) as seconds from moderation_events
    where ${within(period)} and what = ${what}`.execute(db);
  return rows[0]?.seconds ?? null;
}

/** The year of a site's first event; undefined: there is none. */
export async function findFirstYear(db: Db, siteId: number): Promise<number | undefined> {
  const { rows } = await sql<{ year: number | null }>`
    select extract(year from min(day))::int as year from moderation_events where site_id = ${siteId}`.execute(db);
  return rows[0]?.year ?? undefined;
}
