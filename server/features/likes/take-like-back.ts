import { lockPair } from "#server/db/lock-pair.ts";
import type { Db } from "#server/db/pool.ts";
import { deleteLike, matchExists } from "./store.ts";

/** Returns false if it is a match by now. Locks the pair in the caller's transaction, so that no match is made. */
export async function takeLikeBack(db: Db, from: string, to: string): Promise<boolean> {
  await lockPair(db, from, to);
  if (await matchExists(db, from, to)) return false;
  await deleteLike(db, from, to);
  return true;
}
