import { searchTotalCap } from "#contract/constants.ts";
import type { Source } from "./conditions.ts";
import type { Cursor } from "./cursor.ts";
import type { Filter } from "./rules.ts";

/**
 * How a search finds its members. `gather`: reads all who fit, counts them, and sorts them if there are at most `most`;
 * `source` is the table to read, of `interest_holders` those of `interest`. `walk`: reads the index of the order from
 * the page's first member on, until the page is full. `why` says it in words, for engineers who read the statements.
 */
export type Plan =
  | { find: "gather"; source: Source; interest: string | null; most: number; why: string }
  | { find: "walk"; why: string };

/** The rows that gathering read, fictional profiles among them, and the members of them. */
export type GatheredCounts = { everyone: number; members: number };

type Known = {
  /** The cursor after which the page begins; null: it is the first one. */
  after: Cursor | null;
  /** The total, if the cursor or a search of the last minute knows it. */
  total: number | undefined;
  /** The wanted interest that the fewest members have, if its holders are fewer than those who pass other filters. */
  interest: string | null;
  /** What gathering found; null before it. */
  counted: GatheredCounts | null;
};

/** The maximum number of rows to gather: more than the cap, because fictional profiles among them are not counted. */
export const maxGathered = searchTotalCap + 500;
/** The maximum number of rows to sort: for more, walking the index of the order costs less. */
export const maxSorted = 3_000;
/** The same if each row has to be looked up in `profiles`: to sort it, or to choose those who were active last. */
const maxLookedUp = 1_000;
const maxRankedOfHolders = 5_000;

/** Chooses how to find a page. `findPage` calls it a second time if gathering found too many. */
export function choosePlan({ sort }: Pick<Filter, "sort">, { after, total, interest, counted }: Known): Plan {
  if (counted)
    return {
      find: "walk",
      why: `${counted.everyone} fit: more than are sorted, so one of every few rows of the order fits`,
    };
  if (sort === "best" && after?.boundary) {
    return {
      find: "walk",
      why: "the ranked are the last active, so the index of the activity ends with the last of them",
    };
  }
  if (after ? after.find === "walk" : total !== undefined) {
    return {
      find: "walk",
      why: after
        ? "the first page was walked, and the two ways order equals differently"
        : "a search of the last minute counted more than the cap",
    };
  }
  const source = interest === null ? "profiles" : "interest_holders";
  return { find: "gather", source, interest, ...mostToSort(sort, after, interest) };
}

function mostToSort(sort: Filter["sort"], after: Cursor | null, interest: string | null) {
  if (sort === "best") {
    if (after)
      return { most: maxSorted, why: "the first page ranked all who fit; later pages rank those who joined since too" };
    return interest === null
      ? { most: maxGathered - 1, why: "the index that finds them also says who was active last" }
      : { most: maxRankedOfHolders, why: "the holders of the rarest interest are few, but each is looked up" };
  }
  if (after)
    return { most: searchTotalCap, why: "the first page was gathered, and the two ways order equals differently" };
  return interest === null
    ? { most: maxSorted, why: "it is not known how many fit: gathering counts them" }
    : { most: maxLookedUp, why: "the holders of the rarest interest are fewer than all who pass the other filters" };
}
