import { type Lockable, lockPair } from "#server/db/locks.ts";
import { deleteLike, matchExists } from "./likes-store.ts";

/** Returns whether the like could be taken back: a match stays (D5.2). It locks the pair, so that none is made. */
export async function takeLikeBack(db: Lockable<"pair">, from: string, to: string): Promise<boolean> {
  const pair = await lockPair(db, from, to);
  if (await matchExists(pair, from, to)) return false;
  await deleteLike(pair, from, to);
  return true;
}
