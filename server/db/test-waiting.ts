import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "./pool.ts";

/** Resolves once this many statements wait for a lock in the database. */
export async function untilWaiting(db: Db, count = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows, { timeout: 30_000 }).toHaveLength(count);
}
