import { type RawBuilder, sql } from "kysely";
import type { MoneyDimension, MoneyRow, paymentReturns, refundReasons, refundStatuses } from "#contract/money.ts";
import type { NumberStep } from "#contract/numbers.ts";
import type { PaymentState } from "#contract/payment-state.ts";
import type { paymentStatuses } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";
import { isOnSites, type StaffSites } from "#server/http/staff-sites.ts";
import { firstDayOf } from "../numbers/numbers-store.ts";

/** Sites, and times: `until` is not included. */
export type Period = { siteIds: readonly number[]; from: Date; until: Date };

type Key = MoneyDimension | NumberStep | "all";

const keys: Record<Key, RawBuilder<string>> = {
  all: sql`''`,
  day: firstDayOf("day", "r.issued_at"),
  week: firstDayOf("week", "r.issued_at"),
  month: firstDayOf("month", "r.issued_at"),
  country: sql`coalesce(r.buyer_country, '')`,
  // a credit note has the credits that went back: the payment has those of the bundle
  bundle: sql`p.credits::text`,
  method: sql`coalesce(r.method, '')`,
  vat: sql`concat_ws(' ', coalesce(r.buyer_country, '–'), trim_scale(r.vat_percent)::text)`,
};

/**
 * Revenue as receipts and credit notes have it, told apart by currency, and by a dimension or the first day of a step.
 * Index: `receipts_issued`; the payments by their key.
 */
export async function sumRevenue(db: Db, { siteIds, from, until }: Period, by: Key): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select ${keys[by]} as of, r.currency, (count(*) filter (where r.kind = 'receipt'))::int as receipts,
      coalesce(sum(r.amount_minor) filter (where r.kind = 'receipt'), 0)::float8 as paid,
      coalesce(sum(r.amount_minor) filter (where r.kind = 'credit_note'), 0)::float8 as back,
      sum(case r.kind when 'receipt' then r.vat_minor else -r.vat_minor end)::float8 as vat
    from receipts r ${by === "bundle" ? sql`join payments p on p.id = r.payment_id` : sql``}
    where r.site_id = any(${siteIds}::smallint[]) and r.issued_at >= ${from} and r.issued_at < ${until}
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
  /** The quarter of the sale, which a credit note corrects in the return of its own quarter (OSS). */
  quarter: string;
  sold_in: string;
  ip_country: string | null;
  payer_country: string | null;
};

const quarterOf = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-"Q"Q')`;

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
      r.vat_percent::float8 as percent, r.payment_id, ${quarterOf(sql`r.issued_at`)} as quarter,
      ${quarterOf(sql`coalesce(p.completed_at, r.issued_at)`)} as sold_in, p.ip_country, p.payer_country
    from receipts r join sites s on s.id = r.site_id join payments p on p.id = r.payment_id
    where r.site_id = any(${period.siteIds}::smallint[]) and r.issued_at >= ${period.from}
      and r.issued_at < ${period.until} and r.currency = ${currency} ${later}
    order by r.issued_at, r.id limit ${limit}`.execute(db);
  return rows;
}

type Refund = { status: (typeof refundStatuses)[number]; reason: (typeof refundReasons)[number] };
type Back = { at: Date; site: string; payment_id: string; amount: number; currency: string };

/** Refunds of a period, newest first. Index: `refunds_listed`. */
export async function listRefundsOfSites(db: Db, { siteIds, from, until }: Period, limit: number) {
  const { rows } = await sql<Back & Refund>`
    select f.created_at as at, s.key as site, f.payment_id, f.amount_minor as amount, p.currency, f.status, f.reason
    from refunds f join payments p on p.id = f.payment_id join sites s on s.id = p.site_id
    where f.created_at >= ${from} and f.created_at < ${until} and p.site_id = any(${siteIds}::smallint[])
    order by f.created_at desc, f.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Chargebacks of a period, newest first. Index: `chargebacks_listed`. */
export async function listChargebacksOfSites(db: Db, { siteIds, from, until }: Period, limit: number) {
  const { rows } = await sql<Back & { reversed: boolean; method: string | null }>`
    select c.created_at as at, s.key as site, c.payment_id, c.amount_minor as amount, p.currency,
      p.method, c.reversed_at is not null as reversed
    from chargebacks c join payments p on p.id = c.payment_id join sites s on s.id = p.site_id
    where c.created_at >= ${from} and c.created_at < ${until} and p.site_id = any(${siteIds}::smallint[])
    order by c.created_at desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}

type PaymentSearch = {
  siteIds: readonly number[];
  /** Null: by anything else. */
  number: { paymentId: string } | { year: number; number: number } | { reference: string } | { mandate: string } | null;
  status: PaymentState | undefined;
  method: string | undefined;
  returned: (typeof paymentReturns)[number] | undefined;
  /** Ids of accounts. */
  buyers: readonly string[] | undefined;
  /** Ids of payments. */
  debits: readonly string[] | undefined;
  from: Date | null;
  until: Date | null;
  after: { at: Date; id: string } | null;
  limit: number;
};

type FoundPayment = {
  payment_id: string;
  year: number | null;
  number: number | null;
  site: string;
  created_at: Date;
  status: (typeof paymentStatuses)[number];
  method: string | null;
  code: string | null;
  country: string | null;
  credits: number;
  amount: number;
  refunded: number;
  refunding: boolean;
  charged_back: number;
  currency: string;
  reference: string | null;
};

const went: Record<(typeof paymentReturns)[number], RawBuilder<boolean>> = {
  refunded: sql`p.refunded_minor > 0`,
  charged_back: sql`p.charged_back_minor > 0`,
  disputed: sql`p.id in (select payment_id from chargebacks)`,
};

/** Whether a refund of the payment `p` is ordered and not paid out. Index: `refunds_payment`. */
export const isRefunding = sql<boolean>`exists (select from refunds
  where payment_id = p.id and status in ('queued', 'pending'))`;

/** The state that `paymentState` of the contract lists. */
const stateOf = sql<PaymentState>`case when p.status <> 'completed' then p.status
  when p.charged_back_minor >= p.amount_minor then 'charged_back'
  when p.charged_back_minor > 0 then 'partly_charged_back'
  when ${isRefunding} then 'refund_ordered'
  when p.refunded_minor >= p.amount_minor then 'refunded'
  when p.refunded_minor > 0 then 'partly_refunded' else p.status end`;

/** The accounts of an email address on the staff member's sites. Index: that of the sites' addresses. */
export async function listAccountsOf(db: Db, email: string, sites: StaffSites, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where email = ${email}::citext
      and site_id in (select id from sites where ${isOnSites(sites, "id")})
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The direct debits of a bank account that were ordered, newest first. Index: `direct_debit_uses_iban`. */
export async function listDebitsOf(db: Db, ibanKeys: readonly Buffer[], limit: number) {
  const { rows } = await sql<{ id: string; member_id: string | null }>`
    select p.id, p.member_id from direct_debit_uses u join payments p on p.id = u.payment_id
    where u.iban_key = any(${[...ibanKeys]}::bytea[])
    order by u.confirmed_at desc, u.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * The direct debits of the bank accounts that end with these digits on the staff member's sites, newest first; none of
 * erased members. Index: `direct_debits_iban_end`.
 */
export async function listDebitsEndingWith(db: Db, digits: string, sites: StaffSites, limit: number) {
  const { rows } = await sql<{ id: string; member_id: string | null }>`
    select p.id, p.member_id from direct_debits d join payments p on p.id = d.payment_id
    where right(d.iban_masked, 4) = ${digits}
      and p.site_id in (select id from sites where ${isOnSites(sites, "id")})
    order by d.created_at desc, d.id limit ${limit}`.execute(db);
  return rows;
}

const maxNamed = 10;

type Named = {
  mandates: readonly string[];
  receipts: readonly { year: number; number: number }[];
  ibanKeys: readonly Buffer[];
};

/**
 * The payments of these mandates, receipts and bank accounts on the staff's sites, each with its buyer; none of erased
 * members.
 */
export async function listNamedPayments(db: Db, { mandates, receipts, ibanKeys }: Named, sites: StaffSites) {
  const { rows } = await sql<{ id: string; member_id: string; name: string; fictional: boolean }>`
    select p.id, p.member_id, m.name, m.fictional from payments p join profiles m on m.member_id = p.member_id
    where ${isOnSites(sites, "p.site_id")} and p.id in (
      select payment_id from direct_debit_uses where right(id::text, 12) = any(${[...mandates]}::text[])
      union all select payment_id from direct_debit_uses where iban_key = any(${[...ibanKeys]}::bytea[])
      union all select payment_id from receipts where (year, number) in (
        select * from unnest(${receipts.map(({ year }) => year)}::int[], ${receipts.map(({ number }) => number)}::int[])))
    order by p.created_at desc, p.id limit ${maxNamed}`.execute(db);
  return rows;
}

function isNumbered(number: NonNullable<PaymentSearch["number"]>) {
  if ("paymentId" in number) return sql<boolean>`p.id = ${number.paymentId}`;
  if ("reference" in number) return sql<boolean>`p.provider_reference = ${number.reference}`;
  // by the row that outlives the member's direct debit
  if ("mandate" in number)
    return sql<boolean>`p.id in (select payment_id from direct_debit_uses where right(id::text, 12) = ${number.mandate})`;
  return sql<boolean>`p.id in
    (select payment_id from receipts where year = ${number.year} and number = ${number.number})`;
}

/**
 * Payments, newest first. Indexes: `payments_listed`, read from the newest until the page is full; by a number the key
 * of payments, that of receipts' numbers, that of the providers' references, or `direct_debit_uses_reference`;
 * `payments_member`, `payments_refunded`, `payments_charged_back`.
 */
export async function listPaymentsOfSites(db: Db, search: PaymentSearch): Promise<FoundPayment[]> {
  const { siteIds, number, status, method, returned, buyers, debits, from, until, after, limit } = search;
  let query = db
    .selectFrom("payments as p")
    .innerJoin("sites as s", "s.id", "p.site_id")
    .leftJoin("receipts as r", (join) =>
      join.onRef("r.payment_id", "=", "p.id").on("r.kind", "=", "receipt").on("r.chargeback_id", "is", null),
    )
    .select(["p.id as payment_id", "r.year", "r.number", "s.key as site", "p.created_at", "p.status", "p.method"])
    .select([
      "p.typed_code as code",
      "p.country",
      "p.credits",
      "p.amount_minor as amount",
      "p.refunded_minor as refunded",
    ])
    .select([
      "p.charged_back_minor as charged_back",
      isRefunding.as("refunding"),
      "p.currency",
      "p.provider_reference as reference",
    ])
    .where(sql<boolean>`p.site_id = any(${siteIds}::smallint[])`);
  if (number !== null) query = query.where(isNumbered(number));
  if (status !== undefined) query = query.where(stateOf, "=", status);
  if (method !== undefined) query = query.where("p.method", "=", method);
  if (returned !== undefined) query = query.where(went[returned]);
  if (buyers !== undefined) query = query.where(sql<boolean>`p.member_id = any(${[...buyers]}::uuid[])`);
  if (debits !== undefined) query = query.where(sql<boolean>`p.id = any(${[...debits]}::uuid[])`);
  if (from !== null) query = query.where("p.created_at", ">=", from);
  if (until !== null) query = query.where("p.created_at", "<", until);
  if (after !== null) {
    query = query.where(sql<boolean>`(p.created_at, p.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  }
  const rows = await query.orderBy("p.created_at", "desc").orderBy("p.id", "desc").limit(limit).execute();
  // the check constraint allows no other status
  return rows.map((row) => ({ ...row, status: row.status as FoundPayment["status"] }));
}
