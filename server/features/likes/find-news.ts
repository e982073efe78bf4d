import type { Db } from "#server/db/pool.ts";
import { matchesAmong, unseenLikesAmong } from "./store.ts";

/** Those of `fromIds` who like the member and whose like the member has not seen yet. */
export async function findUnseenLikes(db: Db, memberId: string, fromIds: readonly string[]): Promise<Set<string>> {
  return new Set(fromIds.length === 0 ? [] : await unseenLikesAmong(db, memberId, fromIds));
}

/** Those of `withIds` who still have a match with the member. */
export async function findMatches(db: Db, memberId: string, withIds: readonly string[]): Promise<Set<string>> {
  return new Set(withIds.length === 0 ? [] : await matchesAmong(db, memberId, withIds));
}
