import type { Db } from "#server/db/pool.ts";
import { unseenVisitsAmong } from "./store.ts";

/** Those of `fromIds` who visited the member's profile and were not listed to the member since. */
export async function findUnseenVisits(db: Db, memberId: string, fromIds: readonly string[]): Promise<Set<string>> {
  return new Set(fromIds.length === 0 ? [] : await unseenVisitsAmong(db, memberId, fromIds));
}
