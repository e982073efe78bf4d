import { sql } from "kysely";
import { dayOf } from "#contract/days.ts";
import { landerNames } from "#contract/landers.ts";
import { type Dimension, dimensions, type ResultComparison, type ResultRow, resultCounts } from "#contract/results.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import type { Db } from "#server/db/pool.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { type CsvCell, csvLine } from "#server/lib/csv.ts";
import { newcombe, type Share, verdictOf, visitsForVerdict, wilson, z95, z99 } from "./intervals.ts";
import { eraseSubIds } from "./store.ts";

/** The first of the days that are shown unless others are asked for. */
export const firstDayShown = (now: Date): string => dayOf(daysBefore(now, 30));

/** The values to limit results to. An empty text selects visits without a value. */
type ResultFilter = Partial<Record<Dimension, string>>;

/** A site and days in UTC, both included, as `YYYY-MM-DD`; `only` limits the results further. */
export type Period = { siteId: number; from: string; to: string; only?: ResultFilter };

const maxResultRows = 10_000;

type Counted = Pick<ResultRow, (typeof resultCounts)[number] | "revenue">;
type Row = Counted & Partial<Record<Dimension, string>>;

/** Signups among visits. A signup whose visit was not counted, for example after a reload, must not push it above 1. */
const shareOf = ({ visits, signups }: Pick<ResultRow, "visits" | "signups">): Share => ({
  hits: Math.min(signups, visits),
  of: visits,
});

function rateOf(share: Share): ResultRow["rate"] {
  return share.of === 0 ? null : { value: share.hits / share.of, ...wilson(share, z95) };
}

const textOf = (name: Dimension) => (name === "day" ? sql`day::text` : sql.ref(name));

/**
 * What happened in a period on a site, grouped by some dimensions: without one there is a single row, the sum.
 * A purchase counts on its own day, not on that of the visit.
 */
export async function findResults(db: Db, { siteId, from, to, only = {} }: Period, by: readonly Dimension[]) {
  const limits = dimensions.flatMap((name) =>
    only[name] === undefined ? [] : sql` and ${textOf(name)} = ${only[name]}`,
  );
  const within = sql`site_id = ${siteId} and day between ${from}::date and ${to}::date ${sql.join(limits, sql` `)}`;
  const list = sql.join(
    by.map((name) => sql`${textOf(name)} as ${sql.ref(name)}, `),
    sql``,
  );
  const names = sql.join(
    by.map((name) => sql`${sql.ref(name)}, `),
    sql``,
  );
  const { rows } = await sql<Row>`
    with counted as (
      select ${list} visits, 0 as signups, 0 as confirmations, 0 as purchases, null as currency, 0 as amount
      from visit_counts where ${within}
      union all
      select ${list} 0, (step = 'signup')::int, (step = 'confirmation')::int, (step = 'purchase')::int,
        currency, amount_minor
      from conversions where ${within}
    ), by_currency as (
      select ${names} currency, sum(visits) as visits, sum(signups) as signups,
        sum(confirmations) as confirmations, sum(purchases) as purchases, sum(amount) as amount
      from counted group by ${names} currency
    )
    select ${names} coalesce(sum(visits), 0)::float8 as visits, coalesce(sum(signups), 0)::float8 as signups,
      coalesce(sum(confirmations), 0)::float8 as confirmations, coalesce(sum(purchases), 0)::float8 as purchases,
      coalesce(jsonb_object_agg(currency, amount) filter (where currency is not null), '{}') as revenue
    from by_currency
    ${by.length === 0 ? sql`` : sql`group by ${sql.join(by.map((name) => sql.ref(name)))}`}
    order by visits desc, signups desc, ${names} revenue limit ${maxResultRows}`.execute(db);
  return rows.map(({ visits, signups, confirmations, purchases, revenue, ...of }): ResultRow => {
    const rate = rateOf(shareOf({ visits, signups }));
    return { of, visits, signups, confirmations, purchases, rate, revenue };
  });
}

/** Each lander with two variants: the difference b − a. 99 percent, because operators look more than once. */
export async function compareVariants(db: Db, period: Period): Promise<ResultComparison[]> {
  const rows = await findResults(db, period, ["lander", "variant"]);
  return landerNames.flatMap((lander) => {
    const [a, b] = ["a", "b"].map((variant) => rows.find(({ of }) => of.lander === lander && of.variant === variant));
    if (!a || !b) return [];
    const [ofA, ofB] = [shareOf(a), shareOf(b)];
    const variants = [a, b].map(({ of, visits, signups, rate }) => ({
      variant: of.variant ?? "",
      visits,
      signups,
      rate,
    }));
    const verdict = verdictOf(ofA, ofB);
    return [{ lander, variants, difference: newcombe(ofA, ofB, z99), verdict, needed: visitsForVerdict }];
  });
}

/** The results as lines of CSV; a row for each currency, and one row for results without revenue. */
export function csvOf(results: readonly ResultRow[], by: readonly Dimension[]): string[] {
  const head = [...by, ...resultCounts, "rate_low", "rate_high", "currency", "revenue_minor"];
  const rows = results.flatMap((row) => {
    const { low, high } = row.rate ?? { low: 0, high: 1 };
    const counts = resultCounts.map((name) => row[name]);
    const numbers: CsvCell[] = [...counts, { decimal: low.toFixed(6) }, { decimal: high.toFixed(6) }];
    const none: CsvCell[] = [...counts.map(() => 0), null, null];
    const money = Object.entries(row.revenue).sort();
    // only the first row of several currencies has the counts, so that a sum over the rows is right
    return (money.length === 0 ? [[null, null] as const] : money).map(([currency, minor], index) => [
      ...by.map((name) => row.of[name] ?? ""),
      ...(index === 0 ? numbers : none),
      currency,
      minor,
    ]);
  });
  return [head, ...rows].map(csvLine);
}

/** Removes sub ids from results after 90 days; the privacy page names the period. */
export const purgeResults = defineScheduledJob({
  name: "forget-results",
  every: "33 4 * * *",
  run: ({ db, clock }) => eraseSubIds(db, dayOf(daysBefore(clock.now(), 90))),
});
