import { dayMs } from "#contract/durations.ts";
import { listedFacts } from "#contract/fact-answers.ts";
import { factFields, heights } from "#contract/facts.ts";
import type { SearchQuery, sorts } from "#contract/members.ts";
import { explicitInterests } from "#contract/profiles.ts";
import { searchFields } from "#contract/sites.ts";
import { yearsBefore } from "#server/ages.ts";
import { maskOf, newSince, onlineSince, type ViewerProfile } from "#server/features/profiles/index.ts";
import { assertFields } from "#server/http/fail.ts";

export type Gender = "male" | "female";

export type Filter = {
  siteId: number;
  genders: Gender[];
  /** Only members who look for this gender: the viewer's own. */
  lookingFor: Gender | null;
  country: string | undefined;
  region: string | undefined;
  /** Calendar dates, from the highest age (exclusive) and the lowest age (inclusive). */
  bornAfter: string | undefined;
  bornBy: string | undefined;
  distance: number | undefined;
  homePoint: { latitude: number; longitude: number } | null;
  /** The country of the viewer, or the one that a visitor seems to be in; null if unknown. */
  homeCountry: string | null;
  now: Date;
  /** In the order "for you", members who were active after this moment get the points for recent activity. */
  lately: Date;
  withoutFictional: boolean;
  /** Only members who answer themselves (decision 0107). */
  withoutPrograms: boolean;
  /** Undefined for a visitor, who finds only members who let visitors see them. Members do not find themselves. */
  viewerId: string | undefined;
  /** The viewer has blocked or hidden a member, or was blocked, so the search has to leave those members out. */
  leavesOut: boolean;
  /** Members who were active, or joined, after this moment. */
  activeAfter: Date | undefined;
  joinedAfter: Date | undefined;
  withPhoto: boolean;
  verified: boolean;
  /** Only members who have all of these. */
  interests: readonly string[];
  /** In centimetres. */
  height: { min: number; max: number } | null;
  /** For each fact with wanted answers their bits in `fact_bits`; only members who have one of them. */
  answers: readonly number[];
  sort: (typeof sorts)[number];
};

/** The query's filters by a name in the site's `search_fields`. */
function filtersOf(field: (typeof searchFields)[number]): readonly (keyof SearchQuery)[] {
  if (field === "age") return ["min_age", "max_age"];
  return field === "height" ? ["min_height", "max_height"] : [field];
}

/**
 * Drops filters that the site does not offer; visitors get no explicit interests, no facts and no "online now", because
 * members show guests a short profile without them. So a shared address works for other users, and a saved one after
 * the site has changed its filters.
 */
export function offeredQuery(
  query: SearchQuery,
  { fields, forMember }: { fields: readonly string[]; forMember: boolean },
): SearchQuery {
  const offered: SearchQuery = { ...query };
  for (const field of searchFields) {
    if (!fields.includes(field)) for (const name of filtersOf(field)) delete offered[name];
  }
  if (forMember) return offered;
  delete offered.online;
  for (const fact of factFields) for (const name of filtersOf(fact)) delete offered[name];
  if (offered.interests) {
    offered.interests = offered.interests.filter((code) => !explicitInterests.includes(code));
  }
  return offered;
}

/** Rejects filters that contradict each other; the caller checks whether the region exists. */
export function assertConsistent(query: SearchQuery): void {
  const { min_age, max_age, country, countryregion: region, min_height, max_height } = query;
  const isSwapped = (min: number | undefined, max: number | undefined) =>
    min !== undefined && max !== undefined && min > max;
  assertFields({
    max_height: isSwapped(min_height, max_height) ? "too_small" : undefined,
    max_age: isSwapped(min_age, max_age) ? "ages_swapped" : undefined,
    countryregion: country && region && !region.startsWith(`${country}-`) ? "unknown_option" : undefined,
  });
}

/** Two-way fit for any gender a member searches, unless `anyone` (D4.1). Fictional: never online, never new. */
export function toFilter(
  query: SearchQuery,
  siteId: number,
  viewer: ViewerProfile | null,
  now: Date,
  visitorsCountry: string | null = null,
): Filter {
  const genders: Gender[] = [];
  if (!viewer || viewer.seeks_men) genders.push("male");
  if (!viewer || viewer.seeks_women) genders.push("female");
  const homePoint =
    viewer && viewer.latitude !== null && viewer.longitude !== null
      ? { latitude: viewer.latitude, longitude: viewer.longitude }
      : null;
  const { sort: requested = "for_you" } = query;
  const sort = (requested === "nearest" && !homePoint) || (requested === "best" && !viewer) ? "active" : requested;
  return {
    siteId,
    genders: query.gender ? [query.gender] : genders,
    lookingFor: query.anyone ? null : ((viewer?.gender as Gender | undefined) ?? null),
    country: query.country,
    region: query.countryregion,
    bornAfter: query.max_age === undefined ? undefined : yearsBefore(now, query.max_age + 1),
    bornBy: query.min_age === undefined ? undefined : yearsBefore(now, query.min_age),
    distance: homePoint ? query.distance : undefined,
    homePoint,
    homeCountry: viewer ? viewer.country : visitorsCountry,
    now,
    lately: latelyStart(now),
    withoutFictional: Boolean(
      viewer?.hides_fictional || query.online || query.new || query.people || query.not_fictional,
    ),
    withoutPrograms: query.people !== undefined,
    viewerId: viewer?.member_id,
    leavesOut: viewer?.leaves_out ?? false,
    activeAfter: query.online && onlineSince(now),
    joinedAfter: query.new && newSince(now),
    withPhoto: query.photo !== undefined,
    verified: query.verified !== undefined,
    interests: query.interests ?? [],
    height:
      query.min_height === undefined && query.max_height === undefined
        ? null
        : { min: query.min_height ?? heights.min, max: query.max_height ?? heights.max },
    answers: listedFacts.flatMap((fact) => (query[fact]?.length ? [maskOf(fact, query[fact])] : [])),
    sort,
  };
}

const latelyMs = 30 * dayMs;
const latelyStart = (now: Date) => new Date(now.getTime() - latelyMs);

export type Relaxed = "countryregion" | "age" | "distance";

/** The same search with one filter relaxed at a time, in this order. */
export function relaxations(query: SearchQuery): { relaxed: Relaxed; query: SearchQuery }[] {
  const relaxedQueries: { relaxed: Relaxed; query: SearchQuery }[] = [];
  if (query.countryregion)
    relaxedQueries.push({ relaxed: "countryregion", query: { ...query, countryregion: undefined } });
  if (query.min_age !== undefined || query.max_age !== undefined) {
    const min_age = query.min_age === undefined ? undefined : Math.max(18, query.min_age - 5);
    const max_age = query.max_age === undefined ? undefined : query.max_age + 5;
    relaxedQueries.push({ relaxed: "age", query: { ...query, min_age, max_age } });
  }
  if (query.distance !== undefined)
    relaxedQueries.push({ relaxed: "distance", query: { ...query, distance: undefined } });
  return relaxedQueries;
}
