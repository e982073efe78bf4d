import type { Db } from "#server/db/pool.ts";

/** Ends what two members liked of each other, their match too (R6.07). Runs in the caller's transaction, under `lockPair`. */
export async function deleteLikes(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b];
  await db.deleteFrom("likes").where("from_id", "in", pair).where("to_id", "in", pair).execute();
  await db.deleteFrom("matches").where("a_id", "in", pair).where("b_id", "in", pair).execute();
}
