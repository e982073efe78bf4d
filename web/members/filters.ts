import { type SearchQuery, sorts } from "#contract/members.ts";
import { genders } from "#contract/profiles.ts";

/** What a search asks for; what is not set does not narrow it (R3.11). */
export type Filters = Omit<SearchQuery, "cursor">;

/** Kilometres from one's own town that the search offers. */
export const distanceSteps = [5, 10, 25, 50, 100, 250] as const;
/** The slider's upper end, which stands for "no limit". */
export const highestAge = 99;

/** What the site's search offers to this person: filters by their codes, and the age where its slider begins. */
export type Offered = { fields: readonly string[]; lowestAge: number; nearby: boolean };

/** The site decides on the filters (D4.3); distances need a town, which only a member has. */
export function offeredTo(member: boolean, settings: { search_fields: readonly string[]; min_age: number }): Offered {
  return { fields: settings.search_fields, lowestAge: settings.min_age, nearby: member };
}

function wholeNumber(text: string | null, low: number, high: number): number | undefined {
  if (text === null || !/^\d{1,5}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= low && number <= high ? number : undefined;
}

function oneOf<T extends string>(options: readonly T[], text: string | null): T | undefined {
  return options.find((option) => option === text);
}

function matching(pattern: RegExp, text: string | null): string | undefined {
  return text !== null && pattern.test(text) ? text : undefined;
}

/** Drops what is not set, so that two searches for the same are the same. */
function tidy(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/**
 * The filters in an address. Whatever makes no sense or is not on offer is left out, ages in the wrong order change
 * places, and a slider's end is no limit: an address never fails.
 */
export function readFilters(params: URLSearchParams, { fields, lowestAge, nearby }: Offered): Filters {
  const has = (field: string) => fields.includes(field);
  const country = has("country") ? matching(/^[A-Z]{2}$/, params.get("country")) : undefined;
  const region = has("countryregion") ? matching(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, params.get("countryregion")) : undefined;
  const ages = ["min_age", "max_age"].map((name) => (has("age") ? wholeNumber(params.get(name), 18, 120) : undefined));
  const [low, high] = ages[0] !== undefined && ages[1] !== undefined && ages[0] > ages[1] ? ages.toReversed() : ages;
  const sort = oneOf(sorts, params.get("sort"));
  return tidy({
    gender: has("gender") ? oneOf(genders, params.get("gender")) : undefined,
    country,
    countryregion: country !== undefined && region?.startsWith(`${country}-`) ? region : undefined,
    min_age: low !== undefined && low > lowestAge ? low : undefined,
    max_age: high !== undefined && high < highestAge ? high : undefined,
    distance: nearby && has("distance") ? wholeNumber(params.get("distance"), 1, 20_000) : undefined,
    sort: sort === sorts[0] || (sort === "nearest" && !nearby) ? undefined : sort,
  });
}

/** The address of a search, without the language's prefix. */
export function searchPath(filters: Filters, cursor?: string | null): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...tidy(filters), cursor: cursor ?? undefined })) {
    if (value !== undefined) params.append(name, String(value));
  }
  return params.size === 0 ? "/members" : `/members?${params}`;
}

/** The filters that a person takes away one by one; both ages are one. */
export const removable = ["gender", "country", "countryregion", "age", "distance"] as const;
export type Removable = (typeof removable)[number];

/** Those in use, in the order of the form. */
export function inUse(filters: Filters): Removable[] {
  return removable.filter((name) =>
    name === "age" ? filters.min_age !== undefined || filters.max_age !== undefined : filters[name] !== undefined,
  );
}

/** The same search without one filter; a region goes with its country. */
export function without(filters: Filters, name: Removable): Filters {
  const gone: Filters =
    name === "age"
      ? { min_age: undefined, max_age: undefined }
      : name === "country"
        ? { country: undefined, countryregion: undefined }
        : { [name]: undefined };
  return tidy({ ...filters, ...gone });
}

/** Nothing but the order. */
export function withoutAll(filters: Filters): Filters {
  return tidy({ sort: filters.sort });
}

export type Way = { relaxed: "countryregion" | "age" | "distance"; filters: Filters };

/** Ways to widen a search that found nobody, the smallest step first (D4.3: region, age by five years, distance). */
export function waysToWiden(filters: Filters): Way[] {
  const ways: Way[] = [];
  const { distance, min_age: low, max_age: high } = filters;
  if (filters.countryregion !== undefined) {
    ways.push({ relaxed: "countryregion", filters: without(filters, "countryregion") });
  }
  if (low !== undefined || high !== undefined) {
    ways.push({
      relaxed: "age",
      filters: tidy({
        ...filters,
        min_age: low === undefined || low - 5 <= 18 ? undefined : low - 5,
        max_age: high === undefined || high + 5 >= highestAge ? undefined : high + 5,
      }),
    });
  }
  if (distance !== undefined) {
    const next = distanceSteps.find((step) => step > distance);
    if (next !== undefined) ways.push({ relaxed: "distance", filters: { ...filters, distance: next } });
    ways.push({ relaxed: "distance", filters: without(filters, "distance") });
  }
  return ways;
}
