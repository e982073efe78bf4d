import { type RawBuilder, sql } from "kysely";
import { insteadOfCredits } from "#contract/payments.ts";
import type { Money } from "#contract/withdrawals.ts";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** What one purchase refunds: whole credits in minor units. */
export type Unspent = { paymentId: string; memberId: string; credits: number; amount: number; currency: string };

/**
 * SQL: what each of these purchases refunds if all do, newest first, of the credits that each member has. A purchase
 * refunds what `refundableOf` says of the credits that the newer ones leave.
 */
const unspentOf = (condition: RawBuilder<unknown>) => sql<Unspent>`
  select id as "paymentId", member_id as "memberId", credits, currency,
    least(left_minor, ceil(amount_minor::numeric * credits / bought))::int as amount
  from (
    select id, member_id, currency, amount_minor, left_minor, bought, completed_at,
      least(untaken, balance - coalesce(sum(untaken) over (partition by member_id order by completed_at desc, id desc
        rows between unbounded preceding and 1 preceding), 0))::int as credits
    from (
      select p.id, p.member_id, p.currency, p.completed_at, p.amount_minor, p.credits as bought, w.credits as balance,
        p.amount_minor - p.refunded_minor - p.charged_back_minor as left_minor,
        p.credits - greatest(
          p.credits::bigint * least(p.amount_minor, p.refunded_minor + p.charged_back_minor) / p.amount_minor,
          (select coalesce(sum(credits), 0) from refunds where payment_id = p.id and status <> 'failed')
            + (select coalesce(sum(credits), 0) from chargebacks where payment_id = p.id and reversed_at is null)
        ) as untaken
      from payments p join wallets w on w.member_id = p.member_id
      where p.status = 'completed' and w.credits > 0
        and p.amount_minor > p.refunded_minor + p.charged_back_minor
        and not exists (
          select from refunds where payment_id = p.id and reason = any (${insteadOfCredits}::text[]))
        and ${condition}
    ) as paid
    where untaken > 0
  ) as shared
  where credits > 0`;

/** What refunding all that a member bought and has not spent would pay for each purchase, newest first. */
export async function findUnspent(db: Db, memberId: string): Promise<Unspent[]> {
  const { rows } = await sql<Unspent>`
    ${unspentOf(sql`p.member_id = ${memberId}`)} order by completed_at desc, id desc`.execute(db);
  return rows;
}

/** Locks a member's purchases by their id. The caller holds the account's lock. */
export async function lockPurchases(db: Lockable<"payments">, memberId: string) {
  const purchases = db
    .selectFrom("payments")
    .select("id")
    .where("member_id", "=", memberId)
    .where("status", "=", "completed")
    .orderBy("id");
  return (await lock(db, "payments", purchases)).db;
}

/** Payments of a member that the provider has not settled yet, such as direct debits on their way. */
export async function sumComing(db: Db, memberId: string): Promise<Money[]> {
  return await db
    .selectFrom("payments")
    .select(["currency", sql<number>`sum(amount_minor)::int`.as("amount")])
    .where("member_id", "=", memberId)
    .where("status", "=", "pending")
    .groupBy("currency")
    .orderBy("currency")
    .execute();
}

/** SQL: what each purchase of members of these sites refunds if all do. */
export const unspentOnSites = (siteIds: readonly number[]) => unspentOf(sql`p.site_id = any (${siteIds}::smallint[])`);

/** What refunding all that members of these sites bought and have not spent would pay, and how many members. */
export async function sumOwed(db: Db, siteIds: readonly number[]): Promise<(Money & { members: number })[]> {
  const { rows } = await sql<Money & { members: number }>`
    select currency, sum(amount)::float8 as amount, count(distinct "memberId")::int as members
    from (${unspentOnSites(siteIds)}) as unspent
    group by currency order by currency`.execute(db);
  return rows;
}

type Owed = { siteId: number; since: Date; after: string | undefined; limit: number };

/** Members of a site that something is owed to, by their id, without those refunded since then because it closes. */
export async function listOwed(db: Db, { siteId, since, after, limit }: Owed): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct "memberId" as id from (${unspentOf(sql`p.site_id = ${siteId}
      and (${after ?? null}::uuid is null or p.member_id > ${after ?? null}::uuid)`)}) as unspent
    where not exists (
      select from refunds r join payments p on p.id = r.payment_id
      where p.member_id = "memberId" and r.reason = 'site_closed' and r.created_at >= ${since})
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
