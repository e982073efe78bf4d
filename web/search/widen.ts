import {
  distanceSteps,
  type Filters,
  type Flag,
  factsInUse,
  filtersInUse,
  flags,
  highestAge,
  type Removable,
  withoutFilter,
  withoutUnset,
} from "./filters.ts";

/** No wider search leaves these out: they say which members are wanted at all. */
const kept = ["people", "not_fictional", "verified"] as const;
const isKept = (flag: Flag): flag is (typeof kept)[number] => kept.some((each) => each === flag);

/** The filter that a wider search removes or widens. */
export type Relaxed =
  | ("countryregion" | "age" | "distance" | "interests" | "facts")
  | Exclude<Flag, (typeof kept)[number]>;
export type Widening = { relaxed: Relaxed; filters: Filters };

/**
 * Wider searches, the smallest step first: as D4.3 relaxes them (region, age by five years, distance), then without
 * each other narrowing filter. A step that still limits ages or the distance is followed by one that does not, because
 * near an end of the scale the small step may find no member either. `gender` and `anyone` never widen, and neither
 * does `kept`: a member who wants answers of people gets no program suggested.
 */
export function listWiderSearches(filters: Filters): Widening[] {
  const ways: Widening[] = [];
  const { distance, min_age: low, max_age: high } = filters;
  if (filters.countryregion !== undefined) {
    ways.push({ relaxed: "countryregion", filters: withoutFilter(filters, "countryregion") });
  }
  if (low !== undefined || high !== undefined) {
    const min_age = low === undefined || low - 5 <= 18 ? undefined : low - 5;
    const max_age = high === undefined || high + 5 >= highestAge ? undefined : high + 5;
    const isAnyAge = min_age === undefined && max_age === undefined;
    if (!isAnyAge) ways.push({ relaxed: "age", filters: withoutUnset({ ...filters, min_age, max_age }) });
    ways.push({ relaxed: "age", filters: withoutUnset({ ...filters, min_age: undefined, max_age: undefined }) });
  }
  if (distance !== undefined) {
    const next = distanceSteps.find((step) => step > distance);
    if (next !== undefined) ways.push({ relaxed: "distance", filters: { ...filters, distance: next } });
    ways.push({ relaxed: "distance", filters: withoutFilter(filters, "distance") });
  }
  if (filters.interests !== undefined) {
    ways.push({ relaxed: "interests", filters: withoutUnset({ ...filters, interests: undefined }) });
  }
  const facts = factsInUse(filters);
  if (facts.length > 0) ways.push({ relaxed: "facts", filters: facts.reduce<Filters>(withoutFilter, filters) });
  for (const flag of flags) {
    if (!isKept(flag) && filters[flag]) ways.push({ relaxed: flag, filters: withoutFilter(filters, flag) });
  }
  return ways;
}

export type SingleFilter = { alone: Removable; filters: Filters };

/** Lists each narrowing filter alone, with `gender`, `anyone` and `kept`, if no single step finds a member. */
export function listSingleFilterSearches(filters: Filters): SingleFilter[] {
  const always: readonly Removable[] = ["gender", "anyone", ...kept];
  const used = filtersInUse(filters).filter((name) => !always.includes(name));
  if (used.length < 2) return [];
  return used
    .map((alone) => {
      const names = [...always, alone];
      // a region needs its country
      if (alone === "countryregion") names.push("country");
      let narrowed = filters;
      for (const name of used) {
        if (!names.includes(name)) narrowed = withoutFilter(narrowed, name);
      }
      return { alone, filters: narrowed };
    })
    .slice(0, 5);
}
