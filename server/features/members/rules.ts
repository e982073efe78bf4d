import type { FieldCode } from "#contract/errors.ts";
import type { SearchQuery } from "#contract/members.ts";
import type { ViewerProfile } from "#server/features/profiles/load-cards.ts";

export type Gender = "male" | "female";

/** A search as the database gets it. */
export type Filter = {
  siteId: number;
  genders: Gender[];
  /** Only members who look for this gender: the viewer's own (D4.1). */
  lookingFor: Gender | null;
  country: string | undefined;
  region: string | undefined;
  /** Calendar dates, exclusive and inclusive: youngest and oldest. */
  bornAfter: string | undefined;
  bornBy: string | undefined;
  distance: number | undefined;
  from: { latitude: number; longitude: number } | null;
  withoutFictional: boolean;
  /** The viewer, who does not find themselves. */
  not: string | undefined;
  sort: "active" | "newest" | "nearest";
};

/** How many members fit; `all` where everyone who fits was looked at to know it, which decides how pages are found. */
export type Total = { count: number; all: boolean };

/** Where a page ended, the sort's value and the id of its last row, and the total that the first page told. */
export type Cursor = { value: string; id: string; total: Total };

/** Refuses what contradicts itself; every other value was checked by the contract. */
export function refuseQuery(query: SearchQuery): Record<string, FieldCode> {
  const { min_age: min, max_age: max } = query;
  return min !== undefined && max !== undefined && min > max ? { max_age: "ages_swapped" } : {};
}

function yearsBefore(now: Date, years: number): string {
  // the day at UTC-12, like `ageAt`
  const date = new Date(now.getTime() - 12 * 3_600_000);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}

/** The filter of a search: two-way fit for a member, unless they ask for a gender themselves (D4.1). */
export function toFilter(query: SearchQuery, siteId: number, viewer: ViewerProfile | null, now: Date): Filter {
  const wanted: Gender[] = viewer
    ? [...(viewer.seeks_men ? (["male"] as const) : []), ...(viewer.seeks_women ? (["female"] as const) : [])]
    : ["male", "female"];
  const from =
    viewer && viewer.latitude !== null && viewer.longitude !== null
      ? { latitude: viewer.latitude, longitude: viewer.longitude }
      : null;
  const sort = query.sort === "nearest" && !from ? "active" : (query.sort ?? "active");
  return {
    siteId,
    genders: query.gender ? [query.gender] : wanted,
    lookingFor: query.gender ? null : ((viewer?.gender as Gender | undefined) ?? null),
    country: query.country,
    region: query.countryregion,
    bornAfter: query.max_age === undefined ? undefined : yearsBefore(now, query.max_age + 1),
    bornBy: query.min_age === undefined ? undefined : yearsBefore(now, query.min_age),
    distance: from ? query.distance : undefined,
    from,
    withoutFictional: viewer?.hides_fictional ?? false,
    not: viewer?.member_id,
    sort,
  };
}

export type Relaxed = "countryregion" | "age" | "distance";

/** D4.3: the same search with one filter relaxed at a time, in this order. */
export function relaxations(query: SearchQuery): { relaxed: Relaxed; query: SearchQuery }[] {
  const ways: { relaxed: Relaxed; query: SearchQuery }[] = [];
  if (query.countryregion) ways.push({ relaxed: "countryregion", query: { ...query, countryregion: undefined } });
  if (query.min_age !== undefined || query.max_age !== undefined) {
    const min_age = query.min_age === undefined ? undefined : Math.max(18, query.min_age - 5);
    const max_age = query.max_age === undefined ? undefined : query.max_age + 5;
    ways.push({ relaxed: "age", query: { ...query, min_age, max_age } });
  }
  if (query.distance !== undefined) ways.push({ relaxed: "distance", query: { ...query, distance: undefined } });
  return ways;
}

/** A range of cells, both ends included. */
export type Bands = { from: number; to: number };
/**
 * A box on the map, in cells: bands of a quarter of a degree of latitude and of half a degree of longitude, which are
 * null where the box would have no west and east, near a pole or across the date line.
 */
export type Box = { latitudes: Bands; longitudes: Bands | null };

const kilometresPerDegree = 111.195;

/** The smallest such box that holds everything within a distance. */
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

/** A cursor is opaque to the caller, and worth nothing to forge. */
export function writeCursor({ value, id, total }: Cursor): string {
  return Buffer.from([value, id, total.count, total.all ? "all" : "more"].join("|")).toString("base64url");
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Null where the cursor is not one of this sort's. */
export function readCursor(text: string, sort: Filter["sort"]): Cursor | null {
  const [value = "", id = "", count = "", all] = Buffer.from(text, "base64url").toString("utf8").split("|");
  const fits =
    sort === "nearest" ? /^[\d.e+-]+$/.test(value) && Number.isFinite(Number(value)) : !Number.isNaN(Date.parse(value));
  if (!fits || !uuid.test(id) || !/^\d{1,5}$/.test(count)) return null;
  return { value, id, total: { count: Number(count), all: all === "all" } };
}
