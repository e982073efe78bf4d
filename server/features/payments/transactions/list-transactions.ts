import { z } from "zod";
import type { TransactionsAnswer } from "#contract/transactions.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import { encodeCursor, readCursor } from "#server/http/cursor.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findAccountOf, listEntries } from "./store.ts";

const pageSize = 30;

/** How many entries are older. The ledger is append-only; an entry's id would reveal how many others have. */
const cursor = z.tuple([
  z
    .int()
    .min(1)
    .max(2 ** 31),
]);

/** One page of the changes of the caller's credits, newest first. */
export async function listTransactions(ctx: MemberContext, before: string | undefined): Promise<TransactionsAnswer> {
  const { db, viewer } = ctx;
  const { memberId } = viewer;
  const [older] = readCursor(cursor, before, "before") ?? [];
  const { credits, debt, entries } = await findAccountOf(db, memberId);
  // counted from the oldest
  const end = Math.min(older ?? entries, entries);
  const offset = Math.max(0, end - pageSize);
  const rows = await listEntries(db, memberId, { offset, limit: end - offset });
  const others = new Set(rows.flatMap(({ other_id }) => other_id ?? []));
  const profiles = new Map((await loadCards(ctx, [...others])).map((card) => [card.id, card]));
  return {
    balance: credits,
    debt,
    transactions: rows.map((row) => ({
      kind: row.cause,
      credits: row.amount,
      balance: row.balance,
      payment_id: row.payment_id,
      profile: profiles.get(row.other_id ?? "") ?? null,
      created_at: row.created_at.toISOString(),
    })),
    next_cursor: offset > 0 ? encodeCursor([offset]) : null,
  };
}
