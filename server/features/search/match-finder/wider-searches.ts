import { minimumAgeFloor } from "#contract/constants.ts";
import { anywhere, type WiderPreference } from "#contract/match-finder.ts";
import type { SearchQuery } from "#contract/members.ts";
import type { ViewerProfile } from "#server/features/profiles/index.ts";

/** The preferences for age and distance, with one or both of them widened. */
export type Wider = Omit<WiderPreference, "total">;

type Preferences = Pick<ViewerProfile, "prefers_min_age" | "prefers_max_age" | "prefers_distance" | "latitude">;

const oldestAge = 120;
/** Years added on either side of the wanted ages, step by step. */
const moreYears = [5, 10];
/** Kilometres, step by step; the match finder offers the same. */
const distances = [10, 25, 50, 100, anywhere];

/**
 * Lists those of each preference alone, the smallest first, and both together without a limit. A preference that the
 * member never stated has no steps, because it limits nothing; nor has a distance without a town to measure from.
 */
export function widerSearches(member: Preferences): { alone: Wider[][]; together: Wider | null } {
  const { prefers_min_age: min, prefers_max_age: max, prefers_distance: distance } = member;
  const preferences = { prefers_min_age: min, prefers_max_age: max, prefers_distance: distance };
  const anyAge = { prefers_min_age: min && minimumAgeFloor, prefers_max_age: max && oldestAge };
  const widerAges = min === null && max === null ? [] : [...moreYears.map(widenAges), anyAge];
  const hasDistance = distance !== null && member.latitude !== null;
  const widerDistances = hasDistance ? distances.filter((step) => step > distance) : [];
  const both = widerAges.length > 0 && widerDistances.length > 0;
  return {
    alone: [
      widerAges.map((wider) => ({ ...preferences, ...wider, wish: "age" as const })),
      widerDistances.map((step) => ({ ...preferences, prefers_distance: step, wish: "distance" as const })),
    ],
    together: both ? { ...preferences, ...anyAge, prefers_distance: anywhere, wish: "both" } : null,
  };

  function widenAges(years: number) {
    return {
      prefers_min_age: min && Math.max(minimumAgeFloor, min - years),
      prefers_max_age: max && Math.min(oldestAge, max + years),
    };
  }
}

/** The search for these preferences; one that the member did not state limits nothing. */
export function queryOf({ latitude }: Pick<ViewerProfile, "latitude">, wider: Wider): SearchQuery {
  const limited = latitude !== null && wider.prefers_distance !== null && wider.prefers_distance < anywhere;
  return {
    min_age: wider.prefers_min_age ?? undefined,
    max_age: wider.prefers_max_age ?? undefined,
    distance: limited ? (wider.prefers_distance ?? undefined) : undefined,
  };
}
