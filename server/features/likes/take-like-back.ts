import { lockPair } from "#server/db/lock-pair.ts";
import type { Db } from "#server/db/pool.ts";
import { deleteLike, matchExists } from "./store.ts";

/**
 * Takes a like back that has not become a match (D5.2). False if it has: then it stays. In the caller's transaction,
 * under `lockPair`, so that no match is made meanwhile.
 */
export async function takeLikeBack(db: Db, from: string, to: string): Promise<boolean> {
  await lockPair(db, from, to);
  if (await matchExists(db, from, to)) return false;
  await deleteLike(db, from, to);
  return true;
}
