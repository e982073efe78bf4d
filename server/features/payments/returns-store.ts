import { type Insertable, type Selectable, sql } from "kysely";
import type { refundReasons, refundStatuses } from "#contract/money.ts";
import { insteadOfCredits } from "#contract/payments.ts";
import type { Money } from "#contract/withdrawals.ts";
import type { Db } from "#server/db/pool.ts";
import type { Chargebacks, Refunds } from "#server/db/tables.ts";
import type { ListedChargeback } from "#server/ports/payments/port.ts";

export type RefundReason = (typeof refundReasons)[number];
export type RefundStatus = (typeof refundStatuses)[number];

export type RefundRow = Omit<Selectable<Refunds>, "status" | "reason"> & { status: RefundStatus; reason: RefundReason };

// the check constraints allow no other status and reason
const toRefund = (row: Selectable<Refunds>): RefundRow => row as RefundRow;

export async function insertRefund(db: Db, refund: Insertable<Refunds> & { reason: RefundReason }): Promise<string> {
  const { id } = await db.insertInto("refunds").values(refund).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  const row = await db.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toRefund(row);
}

export async function listRefunds(db: Db, paymentIds: readonly string[]): Promise<RefundRow[]> {
  if (paymentIds.length === 0) return [];
  const rows = await db
    .selectFrom("refunds")
    .selectAll()
    .where("payment_id", "in", paymentIds)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toRefund);
}

export async function updateRefund(
  db: Db,
  id: string,
  change: { status: RefundStatus; reference?: string; completedAt: Date | null },
): Promise<void> {
  await db
    .updateTable("refunds")
    .set({
      status: change.status,
      completed_at: change.completedAt,
      ...(change.reference ? { provider_reference: change.reference } : {}),
    })
    .where("id", "=", id)
    .execute();
}

export async function addTaken(db: Db, id: string, credits: number): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ credits: sql`credits + ${credits}` })
    .where("id", "=", id)
    .execute();
}

export type ChargebackRow = Selectable<Chargebacks>;

export async function listChargebacks(db: Db, paymentIds: readonly string[]): Promise<ChargebackRow[]> {
  if (paymentIds.length === 0) return [];
  return await db
    .selectFrom("chargebacks")
    .selectAll()
    .where("payment_id", "in", paymentIds)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** References of payments of ours with a chargeback, or its reversal, that we have not booked. */
export async function listUnbooked(db: Db, provider: string, theirs: readonly ListedChargeback[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select distinct payments.provider_reference as reference
    from json_to_recordset(${JSON.stringify(theirs)}) as theirs ("payment" text, "reference" text, "reversed" boolean)
    join payments on payments.provider = ${provider} and payments.provider_reference = theirs.payment
    left join chargebacks on chargebacks.payment_id = payments.id
      and chargebacks.provider_reference = theirs.reference
    where chargebacks.id is null or (chargebacks.reversed_at is not null) <> theirs.reversed`.execute(db);
  return rows.map((row) => row.reference);
}

export async function insertChargeback(db: Db, chargeback: Insertable<Chargebacks>): Promise<string> {
  const { id } = await db.insertInto("chargebacks").values(chargeback).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function setReversed(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("chargebacks").set({ reversed_at: now }).where("id", "=", id).execute();
}

/** Which of these payments gave no credits, because they were refunded instead, even if that refund failed. */
export async function findUndelivered(db: Db, paymentIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (paymentIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("refunds")
    .select("payment_id")
    .where("payment_id", "in", paymentIds)
    .where("reason", "in", insteadOfCredits)
    .execute();
  return new Set(rows.map(({ payment_id }) => payment_id));
}

/** The sum of each currency that was refunded since then because the member left; one that failed is not. */
export async function sumRefundedOnLeaving(db: Db, memberId: string, since: Date): Promise<Money[]> {
  return await db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.payment_id")
    .select(["payments.currency", sql<number>`sum(refunds.amount_minor)::int`.as("amount")])
    .where("payments.member_id", "=", memberId)
    .where("refunds.reason", "=", "account_deleted")
    .where("refunds.status", "<>", "failed")
    .where("refunds.created_at", ">", since)
    .groupBy("payments.currency")
    .orderBy("payments.currency")
    .execute();
}

/** How many credits of each payment were taken back: by refunds that did not fail, and by chargebacks. */
export async function sumTakenBack(db: Db, paymentIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ payment_id: string; credits: number }>`
    select payment_id, sum(credits)::int as credits
    from (
      select payment_id, credits from refunds where status <> 'failed'
      union all select payment_id, credits from chargebacks where reversed_at is null
    ) as returned
    where payment_id = any(${paymentIds}::uuid[])
    group by payment_id`.execute(db);
  return new Map(rows.map((row) => [row.payment_id, row.credits]));
}

/** References of payments with an unsettled refund of a period, those asked about longest ago first. */
export async function listPaymentsWithOpenRefunds(
  db: Db,
  provider: string,
  period: { from: Date; until: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.payment_id")
    .select("payments.provider_reference as reference")
    .groupBy(["payments.provider_reference", "payments.asked_at"])
    .where("refunds.status", "in", ["queued", "pending"])
    .where("refunds.created_at", ">=", period.from)
    .where("refunds.created_at", "<", period.until)
    .where("payments.provider", "=", provider)
    .orderBy(sql`payments.asked_at nulls first`)
    .limit(period.limit)
    .$narrowType<{ reference: string }>()
    .where("payments.provider_reference", "is not", null)
    .execute();
  return rows.map((row) => row.reference);
}

export async function listQueuedRefunds(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("refunds")
    .select("id")
    .where("status", "=", "queued")
    .where("created_at", "<", before)
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}
