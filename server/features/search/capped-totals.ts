import { LRUCache } from "lru-cache";
import { searchTotalCap } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { cachePerDatabase } from "#server/lib/timed-cache.ts";
import type { Filter } from "./rules.ts";

const ttlMs = 60_000;
const graceMs = 1_000;
/** The most ranges that are cached for the same other filters; the last ones stay. */
const mostRanges = 50;

/** The filters that are ranges. Wider ranges find all members that narrower ones find. */
type Ranges = Pick<Filter, "bornAfter" | "bornBy" | "distance">;
/** A search whose total was above the cap, and when that was counted. */
type Capped = { ranges: Ranges; at: number };
/** The searches whose total exceeds the cap, by the other filters. */
const cappedSearches = cachePerDatabase(() => new LRUCache<string, readonly Capped[]>({ max: 5_000 }));

/** Whether ranges include all of others. */
function include(wide: Ranges, { bornAfter = "", bornBy = "9999", distance = Infinity }: Ranges): boolean {
  const { bornAfter: from = "", bornBy: to = "9999", distance: within = Infinity } = wide;
  return from <= bornAfter && to >= bornBy && within >= distance;
}

/** The parts of a filter that determine the total. Searches of different viewers or orders can share an entry. */
function keyOf(filter: Filter): string {
  return JSON.stringify({
    ...filter,
    viewerId: filter.leavesOut ? filter.viewerId : undefined,
    visitor: filter.viewerId === undefined,
    homePoint: filter.distance ? filter.homePoint : undefined,
    homeCountry: undefined,
    now: undefined,
    lately: undefined,
    ...{ bornAfter: undefined, bornBy: undefined, distance: undefined },
    activeAfter: filter.activeAfter !== undefined,
    joinedAfter: filter.joinedAfter !== undefined,
    sort: filter.sort === "nearest",
  });
}

/**
 * Finds the total of this search or one of narrower ranges, for one minute, because counting costs more than finding a
 * page. Then one search counts again, and concurrent ones use the cached total for one more second.
 */
export function findCachedTotal(db: Db, filter: Filter, now: Date): number | undefined {
  const searches = cappedSearches(db);
  const key = keyOf(filter);
  const totals = searches.get(key) ?? [];
  const narrower = totals.filter(({ ranges }) => include(filter, ranges));
  const isFresh = ({ at }: Capped) => at <= now.getTime() && now.getTime() < at + ttlMs;
  if (narrower.some(isFresh)) return searchTotalCap + 1;
  if (narrower.length > 0) {
    cacheTotal(db, filter, searchTotalCap + 1, new Date(now.getTime() - ttlMs + graceMs));
  }
  return undefined;
}

/** Caches a total if it is above the cap; otherwise deletes what was cached of the search and of narrower ranges. */
export function cacheTotal(db: Db, filter: Filter, count: number, now: Date): void {
  const searches = cappedSearches(db);
  const key = keyOf(filter);
  const { bornAfter, bornBy, distance } = filter;
  const ranges = { bornAfter, bornBy, distance };
  const isCapped = count > searchTotalCap;
  const others = (searches.get(key) ?? []).filter((other) =>
    isCapped ? !include(other.ranges, ranges) : !include(ranges, other.ranges),
  );
  searches.set(key, isCapped ? [...others.slice(1 - mostRanges), { ranges, at: now.getTime() }] : others);
}
