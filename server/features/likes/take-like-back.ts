import { lockPair } from "#server/db/lock-pair.ts";
import type { Db } from "#server/db/pool.ts";
import { deleteLike, matchExists } from "./store.ts";

/**
 * Takes back a like, unless it has become a match: then returns false (D5.2). Runs in the caller's transaction, and
 * locks the pair, so that no match is made meanwhile.
 */
export async function takeLikeBack(db: Db, from: string, to: string): Promise<boolean> {
  await lockPair(db, from, to);
  if (await matchExists(db, from, to)) return false;
  await deleteLike(db, from, to);
  return true;
}
