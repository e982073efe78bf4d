import type { Db } from "#server/db/pool.ts";
import { matchesAmong, unseenLikesAmong } from "./store.ts";

/** Of these members those who like a member and have not been looked at since. */
export async function findUnseenLikes(db: Db, memberId: string, fromIds: readonly string[]): Promise<Set<string>> {
  return new Set(fromIds.length === 0 ? [] : await unseenLikesAmong(db, memberId, fromIds));
}

/** Of these members those whom a member matches with still. */
export async function findMatches(db: Db, memberId: string, withIds: readonly string[]): Promise<Set<string>> {
  return new Set(withIds.length === 0 ? [] : await matchesAmong(db, memberId, withIds));
}
