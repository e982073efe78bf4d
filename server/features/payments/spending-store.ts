import { sql } from "kysely";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { MemberLimits } from "./spending-rules.ts";

export async function findLimits(db: Db, memberId: string): Promise<MemberLimits | undefined> {
  return await db.selectFrom("spending_limits").selectAll().where("member_id", "=", memberId).executeTakeFirst();
}

/** Row-locks a member's limits until the transaction ends, so that simultaneous orders see each other. */
export async function lockLimits(db: Lockable<"spending_limits">, memberId: string): Promise<MemberLimits | undefined> {
  const limits = db.selectFrom("spending_limits").selectAll().where("member_id", "=", memberId);
  return (await lock(db, "spending_limits", limits)).row;
}

/** Inserts or changes a member's limits; columns that are not in `change` stay. */
export async function saveLimits(
  db: Db,
  owner: { memberId: string; siteId: number },
  change: Partial<MemberLimits>,
): Promise<void> {
  await db
    .insertInto("spending_limits")
    .values({ member_id: owner.memberId, site_id: owner.siteId, ...change })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(change))
    .execute();
}

/** The sum of a member's completed and pending payments since a time, less refunds and chargebacks, minor units. */
export async function sumSpent(db: Db, memberId: string, currency: string, since: Date): Promise<number> {
  const sum = await sql<{ spent: number }>`
    select coalesce(sum(amount_minor - refunded_minor - charged_back_minor), 0)::int as spent
    from payments
    where member_id = ${memberId} and currency = ${currency} and status in ('pending', 'completed')
      and coalesce(completed_at, created_at) >= ${since}`.execute(db);
  return sum.rows[0]?.spent ?? 0;
}

/** The sum of a member's open checkouts, minor units, and when the newest began, without the order `exceptKey`. */
export async function sumOpen(
  db: Db,
  { memberId, currency, since, exceptKey }: { memberId: string; currency: string; since: Date; exceptKey: string },
): Promise<{ amount: number; newest: Date | null }> {
  const sum = await sql<{ amount: number; newest: Date | null }>`
    select coalesce(sum(amount_minor), 0)::int as amount, max(created_at) as newest
    from payments
    where member_id = ${memberId} and currency = ${currency} and status = 'open' and created_at > ${since}
      and key <> ${exceptKey}`.execute(db);
  return sum.rows[0] ?? { amount: 0, newest: null };
}
