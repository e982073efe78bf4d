import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Origin } from "./origin.ts";

export type VisitCount = { siteId: number; day: string; origin: Origin; visits: number };

/** The id of a row of `visit_counts`: a hash of its texts, which contain no control characters. */
const idOfTexts = sql`substring(sha256(convert_to(concat_ws(
  E'\x1f', lander, slug, variant, network, ref, sub1, sub2, sub3, language), 'UTF8')), 1, 16)`;

/** Adds counts of visits. Rows are locked in the order of their key, so that processes never deadlock. */
export async function addVisits(db: Db, counts: readonly VisitCount[]): Promise<void> {
  const texts = (field: keyof Origin) => sql`${counts.map(({ origin }) => origin[field])}::text[]`;
  await sql`
    insert into visit_counts
      (site_id, day, id, lander, slug, variant, network, ref, sub1, sub2, sub3, language, visits)
    select site_id, day, ${idOfTexts} as id, lander, slug, variant, network, ref, sub1, sub2, sub3, language, visits
    from unnest(
      ${counts.map(({ siteId }) => siteId)}::smallint[], ${counts.map(({ day }) => day)}::date[],
      ${texts("lander")}, ${texts("slug")}, ${texts("variant")}, ${texts("network")}, ${texts("ref")},
      ${texts("sub1")}, ${texts("sub2")}, ${texts("sub3")}, ${texts("language")},
      ${counts.map(({ visits }) => visits)}::integer[]
    ) as counted(site_id, day, lander, slug, variant, network, ref, sub1, sub2, sub3, language, visits)
    order by site_id, day, id
    on conflict (site_id, day, id) do update set visits = visit_counts.visits + excluded.visits`.execute(db);
}

export type ConversionStep = "signup" | "confirmation" | "purchase";
/** Minor units. */
export type ConvertedMoney = { amount: number; currency: string };
type NewConversion = {
  siteId: number;
  day: string;
  step: ConversionStep;
  origin: Origin;
  money: ConvertedMoney | null;
  toSum: boolean;
};

export async function insertConversion(db: Db, conversion: NewConversion): Promise<string> {
  const { siteId, day, step, origin, money, toSum } = conversion;
  const { id } = await db
    .insertInto("conversions")
    .values({
      site_id: siteId,
      day,
      step,
      ...origin,
      currency: money?.currency ?? null,
      amount_minor: money?.amount ?? null,
      to_sum: toSum,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes sub ids before a day, merging equal counts: a network may know by a sub id whose click it was. */
export async function eraseSubIds(db: Db, before: string): Promise<void> {
  await sql`
    with gone as (
      delete from visit_counts
      where day < ${before}::date and (sub1 <> '' or sub2 <> '' or sub3 <> '')
      returning site_id, day, lander, slug, variant, network, ref, language, visits
    ), less as (
      select site_id, day, lander, slug, variant, network, ref, '' as sub1, '' as sub2, '' as sub3, language,
        sum(visits)::integer as visits
      from gone group by site_id, day, lander, slug, variant, network, ref, language
    )
    insert into visit_counts
      (site_id, day, id, lander, slug, variant, network, ref, sub1, sub2, sub3, language, visits)
    select site_id, day, ${idOfTexts}, lander, slug, variant, network, ref, sub1, sub2, sub3, language, visits from less
    order by 1, 2, 3
    on conflict (site_id, day, id) do update set visits = visit_counts.visits + excluded.visits`.execute(db);
  await sql`
    update conversions set sub1 = '', sub2 = '', sub3 = ''
    where day < ${before}::date and (sub1 <> '' or sub2 <> '' or sub3 <> '')`.execute(db);
  await sql`
    update signup_tracking set sub1 = '', sub2 = '', sub3 = ''
    where created_at < ${before}::date and (sub1 <> '' or sub2 <> '' or sub3 <> '')`.execute(db);
}

/** The maximum number of a site's rows per day: callers choose the names, and could create any number of rows. */
const rowsPerDay = 2_000;

type Bounce = { siteId: number; day: string; screen: string; network: string };

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

/** How many visitors left on which screen, by network, most first. */
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
