import { LRUCache } from "lru-cache";
import { searchTotalCap } from "#contract/constants.ts";
import type { Filter, Total } from "./rules.ts";

const ttlMs = 60_000;
const graceMs = 1_000;
/** Searches with a total above the cap, and until when that is cached. */
const cappedUntil = new LRUCache<string, number>({ max: 5_000 });

/** The parts of a filter that decide how many fit; neither the viewer nor the order matters. */
function keyOf(filter: Filter): string {
  return JSON.stringify({
    ...filter,
    not: filter.withBlocks ? filter.not : undefined,
    from: filter.distance ? filter.from : undefined,
    home: undefined,
    lately: undefined,
    activeAfter: filter.activeAfter !== undefined,
    joinedAfter: filter.joinedAfter !== undefined,
    sort: filter.sort === "nearest",
  });
}

/**
 * Totals above the cap are cached for one minute: counting costs more than finding a page. After that one search counts
 * again. Concurrent searches use the cached total for one more second, so that they don't all count.
 */
export function cachedTotal(filter: Filter, now: Date): Total | undefined {
  const key = keyOf(filter);
  const until = cappedUntil.get(key);
  const left = until === undefined ? -1 : until - now.getTime();
  if (left > 0 && left <= ttlMs) return { count: searchTotalCap + 1, all: false };
  if (until !== undefined) cappedUntil.set(key, now.getTime() + graceMs);
  return undefined;
}

/** Caches a total above the cap; forgets the search's entry otherwise. */
export function cacheTotal(filter: Filter, { count }: Total, now: Date): void {
  if (count > searchTotalCap) cappedUntil.set(keyOf(filter), now.getTime() + ttlMs);
  else cappedUntil.delete(keyOf(filter));
}
