import { searchTotalCap } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { cachePerDatabase, createTimedCache } from "#server/lib/timed-cache.ts";
import type { Filter } from "./rules.ts";

const ttlMs = 60_000;
const graceMs = 1_000;
/** The searches whose totals are above the cap. */
const cappedSearches = cachePerDatabase(() => createTimedCache<true>({ max: 5_000, ttlMs }));

/** The parts of a filter that determine the total. Searches of different viewers or orders can share an entry. */
function keyOf(filter: Filter): string {
  return JSON.stringify({
    ...filter,
    viewerId: filter.withBlocks ? filter.viewerId : undefined,
    visitor: filter.viewerId === undefined,
    homePoint: filter.distance ? filter.homePoint : undefined,
    homeCountry: undefined,
    now: undefined,
    lately: undefined,
    activeAfter: filter.activeAfter !== undefined,
    joinedAfter: filter.joinedAfter !== undefined,
    sort: filter.sort === "nearest",
  });
}

/**
 * Totals above the cap are cached for one minute, because counting costs more than finding a page. Then the next search
 * counts again. Meanwhile concurrent searches use the cached total for one more second, so that they don't all count.
 */
export function findCachedTotal(db: Db, filter: Filter, now: Date): number | undefined {
  const capped = cappedSearches(db);
  const key = keyOf(filter);
  if (capped.get(key, now)) return searchTotalCap + 1;
  if (capped.has(key)) capped.set(key, true, new Date(now.getTime() - ttlMs + graceMs));
  return undefined;
}

/** Caches a total if it is above the cap; otherwise deletes the search's entry. */
export function cacheTotal(db: Db, filter: Filter, count: number, now: Date): void {
  const capped = cappedSearches(db);
  if (count > searchTotalCap) capped.set(keyOf(filter), true, now);
  else capped.delete(keyOf(filter));
}
