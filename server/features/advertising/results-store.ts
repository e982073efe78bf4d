import { sql } from "kysely";
import { type Dimension, dimensions } from "#contract/results.ts";
import type { Db } from "#server/db/pool.ts";

/** The values to limit results to. An empty text selects visits without a value. */
export type ResultFilter = Partial<Record<Dimension, string>>;

/** A site and days in UTC, both included, as `YYYY-MM-DD`; `only` limits the results further. */
export type Period = { siteId: number; from: string; to: string; only?: ResultFilter };

/** What happened in a period. A purchase counts on its own day, not on that of the visit. */
export type Results = {
  of: Partial<Record<Dimension, string>>;
  visits: number;
  signups: number;
  confirmations: number;
  purchases: number;
  /** First purchases in minor units, by currency. */
  revenue: Record<string, number>;
};

export const maxResultRows = 10_000;

type Row = Omit<Results, "of"> & Partial<Record<Dimension, string>>;

const textOf = (name: Dimension) => (name === "day" ? sql`day::text` : sql.ref(name));

/** The results of a site, grouped by some dimensions. The back office shows them. */
export async function findResults(db: Db, { siteId, from, to, only = {} }: Period, by: readonly Dimension[]) {
  const columns = by.map((name) => (name === "day" ? sql`day::text as day` : sql.ref(name)));
  const limits = dimensions.flatMap((name) =>
    only[name] === undefined ? [] : sql` and ${textOf(name)} = ${only[name]}`,
  );
  const within = sql`site_id = ${siteId} and day between ${from}::date and ${to}::date ${sql.join(limits, sql` `)}`;
  // without a dimension there is one row, the sum
  const list = by.length === 0 ? sql`` : sql`${sql.join(columns)},`;
  const names = by.length === 0 ? sql`` : sql`${sql.join(by.map((name) => sql.ref(name)))},`;
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
    select ${names} sum(visits)::float8 as visits, sum(signups)::float8 as signups,
      sum(confirmations)::float8 as confirmations, sum(purchases)::float8 as purchases,
      coalesce(jsonb_object_agg(currency, amount) filter (where currency is not null), '{}') as revenue
    from by_currency
    ${by.length === 0 ? sql`` : sql`group by ${sql.join(by.map((name) => sql.ref(name)))}`}
    order by visits desc, signups desc, ${names} revenue limit ${maxResultRows}`.execute(db);
  return rows.map(({ visits, signups, confirmations, purchases, revenue, ...of }) => ({
    of,
    visits: visits ?? 0,
    signups: signups ?? 0,
    confirmations: confirmations ?? 0,
    purchases: purchases ?? 0,
    revenue,
  }));
}
