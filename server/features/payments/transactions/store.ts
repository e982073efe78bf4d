import { sql } from "kysely";
import type { Transaction } from "#contract/transactions.ts";
import type { Db } from "#server/db/pool.ts";

type Account = { credits: number; debt: number; entries: number };

/** A member's balance and debt, and the number of ledger entries. */
export async function findAccountOf(db: Db, memberId: string): Promise<Account> {
  const { rows } = await sql<Account>`
    select credits, debt, (select count(*)::int from ledger where member_id = ${memberId}) as entries
    from wallets where member_id = ${memberId}`.execute(db);
  return rows[0] ?? { credits: 0, debt: 0, entries: 0 };
}

type Entry = {
  amount: number;
  balance: number;
  cause: Transaction["kind"];
  created_at: Date;
  payment_id: string | null;
  /** The other member of the chat whose message caused it, which the viewer may not be allowed to see. */
  other_id: string | null;
};

/** A page of a member's ledger entries, newest first, with the payment that caused each. `offset` skips the oldest. */
export async function listEntries(db: Db, memberId: string, page: { offset: number; limit: number }): Promise<Entry[]> {
  if (page.limit <= 0) return [];
  const { rows } = await sql<Entry>`
    select entry.amount, entry.balance, entry.cause, entry.created_at,
      coalesce(payments.id, refunds.payment_id, chargebacks.payment_id) as payment_id,
      (select side.other_id from messages m
        join conversation_members side on side.conversation_id = m.conversation_id and side.member_id = ${memberId}
        where m.id = entry.cause_id) as other_id
    from (
      select * from ledger where member_id = ${memberId} order by id offset ${page.offset} limit ${page.limit}
    ) as entry
    left join payments on payments.id = entry.cause_id and entry.cause in ('purchase', 'debt')
    left join refunds on refunds.id = entry.cause_id and entry.cause in ('refund', 'refund_failed', 'debt')
    left join chargebacks on chargebacks.id = entry.cause_id
      and entry.cause in ('chargeback', 'chargeback_reversed', 'debt')
    order by entry.id desc`.execute(db);
  return rows;
}
