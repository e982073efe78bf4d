import { minimumAgeFloor } from "#contract/constants.ts";
import { anywhere, type WiderWish } from "#contract/match-finder.ts";
import type { SearchQuery } from "#contract/members.ts";
import type { MatchSide } from "#server/features/matching/index.ts";

/** The wishes about age and distance with one of them, or both, widened. */
export type Wider = Omit<WiderWish, "total">;

type Said = Pick<MatchSide, "prefers_min_age" | "prefers_max_age" | "prefers_distance" | "latitude">;

const oldestAge = 120;
/** Years added on either side of the wanted ages, one after the other. */
const moreYears = [5, 10];
/** Kilometres, one after the other; the match finder offers the same. */
const distances = [10, 25, 50, 100, anywhere];

/**
 * Steps that widen what a member asked for (D4.4), for each wish the smallest first, and both wishes without a limit. A
 * wish that the member never named narrows nothing and has no steps, nor has a distance without a town to measure from.
 */
export function widerSearches(said: Said): { alone: Wider[][]; together: Wider | null } {
  const { prefers_min_age: min, prefers_max_age: max, prefers_distance: distance } = said;
  const asked = { prefers_min_age: min, prefers_max_age: max, prefers_distance: distance };
  const anyAge = { prefers_min_age: min && minimumAgeFloor, prefers_max_age: max && oldestAge };
  const ages = min === null && max === null ? [] : [...moreYears.map(around), anyAge];
  const further = distance === null || said.latitude === null ? [] : distances.filter((step) => step > distance);
  const both = ages.length > 0 && further.length > 0;
  return {
    alone: [
      ages.map((wider) => ({ ...asked, ...wider, wish: "age" as const })),
      further.map((step) => ({ ...asked, prefers_distance: step, wish: "distance" as const })),
    ],
    together: both ? { ...asked, ...anyAge, prefers_distance: anywhere, wish: "both" } : null,
  };

  function around(years: number) {
    return {
      prefers_min_age: min && Math.max(minimumAgeFloor, min - years),
      prefers_max_age: max && Math.min(oldestAge, max + years),
    };
  }
}

/** The search for what a member asked for; an unnamed wish limits nothing. */
export function queryOf({ latitude }: Pick<MatchSide, "latitude">, wish: Wider): SearchQuery {
  const limited = latitude !== null && wish.prefers_distance !== null && wish.prefers_distance < anywhere;
  return {
    min_age: wish.prefers_min_age ?? undefined,
    max_age: wish.prefers_max_age ?? undefined,
    distance: limited ? (wish.prefers_distance ?? undefined) : undefined,
  };
}
