import { LRUCache } from "lru-cache";
import { searchTotalCap } from "#contract/constants.ts";
import type { Filter, Total } from "./rules.ts";

const believedMs = 60_000;
const findingOutMs = 1_000;
/** Until when a search is believed to fit more members than are counted. */
const crowds = new LRUCache<string, number>({ max: 5_000 });

/** What decides how many fit, whoever asks and in whichever order. */
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
 * Searches that fit more members than are counted are believed to for a minute: finding out costs more than a page. After
 * that one search finds out anew; those that are asked at the same instant don't all do so, they believe a second longer.
 */
export function cachedTotal(filter: Filter, now: Date): Total | undefined {
  const key = keyOf(filter);
  const until = crowds.get(key);
  const left = until === undefined ? -1 : until - now.getTime();
  if (left > 0 && left <= believedMs) return { count: searchTotalCap + 1, all: false };
  if (until !== undefined) crowds.set(key, now.getTime() + findingOutMs);
  return undefined;
}

/** Keeps what a search found out. */
export function cacheTotal(filter: Filter, { count }: Total, now: Date): void {
  if (count > searchTotalCap) crowds.set(keyOf(filter), now.getTime() + believedMs);
  else crowds.delete(keyOf(filter));
}
