import { minimumAgeFloor } from "#contract/constants.ts";
import { anywhere, type WiderPreference } from "#contract/match-finder.ts";
import type { SearchQuery } from "#contract/members.ts";
import type { MatchSide } from "#server/features/matching/index.ts";

/** The wishes about age and distance, with one or both of them widened. */
export type Wider = Omit<WiderPreference, "total">;

type Preferences = Pick<MatchSide, "prefers_min_age" | "prefers_max_age" | "prefers_distance" | "latitude">;

const oldestAge = 120;
/** Years added on either side of the wanted ages, step by step. */
const moreYears = [5, 10];
/** Kilometres, step by step; the match finder offers the same. */
const distances = [10, 25, 50, 100, anywhere];

/**
 * Steps that widen what a member asked for (D4.4): for each wish the smallest first, and both wishes without a limit. A
 * wish that the member never gave has no steps, as it limits nothing; so has a distance without a town to measure from.
 */
export function widerSearches(given: Preferences): { alone: Wider[][]; together: Wider | null } {
  const { prefers_min_age: min, prefers_max_age: max, prefers_distance: distance } = given;
  const preferences = { prefers_min_age: min, prefers_max_age: max, prefers_distance: distance };
  const anyAge = { prefers_min_age: min && minimumAgeFloor, prefers_max_age: max && oldestAge };
  const ages = min === null && max === null ? [] : [...moreYears.map(around), anyAge];
  const further = distance === null || given.latitude === null ? [] : distances.filter((step) => step > distance);
  const both = ages.length > 0 && further.length > 0;
  return {
    alone: [
      ages.map((wider) => ({ ...preferences, ...wider, wish: "age" as const })),
      further.map((step) => ({ ...preferences, prefers_distance: step, wish: "distance" as const })),
    ],
    together: both ? { ...preferences, ...anyAge, prefers_distance: anywhere, wish: "both" } : null,
  };

  function around(years: number) {
    return {
      prefers_min_age: min && Math.max(minimumAgeFloor, min - years),
      prefers_max_age: max && Math.min(oldestAge, max + years),
    };
  }
}

/** The search for these wishes; a wish that was not given limits nothing. */
export function queryOf({ latitude }: Pick<MatchSide, "latitude">, wish: Wider): SearchQuery {
  const limited = latitude !== null && wish.prefers_distance !== null && wish.prefers_distance < anywhere;
  return {
    min_age: wish.prefers_min_age ?? undefined,
    max_age: wish.prefers_max_age ?? undefined,
    distance: limited ? (wish.prefers_distance ?? undefined) : undefined,
  };
}
