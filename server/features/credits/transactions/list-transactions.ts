import type { TransactionsAnswer } from "#contract/transactions.ts";
import { failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { pageBefore, readCursor, writeCursor } from "./rules.ts";
import { findAccountOf, listEntries } from "./store.ts";

/** One page of the changes of the caller's credits, newest first (D7.1, D7.8). */
export async function listTransactions(
  { db, viewer: { memberId } }: MemberContext,
  before: string | undefined,
): Promise<TransactionsAnswer> {
  const end = before === undefined ? undefined : readCursor(before);
  if (end === null) throw failFields({ before: "invalid" });
  const { credits, debt, entries } = await findAccountOf(db, memberId);
  const page = pageBefore(Math.min(end ?? entries, entries));
  const rows = await listEntries(db, memberId, page);
  return {
    balance: credits,
    debt,
    transactions: rows.map((row) => ({
      kind: row.cause,
      credits: row.amount,
      balance: row.balance,
      payment_id: row.payment_id,
      created_at: row.created_at.toISOString(),
    })),
    next_cursor: page.offset > 0 ? writeCursor(page.offset) : null,
  };
}
