import { type Selectable, sql } from "kysely";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Withdrawals } from "#server/db/tables.ts";
import { returnCauses } from "#server/features/credits/index.ts";

type WithdrawalRow = Selectable<Withdrawals>;

/** The withdrawals from payments that were carried out. */
export async function listWithdrawn(db: Db, paymentIds: readonly string[]): Promise<WithdrawalRow[]> {
  if (paymentIds.length === 0) return [];
  return await db
    .selectFrom("withdrawals")
    .selectAll()
    .where("payment_id", "in", paymentIds)
    .where("outcome", "<>", "recorded")
    .execute();
}

export type NewWithdrawal = {
  siteId: number;
  memberId: string | null;
  paymentId: string | null;
  email: string | null;
  number: string;
  now: Date;
};

/** `recorded`: staff have to check it, or its declarer has to confirm it. */
type Outcome =
  | { outcome: "refunded"; refund_id: string; credits: number; amount_minor: number }
  | { outcome: "unpaid" | "recorded" };

/** Stores a withdrawal with its outcome; returns its id. */
export async function insertWithdrawal(
  db: Db,
  { siteId, memberId, paymentId, email, number, now }: NewWithdrawal,
  outcome: Outcome,
): Promise<string> {
  const what = { site_id: siteId, member_id: memberId, payment_id: paymentId, email, number, created_at: now };
  const { id } = await db
    .insertInto("withdrawals")
    .values({ ...what, ...outcome })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A withdrawal of a site that was declared without a login; undefined if staff have closed it without a refund. */
export async function findDeclared(db: Db, siteId: number, id: string): Promise<WithdrawalRow | undefined> {
  return await db
    .selectFrom("withdrawals")
    .selectAll()
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .where("outcome", "=", "recorded")
    .executeTakeFirst();
}

export async function closeRecordedOf(db: Db, paymentId: string, now: Date): Promise<void> {
  await db
    .updateTable("withdrawals")
    .set({ closed_at: now })
    .where("payment_id", "=", paymentId)
    .where("outcome", "=", "recorded")
    .where("closed_at", "is", null)
    .execute();
}

export type Declarer = { id: string; name: string; email: string; language: string };

export async function findDeclarer(db: Db, siteId: number, email: string): Promise<Declarer | undefined> {
  return await db
    .selectFrom("accounts")
    .select(["id", "name", "email", "language"])
    .where("site_id", "=", siteId)
    .where("email", "=", email)
    .executeTakeFirst();
}

export async function findWithdrawal(db: Db, id: string) {
  return await db
    .selectFrom("withdrawals")
    .select(["site_id", "member_id", "email", "number", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A withdrawal that waits for staff. */
export async function findOpenWithdrawal(db: Db, id: string): Promise<WithdrawalRow | undefined> {
  return await db
    .selectFrom("withdrawals")
    .selectAll()
    .where("id", "=", id)
    .where("outcome", "=", "recorded")
    .where("closed_at", "is", null)
    .executeTakeFirst();
}

export async function closeWithdrawal(db: Db, id: string, now: Date): Promise<boolean> {
  const closed = await db
    .updateTable("withdrawals")
    .set({ closed_at: now })
    .where("id", "=", id)
    .where("outcome", "=", "recorded")
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return closed.numUpdatedRows === 1n;
}

/** A withdrawal after which credits came back. `taken` is the ledger entry by which it took the credits. */
export type ReturnedTo = { memberId: string; paymentId: string; provider: string; taken: number };

/** Withdrawals from purchases of which money is left, with credits that came back since; the earliest first. */
export async function listReturned(db: Db): Promise<ReturnedTo[]> {
  const { rows } = await sql<ReturnedTo>`
    select withdrawals.member_id as "memberId", payments.id as "paymentId", payments.provider, taken.id as taken
    from withdrawals
    join payments on payments.id = withdrawals.payment_id
    join ledger taken on taken.cause = 'refund' and taken.cause_id = withdrawals.refund_id
    where withdrawals.outcome = 'refunded' and payments.member_id = withdrawals.member_id
      and payments.amount_minor > payments.refunded_minor + payments.charged_back_minor
      and exists (select from ledger where member_id = taken.member_id and id > taken.id and cause in ${returnCauses})
    order by taken.id`.execute(db);
  return rows;
}

/**
 * The credits that came back since a withdrawal and were spent before it, without those that settled a debt or were
 * refunded since, even if that refund failed: staff pay it by hand.
 */
export async function countReturned(db: Locked<"wallets">, { memberId, taken: entryId }: ReturnedTo): Promise<number> {
  const { rows } = await sql<{ credits: number }>`
    select coalesce(sum(amount), 0)::int as credits from ledger entry
    where member_id = ${memberId} and id > ${entryId} and case cause
      when 'refund' then exists (select from refunds where id = entry.cause_id and reason = 'withdrawal')
        and not exists (select from withdrawals where refund_id = entry.cause_id)
      when 'debt' then exists (select from debts where cause in ${returnCauses} and cause_id = entry.cause_id)
      else cause in ${returnCauses} and exists (select from ledger spent
        where spent.cause = 'message' and spent.cause_id = entry.cause_id and spent.id < ${entryId})
      end`.execute(db);
  return rows[0]?.credits ?? 0;
}
