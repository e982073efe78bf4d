import type { Db } from "#server/db/pool.ts";

/** Deletes the likes between two members and their match (R6.07). In the caller's transaction, under `lockPair`. */
export async function deleteLikes(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b];
  await db.deleteFrom("likes").where("from_id", "in", pair).where("to_id", "in", pair).execute();
  await db.deleteFrom("matches").where("a_id", "in", pair).where("b_id", "in", pair).execute();
}
