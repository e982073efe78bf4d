import { type Insertable, sql } from "kysely";
import type { paymentStatuses } from "#contract/payments.ts";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { CreditChanges } from "#server/db/tables.ts";
import { isRefunding } from "../money/books-store.ts";

export async function findWallet(db: Db, memberId: string) {
  return await db
    .selectFrom("wallets")
    .select(["credits", "debt"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}

type LedgerDay = { day: string; balance: number; cause: string; entries: number; amount: number };

/** The newest days (UTC) of a member's ledger, summed by cause, with the balance after each. Index: `ledger_member`. */
export async function sumLedgerByDay(db: Db, memberId: string, limit: number): Promise<LedgerDay[]> {
  const { rows } = await sql<LedgerDay>`
    select day, cause, count(*)::int as entries, sum(amount)::int as amount,
      (min(closing) - coalesce(sum(sum(amount)) over (partition by day order by max(id) desc
        rows between unbounded preceding and 1 preceding), 0))::int as balance
    from (
      select cause, amount, id, day, first_value(balance) over (partition by day order by id desc) as closing
      from (
        select cause, amount, balance, id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day
        from ledger where member_id = ${memberId}) as entry) as entries
    group by day, cause order by day desc, max(id) desc limit ${limit}`.execute(db);
  return rows;
}

export async function findPaymentsOfMember(db: Db, memberId: string, limit: number) {
  return await db
    .selectFrom("payments as p")
    .leftJoin("receipts as r", (join) =>
      join.onRef("r.payment_id", "=", "p.id").on("r.kind", "=", "receipt").on("r.chargeback_id", "is", null),
    )
    .select(["p.id", "p.created_at", "p.status", "p.credits", "p.amount_minor", "p.refunded_minor", "p.currency"])
    .leftJoin("direct_debits as d", "d.payment_id", "p.id")
    .select(["p.charged_back_minor", "p.method", "p.typed_code", "r.year", "r.number"])
    .select(["p.provider", "p.provider_reference"])
    .select(["d.mandate_reference", "d.collect_on", isRefunding.as("refunding")])
    .$narrowType<{ status: (typeof paymentStatuses)[number] }>()
    .where("p.member_id", "=", memberId)
    .orderBy("p.created_at", "desc")
    .orderBy("p.id", "desc")
    .limit(limit)
    .execute();
}

/** Records credits that a staff member gives or takes; returns the id of the record. */
export async function insertCreditChange(db: Db, change: Insertable<CreditChanges>): Promise<string> {
  const { id } = await db.insertInto("credit_changes").values(change).returning("id").executeTakeFirstOrThrow();
  return id;
}

type Alone = { siteId: number; staffId: string; since: Date };

/** The credits that one person gave members of a site or took, without a second one. Index: `credit_changes_alone`. */
export async function sumCreditsAlone(db: Db, { siteId, staffId, since }: Alone): Promise<number> {
  const { sum } = await db
    .selectFrom("credit_changes")
    .select(sql<number>`coalesce(sum(abs(amount)), 0)::int`.as("sum"))
    .where("site_id", "=", siteId)
    .where("staff_id", "=", staffId)
    .where("state", "=", "booked")
    .where("decided_by", "is", null)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return sum;
}

/** The money of a site that one person refunded without a second one, minor units. Index: `refunds_alone`. */
export async function sumRefundsAlone(
  db: Db,
  { siteId, staffId, since, currency }: Alone & { currency: string },
): Promise<number> {
  const { sum } = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(sql<number>`coalesce(sum(r.amount_minor), 0)::int`.as("sum"))
    .where("p.site_id", "=", siteId)
    .where("p.currency", "=", currency)
    .where("r.staff_id", "=", staffId)
    .where("r.confirmed_by", "is", null)
    .where("r.status", "<>", "failed")
    .where("r.created_at", ">", since)
    .executeTakeFirstOrThrow();
  return sum;
}

/** A member's site, with their wallet locked, so that of several changes at once each sees the ones before. */
export async function lockWalletOf(db: Lockable<"wallets">, memberId: string) {
  const wallet = db
    .selectFrom("wallets")
    .innerJoin("accounts", "accounts.id", "wallets.member_id")
    .select("wallets.site_id")
    .where("wallets.member_id", "=", memberId)
    .where("accounts.status", "<>", "deleted");
  const { db: locked, row } = await lock(db, "wallets", wallet, { of: "wallets" });
  return row && { db: locked, siteId: row.site_id };
}
