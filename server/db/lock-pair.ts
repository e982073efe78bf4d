import { sql } from "kysely";
import type { Db } from "./pool.ts";

/**
 * The first of the locks that are taken by whatever concerns two members: pair, held messages, conversation, wallet
 * (docs/architecture.md). Serialises what happens between two members until the transaction ends: a match is made exactly once (D5.1), and
 * nothing begins between two of whom one blocks the other at that instant (R6.07).
 */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b].sort().join();
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(db);
}

/** Locks a member's pairs with several others, in one order for all, so that no two of such callers wait for each other. */
export async function lockPairs(db: Db, memberId: string, others: readonly string[]): Promise<void> {
  const key = (other: string) => [memberId, other].sort().join();
  const ordered = [...new Set(others)].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  for (const other of ordered) await lockPair(db, memberId, other);
}
