import { type RawBuilder, sql } from "kysely";
import {
  fewestBuyers,
  type RevenueDimension,
  type RevenueMoney,
  type RevenueRow,
  type SourceField,
  sourceFields,
  valueDays,
} from "#contract/revenue.ts";
import type { Db } from "#server/db/pool.ts";
import { inSnapshot } from "#server/db/transaction.ts";
import { unspentOnSites } from "#server/features/payments/index.ts";
import { failFields } from "#server/http/fail.ts";
import { type Branch, nameSources } from "./sources.ts";

/** Sites, and days in UTC, of which `until` is not included; `only` and `currency` limit the figures further. */
export type RevenuePeriod = {
  siteIds: readonly number[];
  from: string;
  until: string;
  only?: Partial<Record<SourceField, string>> | undefined;
  currency?: string | undefined;
};

const namesOf = (table: string) =>
  sql.join(sourceFields.map((name) => sql`coalesce(${sql.ref(`${table}.${name}`)}, '')`));

/** SQL: a site, and what names the source there. */
const pathOf = (table: string, site: RawBuilder<unknown>) => sql`array[${site}::text, ${namesOf(table)}]`;

const isPurchase = sql`r.kind = 'receipt' and r.chargeback_id is null`;

/** SQL: who bought on these sites, and their first purchase. Index: `receipts_bought`. */
const buyersOn = (siteIds: readonly number[]) => sql`
  select distinct on (r.site_id, r.member_id) r.site_id, r.member_id, r.id as first_id
  from receipts r
  where r.site_id = any(${siteIds}::smallint[]) and ${isPurchase} and r.member_id is not null
  order by r.site_id, r.member_id, r.issued_at, r.id`;

/** The sources that are named; of all times, so that no period or filter changes them (0054). */
export async function findNamedSources(db: Db, siteIds: readonly number[]): Promise<Branch[]> {
  const fields = sql.join(sourceFields.map((name) => sql.ref(name)));
  const { rows } = await sql<{ site_id: number; path: string[]; buyers: number }>`
    with bought as (
      select b.site_id, ${sql.join(sourceFields.map((name) => sql`coalesce(t.${sql.ref(name)}, '') as ${sql.ref(name)}`))}
      from (${buyersOn(siteIds)}) as b left join signup_tracking t on t.account_id = b.member_id
    )
    select site_id, array_remove(array[${fields}], null) as path, count(*)::int as buyers
    from bought group by site_id, rollup(${fields})
    having count(*) >= ${fewestBuyers} or grouping(network) = 1`.execute(db);
  return nameSources(rows.map(({ site_id: siteId, ...row }) => ({ siteId, ...row })));
}

/**
 * SQL: the nearest named source of each `path` of `facts`: the path itself, shorter, or only its first value, the
 * site. A join by one value of all is fast in every plan; by site and path it may be a loop through a whole site.
 */
function nearestNamed(named: readonly Branch[]) {
  const depths = sourceFields.map((_, index) => sourceFields.length - index);
  const joins = depths.map(
    (depth) =>
      sql`left join named ${sql.ref(`n${depth}`)} on ${sql.ref(`n${depth}`)}.path = p.path[1:${sql.lit(depth + 1)}]`,
  );
  const column = (index: number) => sql`${named.map(({ path }) => path[index] ?? null)}::text[]`;
  return sql`
    named as materialized (
      select (array[site_id::text, ${sql.join(sourceFields.map((name) => sql.ref(name)))}])[1:depth + 1] as path
      from unnest(
        ${named.map(({ siteId }) => siteId)}::smallint[], ${named.map(({ path }) => path.length)}::int[],
        ${sql.join(sourceFields.map((_, index) => column(index)))}
      ) as list(site_id, depth, ${sql.join(sourceFields.map((name) => sql.ref(name)))})
    ), sources as (
      select p.path, coalesce(${sql.join(depths.map((depth) => sql`${sql.ref(`n${depth}`)}.path`))}, p.path[1:1]) as source
      from (select distinct path from facts where path is not null) as p
      ${sql.join(joins, sql` `)}
    )`;
}

const sourceValue = (name: SourceField) => sql<string | null>`s.source[${sql.lit(sourceFields.indexOf(name) + 2)}]`;

const isOnly = (only: RevenuePeriod["only"] = {}) =>
  sql.join(
    sourceFields.flatMap((name) => (only[name] === undefined ? [] : [sql`and ${sourceValue(name)} = ${only[name]}`])),
    sql` `,
  );

const monthOf = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'YYYY-MM')`;
const utc = (day: string) => sql`${day}::timestamp at time zone 'UTC'`;

/** SQL: what happened in a period, by site, month, the path of its source (null: erased) and currency. */
function factsOf({ siteIds, from, until, currency }: RevenuePeriod) {
  const onDays = sql`site_id = any(${siteIds}::smallint[]) and day >= ${from}::date and day < ${until}::date`;
  const path = (table: string, site: string) => pathOf(table, sql.ref(site));
  const sum = (condition: RawBuilder<unknown>) => sql`case when ${condition} then r.amount_minor else 0 end`;
  const issued = sql`r.site_id = any(${siteIds}::smallint[]) and r.issued_at >= ${utc(from)}
    and r.issued_at < ${utc(until)} ${currency === undefined ? sql`` : sql`and r.currency = ${currency}`}`;
  return sql`
    buyers as materialized (${buyersOn(siteIds)}),
    unspent as materialized (select "paymentId" as payment_id, amount from (${unspentOnSites(siteIds)}) as u),
    facts as (
      select site_id, ${monthOf(sql`day`)} as month, ${path("v", "v.site_id")} as path, null::text as currency, null::uuid as buyer,
        sum(visits) as visits, 0 as signups, 0 as confirmations, 0 as first_purchases, 0 as later_purchases,
        0 as first, 0 as later, 0 as refunds, 0 as chargebacks, 0 as unspent
      from visit_counts v where ${onDays} group by 1, 2, 3
      union all
      select site_id, ${monthOf(sql`day`)}, ${path("c", "c.site_id")}, null, null,
        0, count(*) filter (where step = 'signup'), count(*) filter (where step = 'confirmation'), 0, 0, 0, 0, 0, 0, 0
      from conversions c where ${onDays} and step in ('signup', 'confirmation') group by 1, 2, 3
      union all
      select r.site_id, ${monthOf(sql`r.issued_at at time zone 'UTC'`)},
        case when r.member_id is not null then ${path("t", "r.site_id")} end, r.currency, case when ${isPurchase} then r.member_id end,
        0, 0, 0, (b.first_id is not null)::int, (${isPurchase} and b.first_id is null)::int,
        ${sum(sql`b.first_id is not null`)}, ${sum(sql`${isPurchase} and b.first_id is null`)},
        ${sum(sql`r.kind = 'credit_note' and r.chargeback_id is null`)},
        case when r.chargeback_id is null then 0 when r.kind = 'credit_note' then r.amount_minor else -r.amount_minor end,
        0
      from receipts r
      left join signup_tracking t on t.account_id = r.member_id
      left join buyers b on b.first_id = r.id
      where ${issued}
      union all
      select r.site_id, ${monthOf(sql`r.issued_at at time zone 'UTC'`)}, ${path("t", "r.site_id")}, r.currency, null,
        0, 0, 0, 0, 0, 0, 0, 0, 0, u.amount
      from unspent u join receipts r on r.payment_id = u.payment_id and ${isPurchase}
      left join signup_tracking t on t.account_id = r.member_id
      where ${issued}
    )`;
}

type Line = Omit<RevenueRow, "of" | "money"> &
  Omit<RevenueMoney, "currency" | "revenue"> & { currency: string | null; is_whole: boolean } & Partial<
    Record<RevenueDimension, string | null>
  >;

/** How long one statement may take before it is cancelled. */
const timeoutMs = 30_000;

/**
 * Reads figures of one moment, by the sources that are named then. What the statements' steps find is estimated far too
 * low, and a nested loop through two of them takes minutes for 100,000 receipts: so there is none.
 */
export async function readBySource<T>(
  db: Db,
  siteIds: readonly number[],
  read: (db: Db, named: readonly Branch[]) => Promise<T>,
): Promise<T> {
  return await inSnapshot(
    db,
    async (trx) => {
      await sql`set local enable_nestloop = off`.execute(trx);
      return await read(trx, await findNamedSources(trx, siteIds));
    },
    timeoutMs,
  );
}

/** The most lines that one question reads. More fail: what is cut off would be missing from a sum. */
const mostLines = 50_000;

/** The figures of a period, by some dimensions: without one there is a single row, their sum, or none. */
export async function findRevenue(
  db: Db,
  period: RevenuePeriod,
  { by, named }: { by: readonly RevenueDimension[]; named: readonly Branch[] },
): Promise<RevenueRow[]> {
  const columnOf = (name: RevenueDimension) => {
    if (name === "month") return sql`f.month`;
    return name === "site" ? sql`w.key` : sourceValue(name);
  };
  const bySource = by.some((name) => name !== "month" && name !== "site");
  const columns = sql.join([...by.map((name) => sql`${sql.ref(name)}`), sql`erased`]);
  const values = sql.join([
    ...by.map((name) => sql`${columnOf(name)} as ${sql.ref(name)}`),
    bySource ? sql`f.path is null as erased` : sql`false as erased`,
  ]);
  const total = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`;
  const summed = ["visits", "signups", "confirmations", "first_purchases", "later_purchases"];
  const paid = ["first", "later", "refunds", "chargebacks", "unspent"];
  const { rows } = await sql<Line>`
    with ${factsOf(period)}, ${nearestNamed(named)}, told as (
      select ${values}, f.currency, f.buyer, ${sql.join([...summed, ...paid].map((name) => sql.ref(`f.${name}`)))}
      from facts f join sites w on w.id = f.site_id
      left join sources s on s.path = f.path
      where true ${isOnly(period.only)}
    )
    select ${columns}, currency, grouping(currency) = 1 as is_whole, count(distinct buyer)::float8 as buyers,
      ${sql.join([...summed, ...paid].map(total))}
    from told group by grouping sets ((${columns}), (${columns}, currency))
    having grouping(currency) = 1 or currency is not null
    order by ${by.includes("month") ? sql`month,` : sql``} is_whole desc, buyers desc, signups desc, visits desc,
      ${columns}, currency
    limit ${mostLines + 1}`.execute(db);
  if (rows.length > mostLines) throw failFields({ by: "too_big" });
  return rowsOf(rows, by);
}

function rowsOf(lines: readonly Line[], by: readonly RevenueDimension[]): RevenueRow[] {
  const rows = new Map<string, RevenueRow>();
  for (const line of lines) {
    const { currency, is_whole: isWhole, first, later, refunds, chargebacks, unspent, erased, ...rest } = line;
    const id = JSON.stringify([erased, ...by.map((name) => line[name])]);
    if (isWhole) {
      const { visits, signups, confirmations, buyers, first_purchases, later_purchases } = rest;
      const of = Object.fromEntries(by.map((name) => [name, line[name] ?? null]));
      const counts = { visits, signups, confirmations, buyers, first_purchases, later_purchases };
      rows.set(id, { of, erased, ...counts, money: [] });
    } else if (currency !== null) {
      const revenue = first + later - refunds - chargebacks;
      rows.get(id)?.money.push({ currency, first, later, refunds, chargebacks, revenue, unspent });
    }
  }
  for (const { money } of rows.values()) money.sort((one, other) => (one.currency < other.currency ? -1 : 1));
  return [...rows.values()];
}

/** Signups and buyers of one named source by the month of the signup; `currency` null: the counts. */
export type CohortLine = {
  site_id: number;
  source: string[];
  month: string;
  currency: string | null;
  signups: number;
  buyers: number;
} & Record<`after${(typeof valueDays)[number]}`, number>;

/** The value of members by the month of their signup and their source, of all times; none of erased members. */
export async function listCohortLines(
  db: Db,
  { siteIds, only, currency }: RevenuePeriod,
  named: readonly Branch[],
): Promise<CohortLine[]> {
  const kept = sql`case r.kind when 'receipt' then r.amount_minor else -r.amount_minor end`;
  const within = (days: number) => sql`coalesce(sum(${kept}) filter (
    where r.issued_at < a.created_at + make_interval(days => ${sql.lit(days)})), 0)`;
  const afters = valueDays.map((days) => sql.ref(`after${days}`));
  const { rows } = await sql<CohortLine>`
    with facts as (
      select site_id, ${monthOf(sql`day`)} as month, ${pathOf("c", sql.ref("c.site_id"))} as path, null::text as currency,
        null::uuid as buyer, count(*) as signups, ${sql.join(afters.map((name) => sql`0::bigint as ${name}`))}
      from conversions c where site_id = any(${siteIds}::smallint[]) and step = 'signup' group by 1, 2, 3
      union all
      select a.site_id, ${monthOf(sql`a.created_at at time zone 'UTC'`)}, ${pathOf("t", sql.ref("a.site_id"))}, r.currency, a.id, 0,
        ${sql.join(valueDays.map(within))}
      from receipts r join accounts a on a.id = r.member_id left join signup_tracking t on t.account_id = a.id
      where r.site_id = any(${siteIds}::smallint[])
      group by a.id, t.account_id, r.currency
    ), ${nearestNamed(named)}
    select f.site_id, s.source, f.month, f.currency, sum(f.signups)::float8 as signups,
      count(distinct f.buyer)::float8 as buyers, ${sql.join(afters.map((name) => sql`sum(f.${name})::float8 as ${name}`))}
    from facts f join sources s on s.path = f.path
    where true ${isOnly(only)}
    group by grouping sets ((f.site_id, s.source, f.month), (f.site_id, s.source, f.month, f.currency))
    having grouping(f.currency) = 1 or f.currency ${currency === undefined ? sql`is not null` : sql`= ${currency}`}
    order by 1, 2, 3, 4 nulls first`.execute(db);
  return rows;
}
