import { type Lockable, lockPair } from "#server/db/locks.ts";
import { deleteLike, matchExists } from "./likes-store.ts";

/** False if it has become a match (D5.2). In the caller's transaction; locks the pair, so that no match is made. */
export async function takeLikeBack(db: Lockable<"pair">, from: string, to: string): Promise<boolean> {
  const pair = await lockPair(db, from, to);
  if (await matchExists(pair, from, to)) return false;
  await deleteLike(pair, from, to);
  return true;
}
