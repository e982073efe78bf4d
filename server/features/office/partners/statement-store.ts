import { sql } from "kysely";
import { addMonths } from "#contract/months.ts";
import { type AnyTrx, lockOther } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** Partners whose last statement is of an earlier month. */
export async function listOpenPartners(db: Db, month: string): Promise<string[]> {
  const rows = await db
    .selectFrom("partners")
    .select("id")
    .where("closed_to", "<", month)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

export type LockedPartner = { name: string; iban: string | null; currency: string; closed_to: string };

/** So that of two runs at once one closes a month, and no payout is made beside it. */
export async function lockPartner(db: AnyTrx, id: string): Promise<LockedPartner | undefined> {
  const columns = ["name", "iban", "currency", "closed_to"] as const;
  return await lockOther(db, db.selectFrom("partners").select(columns).where("id", "=", id));
}

/**
 * Stores which purchases are of a partner's members, each once; `since`: purchases of earlier days are stored already.
 * It has to run before a buyer is erased: the source of a signup goes with the account. Index: `receipts_issued`.
 */
export async function insertSales(db: Db, since: Date): Promise<void> {
  await sql`
    insert into partner_sales (payment_id, partner_id, day, is_first)
    select r.payment_id, n.partner_id, (r.issued_at at time zone 'UTC')::date, not exists (
      select from receipts e where e.site_id = r.site_id and e.member_id = r.member_id and e.kind = 'receipt'
        and e.chargeback_id is null and (e.issued_at, e.id) < (r.issued_at, r.id))
    from partner_networks n
    join receipts r on r.site_id = n.site_id and r.kind = 'receipt' and r.chargeback_id is null
    join signup_tracking t on t.account_id = r.member_id and t.network = n.network
    where r.issued_at >= ${since} and (r.issued_at at time zone 'UTC')::date >= n.from_day
    on conflict do nothing`.execute(db);
}

const utcDay = (month: string) => sql`${`${month}-01`}::date`;
/** SQL: the terms of a partner that held on a day; none before the first. */
const termsOn = (day: string) => sql`
  join lateral (select * from partner_terms where partner_id = n.id and from_day <= ${sql.ref(day)}
    order by from_day desc limit 1) t on true`;
/** The longest that terms hold anything back. */
const longestHold = 180;

type Counted = { count: number; minor: number };

/** Confirmed signups whose hold ended in a month. Index: `conversions_site_id_day_idx`. */
export async function sumSignups(db: Db, partnerId: string, month: string): Promise<Counted> {
  const [from, until] = [utcDay(month), utcDay(addMonths(month, 1))];
  const { rows } = await sql<Counted>`
    select count(*)::int as count, coalesce(sum(t.signup_minor), 0)::float8 as minor
    from partners n
    join partner_networks w on w.partner_id = n.id
    join conversions c on c.site_id = w.site_id and c.network = w.network and c.day >= w.from_day
    ${termsOn("c.day")}
    where n.id = ${partnerId} and c.step = 'confirmation' and t.signup_minor > 0
      and c.day >= ${from} - ${longestHold}::int and c.day < ${until}
      and c.day + t.hold_days >= ${from} and c.day + t.hold_days < ${until}`.execute(db);
  return rows[0] ?? { count: 0, minor: 0 };
}

export type LineKind = "buyer" | "share";
export type ChangedLine = { payment_id: string; kind: LineKind; currency: string; amount: number };

/**
 * What each purchase whose hold is over gives at the end of a month, less what earlier statements have for it: a refund
 * or a chargeback makes a line below 0, and one that a bank gave back a line above 0 again. Shares are rounded down.
 */
export async function listChangedLines(db: Db, partnerId: string, month: string): Promise<ChangedLine[]> {
  const until = utcDay(addMonths(month, 1));
  const sign = sql`case r.kind when 'receipt' then 1 else -1 end`;
  const { rows } = await sql<ChangedLine>`
    with kept as (
      select s.payment_id, s.is_first, n.currency, t.buyer_minor, t.share_points, k.currency as paid_in, k.paid, k.net
      from partners n
      join partner_sales s on s.partner_id = n.id
      ${termsOn("s.day")}
      join lateral (
        select min(r.currency) as currency, sum(${sign} * r.amount_minor) as paid,
          sum(${sign} * (r.amount_minor - r.vat_minor)) as net
        from receipts r where r.payment_id = s.payment_id and r.issued_at < ${until}::timestamp at time zone 'UTC'
      ) k on true
      where n.id = ${partnerId} and s.day + t.hold_days < ${until}
    ), due as (
      select payment_id, 'buyer' as kind, currency, case when is_first and paid > 0 then buyer_minor else 0 end as amount
      from kept
      union all
      select payment_id, 'share', paid_in, case when paid > 0 then greatest(net, 0) * share_points / 10000 else 0 end
      from kept
    )
    select d.payment_id, d.kind, d.currency, (d.amount - l.amount)::float8 as amount
    from due d
    join lateral (
      select coalesce(sum(amount_minor), 0) as amount from partner_lines
      where payment_id = d.payment_id and kind = d.kind
    ) l on true
    where d.amount <> l.amount
    order by d.payment_id, d.kind`.execute(db);
  return rows;
}

export type NewPartnerStatement = {
  partnerId: string;
  month: string;
  currency: string;
  signups: Counted;
  lines: readonly ChangedLine[];
  now: Date;
};

const sumOf = (lines: readonly ChangedLine[]): Counted => ({
  count: lines.length,
  minor: lines.reduce((sum, { amount }) => sum + amount, 0),
});

export async function insertPartnerStatement(db: Db, statement: NewPartnerStatement): Promise<void> {
  const { partnerId, month, currency, signups, lines, now } = statement;
  const earnedBy = (kind: LineKind) => sumOf(lines.filter((line) => line.amount > 0 && line.kind === kind));
  const [buyers, sales] = [earnedBy("buyer"), earnedBy("share")];
  const reversals = sumOf(lines.filter(({ amount }) => amount < 0));
  const { id } = await db
    .insertInto("partner_statements")
    .values({
      ...{ partner_id: partnerId, month, currency, closed_at: now },
      ...{ signups: signups.count, signups_minor: signups.minor },
      ...{ buyers: buyers.count, buyers_minor: buyers.minor, sales: sales.count, sales_minor: sales.minor },
      ...{ reversals: reversals.count, reversals_minor: reversals.minor },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = JSON.stringify(lines);
  await sql`
    insert into partner_lines (statement_id, payment_id, kind, amount_minor)
    select ${id}, payment_id, kind, amount
    from jsonb_to_recordset(${rows}::jsonb) as l(payment_id uuid, kind text, amount int)`.execute(db);
}

export async function setClosed(db: Db, id: string, month: string): Promise<void> {
  await db.updateTable("partners").set({ closed_to: month }).where("id", "=", id).execute();
}
