import { sql } from "kysely";
import type { refundReasons, refundStatuses } from "#contract/money.ts";
import type { Receipt } from "#contract/receipts.ts";
import { debitActs } from "#contract/staff-payments.ts";
import { creditUses } from "#contract/transactions.ts";
import type { Db } from "#server/db/pool.ts";
import { returnCauses } from "#server/features/credits/index.ts";
import { isRefunding } from "./books-store.ts";

const hasBoughtMore = sql<boolean>`exists (select from payments o
  where o.member_id = p.member_id and o.id <> p.id and o.status = 'completed')`;

export async function findBuyerOf(db: Db, paymentId: string) {
  return await db
    .selectFrom("payments as p")
    .innerJoin("sites as s", "s.id", "p.site_id")
    .leftJoin("profiles as m", "m.member_id", "p.member_id")
    .leftJoin("direct_debits as d", "d.payment_id", "p.id")
    .leftJoin("wallets as w", "w.member_id", "p.member_id")
    .select(["s.key as site", "m.name", "w.credits as balance", isRefunding.as("refunding")])
    .select(["d.mandate_reference", "d.iban_masked", "d.collect_on", "d.authorised_at"])
    .select(hasBoughtMore.as("bought_more"))
    .where("p.id", "=", paymentId)
    .executeTakeFirst();
}

export async function listReceiptsOf(db: Db, paymentId: string) {
  return await db
    .selectFrom("receipts")
    .select(["kind", "year", "number", "issued_at", "amount_minor", "chargeback_id"])
    .$narrowType<{ kind: Receipt["kind"] }>()
    .where("payment_id", "=", paymentId)
    .orderBy("issued_at")
    .orderBy("id")
    .execute();
}

/** Refunds with who of the team ordered each, and why. Index: `audit_log_member`. */
export async function listRefundsOf(db: Db, paymentId: string) {
  return await db
    .selectFrom("refunds as r")
    .leftJoin("staff as s", "s.id", "r.staff_id")
    .select(["r.id", "r.created_at", "r.completed_at", "r.status", "r.reason", "r.amount_minor", "s.name as by"])
    .select((refund) =>
      refund
        .selectFrom("audit_log as l")
        .select("l.reason")
        .whereRef("l.member_id", "=", refund.selectFrom("payments").select("member_id").where("id", "=", paymentId))
        .where("l.action", "=", "payment_refunded")
        .where("l.subject", "=", `payment:${paymentId}`)
        .whereRef("l.at", "=", "r.created_at")
        .limit(1)
        .as("why"),
    )
    .$narrowType<{ status: (typeof refundStatuses)[number]; reason: (typeof refundReasons)[number] }>()
    .where("r.payment_id", "=", paymentId)
    .execute();
}

export async function listChargebacksOf(db: Db, paymentId: string) {
  return await db
    .selectFrom("chargebacks")
    .select(["id", "created_at", "reversed_at", "amount_minor"])
    .where("payment_id", "=", paymentId)
    .execute();
}

export async function listWithdrawalsOf(db: Db, paymentId: string) {
  return await db
    .selectFrom("withdrawals")
    .select(["created_at", "outcome"])
    .where("payment_id", "=", paymentId)
    .execute();
}

/** Entries of the ledger that a payment, its refunds or its chargebacks caused. Index: `ledger_cause_cause_id_key`. */
export async function listBooked(db: Db, causes: readonly string[]) {
  return await db
    .selectFrom("ledger")
    .select(["cause", "amount", "created_at"])
    .where("cause", "in", ["purchase", "refund", "refund_failed", "chargeback", "chargeback_reversed", "debt"])
    .where("cause_id", "=", sql<string>`any(${[...causes]}::uuid[])`)
    .orderBy("id")
    .execute();
}

/** What a member spent since a time, and got back of it, by day (UTC) and cause. Index: `ledger_member`. */
export async function listUsed(db: Db, memberId: string, since: Date, limit: number) {
  const { rows } = await sql<{ at: Date; cause: string; amount: number }>`
    select max(created_at) as at, cause, sum(amount)::int as amount from ledger
    where member_id = ${memberId} and created_at >= ${since}
      and (cause in (${sql.join(creditUses.map((cause) => sql.lit(cause)))}) or cause in ${returnCauses})
    group by (created_at at time zone 'UTC')::date, cause order by at limit ${limit}`.execute(db);
  return rows;
}

/** What the team did about a direct debit, when, who and why. Index: `audit_log_action`. */
export async function listDebitActs(db: Db, paymentId: string) {
  return await db
    .selectFrom("audit_log as l")
    .leftJoin("staff as s", "s.id", "l.staff_id")
    .select(["l.at as when", "l.action as kind", "s.name as by", "l.reason as why"])
    .where("l.action", "in", debitActs)
    .$narrowType<{ kind: (typeof debitActs)[number] }>()
    .where("l.subject", "=", `payment:${paymentId}`)
    .execute();
}
