import { sql } from "kysely";
import type { paymentStatuses } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";

export async function findWallet(db: Db, memberId: string) {
  return await db
    .selectFrom("wallets")
    .select(["credits", "debt"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}

/** The ledger of a member, summed by cause. Index: `ledger_member`. */
export async function sumLedger(db: Db, memberId: string) {
  const { rows } = await sql<{ cause: string; entries: number; amount: number }>`
    select cause, count(*)::int as entries, sum(amount)::int as amount from ledger where member_id = ${memberId}
    group by cause order by cause`.execute(db);
  return rows;
}

/** A member's payments with their receipts' numbers, newest first. */
export async function findPayments(db: Db, memberId: string, limit: number) {
  return await db
    .selectFrom("payments as p")
    .leftJoin("receipts as r", (join) =>
      join.onRef("r.payment_id", "=", "p.id").on("r.kind", "=", "receipt").on("r.chargeback_id", "is", null),
    )
    .select(["p.id", "p.created_at", "p.status", "p.credits", "p.amount_minor", "p.refunded_minor", "p.currency"])
    .select(["p.charged_back_minor", "r.year", "r.number"])
    .$narrowType<{ status: (typeof paymentStatuses)[number] }>()
    .where("p.member_id", "=", memberId)
    .orderBy("p.created_at", "desc")
    .orderBy("p.id", "desc")
    .limit(limit)
    .execute();
}

export type NewChange = {
  siteId: number;
  memberId: string;
  amount: number;
  reason: string;
  state: "waiting" | "booked";
  staffId: string;
  now: Date;
};

/** Records credits that a staff member gives or takes; returns the id of the record. */
export async function insertChange(db: Db, change: NewChange): Promise<string> {
  const { siteId, memberId, amount, reason, state, staffId, now } = change;
  const { id } = await db
    .insertInto("credit_changes")
    .values({ site_id: siteId, member_id: memberId, amount, reason, state, staff_id: staffId, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The credits that one person gave a member or took, without a second one, since a time. */
export async function sumAlone(
  db: Db,
  { memberId, staffId, since }: { memberId: string; staffId: string; since: Date },
): Promise<number> {
  const { sum } = await db
    .selectFrom("credit_changes")
    .select(sql<number>`coalesce(sum(abs(amount)), 0)::int`.as("sum"))
    .where("member_id", "=", memberId)
    .where("staff_id", "=", staffId)
    .where("state", "=", "booked")
    .where("decided_by", "is", null)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return sum;
}

/** What waits for a second person, oldest first. */
export async function findWaiting(db: Db, memberId: string) {
  return await db
    .selectFrom("credit_changes as c")
    .innerJoin("staff as s", "s.id", "c.staff_id")
    .select(["c.id", "c.amount", "c.reason", "c.staff_id", "s.name as by"])
    .where("c.member_id", "=", memberId)
    .where("c.state", "=", "waiting")
    .orderBy("c.created_at")
    .execute();
}

/** A change that waits for a second person, locked. */
export async function lockChange(db: Db, id: string) {
  return await db
    .selectFrom("credit_changes")
    .select(["id", "site_id", "member_id", "amount", "staff_id"])
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .forUpdate()
    .executeTakeFirst();
}

export async function settleChange(
  db: Db,
  id: string,
  { state, staffId, now }: { state: "booked" | "refused"; staffId: string; now: Date },
): Promise<void> {
  await db
    .updateTable("credit_changes")
    .set({ state, decided_by: staffId, decided_at: now })
    .where("id", "=", id)
    .execute();
}

/** A member's site, with their wallet locked, so that of several changes at once each sees the ones before. */
export async function lockWalletOf(db: Db, memberId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("wallets")
    .innerJoin("accounts", "accounts.id", "wallets.member_id")
    .select("wallets.site_id")
    .where("wallets.member_id", "=", memberId)
    .where("accounts.status", "<>", "deleted")
    .forUpdate("wallets")
    .executeTakeFirst();
  return row?.site_id;
}
