import { sql } from "kysely";
import type { Db } from "./pool.ts";

/**
 * Serialises what happens between two members until the transaction ends: a match is made exactly once (D5.1), and
 * nothing begins between two of whom one blocks the other at that instant (R6.07).
 */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b].sort().join();
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(db);
}
