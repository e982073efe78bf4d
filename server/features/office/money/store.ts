import { type RawBuilder, sql } from "kysely";
import type { paymentReturns } from "#contract/money.ts";
import type { paymentStatuses } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";
import type { Period } from "./revenue-store.ts";

type Back = { at: Date; site: string; payment_id: string; amount: number; currency: string };

/** Refunds of a period, newest first. Index: `refunds_listed`. */
export async function listRefunds(db: Db, { siteIds, from, until }: Period, limit: number) {
  const { rows } = await sql<Back & { status: "queued" | "pending" | "completed" | "failed"; reason: string }>`
    select f.created_at as at, s.key as site, f.payment_id, f.amount_minor as amount, p.currency, f.status, f.reason
    from refunds f join payments p on p.id = f.payment_id join sites s on s.id = p.site_id
    where f.created_at >= ${from} and f.created_at < ${until} and p.site_id = any(${siteIds}::smallint[])
    order by f.created_at desc, f.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Chargebacks of a period, newest first. Index: `chargebacks_listed`. */
export async function listChargebacks(db: Db, { siteIds, from, until }: Period, limit: number) {
  const { rows } = await sql<Back & { reversed: boolean }>`
    select c.created_at as at, s.key as site, c.payment_id, c.amount_minor as amount, p.currency,
      c.reversed_at is not null as reversed
    from chargebacks c join payments p on p.id = c.payment_id join sites s on s.id = p.site_id
    where c.created_at >= ${from} and c.created_at < ${until} and p.site_id = any(${siteIds}::smallint[])
    order by c.created_at desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}

export type PaymentSearch = {
  siteIds: readonly number[];
  /** Null: by anything else. */
  number: { paymentId: string } | { year: number; number: number } | { reference: string } | null;
  status: string | undefined;
  method: string | undefined;
  returned: (typeof paymentReturns)[number] | undefined;
  /** Ids of accounts. */
  buyers: readonly string[] | undefined;
  from: Date | null;
  until: Date | null;
  after: { at: Date; id: string } | null;
  limit: number;
};

export type FoundPayment = {
  payment_id: string;
  year: number | null;
  number: number | null;
  site: string;
  created_at: Date;
  status: (typeof paymentStatuses)[number];
  method: string | null;
  country: string | null;
  credits: number;
  amount: number;
  refunded: number;
  charged_back: number;
  currency: string;
  reference: string | null;
};

const went: Record<(typeof paymentReturns)[number], RawBuilder<boolean>> = {
  refunded: sql`p.refunded_minor > 0`,
  charged_back: sql`p.charged_back_minor > 0`,
  disputed: sql`p.id in (select payment_id from chargebacks)`,
};

/** The accounts of an email address, on all sites. Index: that of the sites' addresses. */
export async function listAccountsOf(db: Db, email: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where email = ${email}::citext and site_id in (select id from sites)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The payments with a number: their own, the provider's, or that of a receipt. */
function isNumbered(number: NonNullable<PaymentSearch["number"]>) {
  if ("paymentId" in number) return sql<boolean>`p.id = ${number.paymentId}`;
  if ("reference" in number) return sql<boolean>`p.provider_reference = ${number.reference}`;
  return sql<boolean>`p.id in
    (select payment_id from receipts where year = ${number.year} and number = ${number.number})`;
}

/**
 * Payments, newest first. Indexes: `payments_listed`, read from the newest until the page is full; by a number the key
 * of payments, that of receipts' numbers, or that of the providers' references; `payments_member`, `payments_refunded`,
 * `payments_charged_back`.
 */
export async function listPayments(db: Db, search: PaymentSearch): Promise<FoundPayment[]> {
  const { siteIds, number, status, method, returned, buyers, from, until, after, limit } = search;
  let query = db
    .selectFrom("payments as p")
    .innerJoin("sites as s", "s.id", "p.site_id")
    .leftJoin("receipts as r", (join) =>
      join.onRef("r.payment_id", "=", "p.id").on("r.kind", "=", "receipt").on("r.chargeback_id", "is", null),
    )
    .select(["p.id as payment_id", "r.year", "r.number", "s.key as site", "p.created_at", "p.status", "p.method"])
    .select(["p.country", "p.credits", "p.amount_minor as amount", "p.refunded_minor as refunded"])
    .select(["p.charged_back_minor as charged_back", "p.currency", "p.provider_reference as reference"])
    .where(sql<boolean>`p.site_id = any(${siteIds}::smallint[])`);
  if (number !== null) query = query.where(isNumbered(number));
  if (status !== undefined) query = query.where("p.status", "=", status);
  if (method !== undefined) query = query.where("p.method", "=", method);
  if (returned !== undefined) query = query.where(went[returned]);
  if (buyers !== undefined) query = query.where(sql<boolean>`p.member_id = any(${[...buyers]}::uuid[])`);
  if (from !== null) query = query.where("p.created_at", ">=", from);
  if (until !== null) query = query.where("p.created_at", "<", until);
  if (after !== null) {
    query = query.where(sql<boolean>`(p.created_at, p.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  }
  const found = await query.orderBy("p.created_at", "desc").orderBy("p.id", "desc").limit(limit).execute();
  // the check constraint allows no other status
  return found.map((row) => ({ ...row, status: row.status as FoundPayment["status"] }));
}
