import { dayMs } from "#contract/durations.ts";
import type { FieldCode } from "#contract/errors.ts";
import type { SearchQuery, sorts } from "#contract/members.ts";
import { explicitInterests } from "#contract/profiles.ts";
import type { searchFields } from "#contract/sites.ts";
import { yearsBefore } from "#server/ages.ts";
import {
  isBeyond,
  type MatchSide,
  matchPercentage,
  newSince,
  onlineSince,
  type ViewerProfile,
} from "#server/features/profiles/index.ts";
import { kilometresBetween, type Point } from "#server/features/sites/index.ts";

export type Gender = "male" | "female";

/** A search as it is passed to the database. */
export type Filter = {
  siteId: number;
  genders: Gender[];
  /** Only members who look for this gender: the viewer's own (D4.1). */
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
  /** The viewer has blocked a member or was blocked, so the search has to exclude those members (R6.07). */
  withBlocks: boolean;
  /** Members who were active, or joined, after this moment. */
  activeAfter: Date | undefined;
  joinedAfter: Date | undefined;
  withPhoto: boolean;
  /** Only members who have all of these. */
  interests: readonly string[];
  sort: (typeof sorts)[number];
};

/** How many members match. `all`: counting gathered all of them, so the pages are gathered too. */
export type Total = { count: number; gathered: boolean };

/** The query's filters, by their names in the site's `search_fields`. */
const filtersOf: Record<(typeof searchFields)[number], readonly (keyof SearchQuery)[]> = {
  gender: ["gender"],
  country: ["country"],
  countryregion: ["countryregion"],
  age: ["min_age", "max_age"],
  distance: ["distance"],
  interests: ["interests"],
  online: ["online"],
  new: ["new"],
  photo: ["photo"],
  people: ["people"],
  anyone: ["anyone"],
};

/**
 * The query without filters that the site does not offer. A visitor's query also loses explicit interests (D4.2) and
 * "online now", which only members may see. So a saved or shared address still works for other users, and after the
 * site has changed its filters.
 */
export function offeredQuery(
  query: SearchQuery,
  { fields, forMember }: { fields: readonly string[]; forMember: boolean },
): SearchQuery {
  const offered: SearchQuery = { ...query };
  for (const [field, names] of Object.entries(filtersOf)) {
    if (!fields.includes(field)) for (const name of names) delete offered[name];
  }
  if (forMember) return offered;
  delete offered.online;
  if (offered.interests) {
    offered.interests = offered.interests.filter((code) => !explicitInterests.includes(code));
  }
  return offered;
}

/** Rejects filters that contradict each other; the caller checks whether the region exists. */
export function validateQuery(query: SearchQuery): Record<string, FieldCode> {
  const { min_age: min, max_age: max, country, countryregion: region } = query;
  return {
    ...(min !== undefined && max !== undefined && min > max ? { max_age: "ages_swapped" } : {}),
    ...(country && region && !region.startsWith(`${country}-`) ? { countryregion: "unknown_option" } : {}),
  };
}

/**
 * The filter of a search. A member gets two-way fit for whichever gender they search, unless they switch it off by
 * `anyone` (D4.1). A fictional profile is neither online nor new (D11.1).
 */
export function toFilter(
  query: SearchQuery,
  siteId: number,
  viewer: ViewerProfile | null,
  now: Date,
  visitorsCountry: string | null = null,
): Filter {
  const wanted: Gender[] = [];
  if (!viewer || viewer.seeks_men) wanted.push("male");
  if (!viewer || viewer.seeks_women) wanted.push("female");
  const homePoint =
    viewer && viewer.latitude !== null && viewer.longitude !== null
      ? { latitude: viewer.latitude, longitude: viewer.longitude }
      : null;
  const { sort: requested = "for_you" } = query;
  const sort = (requested === "nearest" && !homePoint) || (requested === "best" && !viewer) ? "active" : requested;
  return {
    siteId,
    genders: query.gender ? [query.gender] : wanted,
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
    withoutFictional: Boolean(viewer?.hides_fictional || query.online || query.new || query.people),
    withoutPrograms: query.people !== undefined,
    viewerId: viewer?.member_id,
    withBlocks: viewer?.has_blocks ?? false,
    activeAfter: query.online && onlineSince(now),
    joinedAfter: query.new && newSince(now),
    withPhoto: query.photo !== undefined,
    interests: query.interests ?? [],
    sort,
  };
}

const latelyMs = 30 * dayMs;
/** The start of the period that counts as recent activity. */
const latelyStart = (now: Date) => new Date(now.getTime() - latelyMs);

export type Relaxed = "countryregion" | "age" | "distance";

/** D4.3: the same search with one filter relaxed at a time, in this order. */
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

/** The facts that members are ranked by. */
export type Candidate = MatchSide & { member_id: string; last_active_at: Date; fictional: boolean; automatic: boolean };
/** A ranked member; `beyond`: outside the ages or the distance that the viewer asked for. */
export type Ranked = Candidate & { beyond: boolean };
/**
 * Members within the ages and distance that the viewer prefers come first, then the rest. Each group is ordered by the
 * percentage shown beside its members (decision 0025), then by last activity. Fictional profiles come after all
 * members, however well they fit, because they have no percentage (D11.1).
 */
export function rankByMatch(viewer: MatchSide, found: readonly Candidate[], now: Date): Ranked[] {
  const rated = found.map((candidate) => ({
    member: { ...candidate, beyond: isBeyond(viewer, candidate, now) },
    percentage: matchPercentage(viewer, candidate, now),
  }));
  rated.sort(
    (a, b) =>
      Number(a.member.fictional) - Number(b.member.fictional) ||
      Number(a.member.beyond) - Number(b.member.beyond) ||
      b.percentage - a.percentage ||
      b.member.last_active_at.getTime() - a.member.last_active_at.getTime() ||
      (a.member.member_id < b.member.member_id ? -1 : 1),
  );
  return rated.map(({ member }) => member);
}

/** A range of cells, both ends included. */
export type Bands = { from: number; to: number };
/**
 * A box on the map, in cells: bands of a quarter of a degree of latitude and half a degree of longitude. The longitudes
 * are null if the box includes all of them or crosses the date line.
 */
export type Box = { latitudes: Bands; longitudes: Bands | null };

const kilometresPerDegree = 111.195;

/** The smallest box of whole cells that contains everything within a distance. */
export function boxAround({ latitude, longitude }: { latitude: number; longitude: number }, kilometres: number): Box {
  const high = kilometres / kilometresPerDegree;
  const furthest = Math.abs(latitude) + high;
  const wide = high / Math.cos((furthest * Math.PI) / 180);
  const [south, north] = [Math.max(-90, latitude - high), Math.min(90, latitude + high)];
  const [west, east] = [longitude - wide, longitude + wide];
  const open = furthest >= 90 || west < -180 || east > 180;
  return {
    latitudes: { from: Math.floor(south * 4), to: Math.floor(north * 4) },
    longitudes: open ? null : { from: Math.floor(west * 2), to: Math.floor(east * 2) },
  };
}

/** A cell of the map: a quarter of a degree of latitude, half a degree of longitude. */
type Cell = { latitude: number; longitude: number };

/** The longitude bands of a box; a band beyond the date line is numbered from the other side. */
function longitudesAround({ latitude, longitude }: Point, kilometres: number): number[] {
  const high = kilometres / kilometresPerDegree;
  const furthest = Math.abs(latitude) + high;
  const wide = furthest >= 90 ? 180 : high / Math.cos((furthest * Math.PI) / 180);
  const [first, last] = [Math.floor((longitude - wide) * 2), Math.floor((longitude + wide) * 2)];
  const bands = Array.from({ length: Math.min(720, last - first + 1) }, (_, index) => first + index);
  return [...new Set(bands.map((band) => ((band + 1_080) % 720) - 360))];
}

/** The distance to the cell's furthest corner. No point in the cell is further away, except by a few metres. */
function furthestCornerOf({ latitude, longitude }: Cell, from: Point): number {
  const corners = [0, 1].flatMap((north) =>
    [0, 1].map((east) => ({ latitude: (latitude + north) / 4, longitude: (longitude + east) / 2 })),
  );
  return Math.max(...corners.map((corner) => kilometresBetween(from, corner)));
}

/** The cells that cover the ring from `beyond` to `within` kilometres around a point, with few unneeded ones. */
export function cellsAround(from: Point, { beyond, within }: { beyond: number; within: number }): Cell[] {
  const { latitudes } = boxAround(from, within);
  const south = Math.max(-360, latitudes.from);
  const rows = Array.from({ length: Math.min(360, latitudes.to) - south + 1 }, (_, index) => south + index);
  const columns = longitudesAround(from, within);
  return rows
    .flatMap((latitude) => columns.map((longitude) => ({ latitude, longitude })))
    .filter((cell) => furthestCornerOf(cell, from) > beyond - 1);
}
