import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "./pool.ts";

/** How many statements wait for a lock in the database. */
export async function countWaiting(db: Db): Promise<number> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(db)).rows.length;
}

/** Resolves once this many statements wait. */
export async function untilWaiting(db: Db, count = 1): Promise<void> {
  await expect.poll(() => countWaiting(db), { timeout: 30_000 }).toBe(count);
}
