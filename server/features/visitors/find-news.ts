import type { Db } from "#server/db/pool.ts";
import { unseenVisitsAmong } from "./store.ts";

/** Of these members those who looked at a member's profile and were not listed to them since. */
export async function findUnseenVisits(db: Db, memberId: string, fromIds: readonly string[]): Promise<Set<string>> {
  return new Set(fromIds.length === 0 ? [] : await unseenVisitsAmong(db, memberId, fromIds));
}
