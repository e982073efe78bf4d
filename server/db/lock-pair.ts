import { sql } from "kysely";
import type { Db } from "./pool.ts";

/**
 * Locks a pair of members: the first lock of every transaction that concerns both. The order is pair, held messages,
 * conversation, wallet (docs/architecture.md). Serialises all writes between the two until the transaction ends: a
 * match is created exactly once (D5.1), and nothing new can begin while one blocks the other (R6.07).
 */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b].sort().join();
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(db);
}

/** Locks a member's pairs with several others, always in the same order, so that two such callers can't deadlock. */
export async function lockPairs(db: Db, memberId: string, others: readonly string[]): Promise<void> {
  const key = (other: string) => [memberId, other].sort().join();
  const ordered = [...new Set(others)].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  for (const other of ordered) await lockPair(db, memberId, other);
}
