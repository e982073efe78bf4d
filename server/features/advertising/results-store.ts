import { sql } from "kysely";
import { type Share, wilson, z95 } from "#contract/intervals.ts";
import { type Dimension, dimensions, type ResultRow, type resultCounts } from "#contract/results.ts";
import type { Db } from "#server/db/pool.ts";

/** The values to limit results to. An empty text selects visits without a value. */
type ResultFilter = Partial<Record<Dimension, string>>;

/** A site and days in UTC, both included, as `YYYY-MM-DD`; `only` limits the results further. */
export type ResultPeriod = { siteId: number; from: string; to: string; only?: ResultFilter };

const maxResultRows = 10_000;

type Counted = Pick<ResultRow, (typeof resultCounts)[number] | "first_paid">;
type Row = Counted & Partial<Record<Dimension, string>>;

/** Signups among visits. A signup whose visit was not counted, for example after a reload, must not push it above 1. */
export const signupShare = ({ visits, signups }: Pick<ResultRow, "visits" | "signups">): Share => ({
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
export async function findResults(db: Db, { siteId, from, to, only = {} }: ResultPeriod, by: readonly Dimension[]) {
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
      coalesce(jsonb_object_agg(currency, amount) filter (where currency is not null), '{}') as first_paid
    from by_currency
    ${by.length === 0 ? sql`` : sql`group by ${sql.join(by.map((name) => sql.ref(name)))}`}
    order by visits desc, signups desc, ${names} first_paid limit ${maxResultRows}`.execute(db);
  return rows.map(({ visits, signups, confirmations, purchases, first_paid, ...of }): ResultRow => {
    const rate = rateOf(signupShare({ visits, signups }));
    return { of, visits, signups, confirmations, purchases, rate, first_paid };
  });
}
