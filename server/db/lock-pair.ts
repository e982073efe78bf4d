import { sql } from "kysely";
import type { Db } from "./pool.ts";

/** The same key whichever member comes first. */
function pairKey(a: string, b: string): string {
  return [a, b].sort().join();
}

/**
 * Takes the first lock of every transaction on both; then held messages, conversation, wallet (docs/subjects.md). So a
 * match is created exactly once, and nothing new can begin while one blocks the other.
 */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${pairKey(a, b)}, 0))`.execute(db);
}

/** Locks a member's pairs with several others, always in the same order, so that two such callers can't deadlock. */
export async function lockPairs(db: Db, memberId: string, otherIds: readonly string[]): Promise<void> {
  const ordered = [...new Set(otherIds)].sort((a, b) => (pairKey(memberId, a) < pairKey(memberId, b) ? -1 : 1));
  for (const otherId of ordered) await lockPair(db, memberId, otherId);
}
