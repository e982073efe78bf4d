import { type RawBuilder, sql } from "kysely";
import type { MoneyDimension, MoneyRow } from "#contract/money.ts";
import type { Db } from "#server/db/pool.ts";

/** Sites, and times: `until` is not included. */
export type Period = { siteIds: readonly number[]; from: Date; until: Date };

const keys: Record<MoneyDimension | "all", RawBuilder<string>> = {
  all: sql`''`,
  day: sql`to_char(r.issued_at at time zone 'UTC', 'YYYY-MM-DD')`,
  country: sql`coalesce(r.buyer_country, '')`,
  // a credit note has the credits that went back: the payment has those of the bundle
  bundle: sql`p.credits::text`,
  method: sql`coalesce(r.method, '')`,
  vat: sql`concat_ws(' ', coalesce(r.buyer_country, '–'), trim_scale(r.vat_percent)::text)`,
};

/** The receipts and credit notes of a period. Index: `receipts_issued`; the payments by their key. */
const issued = ({ siteIds, from, until }: Period) => sql`
  receipts r join payments p on p.id = r.payment_id
  where r.site_id = any(${siteIds}::smallint[]) and r.issued_at >= ${from} and r.issued_at < ${until}`;

/** Revenue as receipts and credit notes have it, told apart by currency, and by a dimension. */
export async function sumRevenue(db: Db, period: Period, by: MoneyDimension | "all"): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select ${keys[by]} as of, r.currency, (count(*) filter (where r.kind = 'receipt'))::int as receipts,
      coalesce(sum(r.amount_minor) filter (where r.kind = 'receipt'), 0)::float8 as paid,
      coalesce(sum(r.amount_minor) filter (where r.kind = 'credit_note'), 0)::float8 as back,
      sum(case r.kind when 'receipt' then r.vat_minor else -r.vat_minor end)::float8 as vat
    from ${issued(period)}
    group by 1, 2 order by 2, ${by === "bundle" ? sql`min(p.credits)` : sql`1`}`.execute(db);
  return rows;
}

export type CsvRow = {
  id: string;
  at: Date;
  year: number;
  number: number;
  kind: "receipt" | "credit_note";
  site: string;
  company: string;
  country: string | null;
  method: string | null;
  credits: number;
  amount: number;
  vat: number;
  percent: number;
  payment_id: string;
};

/** The next rows of one currency after a row, in the order of their time. Index: `receipts_issued`. */
export async function listIssued(
  db: Db,
  period: Period,
  { currency, after, limit }: { currency: string; after: { at: Date; id: string } | null; limit: number },
): Promise<CsvRow[]> {
  const later = after ? sql`and (r.issued_at, r.id) > (${after.at}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<CsvRow>`
    select r.id, r.issued_at as at, r.year, r.number, r.kind, s.key as site, r.seller->>'name' as company,
      r.buyer_country as country, r.method, r.credits, r.amount_minor as amount, r.vat_minor as vat,
      r.vat_percent::float8 as percent, r.payment_id
    from receipts r join sites s on s.id = r.site_id
    where r.site_id = any(${period.siteIds}::smallint[]) and r.issued_at >= ${period.from}
      and r.issued_at < ${period.until} and r.currency = ${currency} ${later}
    order by r.issued_at, r.id limit ${limit}`.execute(db);
  return rows;
}
