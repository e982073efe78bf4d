import { type SearchQuery, searchInterestsLimit, sorts } from "#contract/members.ts";
import { explicitInterests, genders, interests } from "#contract/profiles.ts";
import type { User } from "#contract/user.ts";

export type Interest = (typeof interests)[number];
export type Sort = (typeof sorts)[number];

/** The filters of a search; an unset filter does not narrow it (R3.11). */
export type Filters = Omit<SearchQuery, "cursor">;

/** Filters that are on or off. */
export const flags = ["online", "new", "photo"] as const;
export type Flag = (typeof flags)[number];

/** The distances that the search offers, in kilometres from the member's own town. */
export const distanceSteps = [5, 10, 25, 50, 100, 250] as const;
/** The upper end of the age slider, which means "no limit". */
export const highestAge = 99;

/** The filters that the site offers this viewer, its countries, and the lowest age of the slider. */
export type Offered = {
  fields: readonly string[];
  countries: readonly string[];
  lowestAge: number;
  member: boolean;
  nearby: boolean;
};

/** The site decides on the filters (D4.3); distance filters need the viewer's own town. */
export function offeredTo(
  user: { profile: Pick<User["profile"], "city_id"> } | null,
  settings: { search_fields: readonly string[]; countries: readonly string[]; min_age: number },
): Offered {
  const { search_fields, countries, min_age: lowestAge } = settings;
  return {
    // who is online is for members only
    fields: search_fields.filter((field) => field !== "online" || user !== null),
    countries,
    lowestAge,
    member: user !== null,
    nearby: user !== null && user.profile.city_id !== null,
  };
}

/** The order if a search names none. */
export const usualSort: Sort = "for_you";

/** The orders on offer: "best" is for members only, and "nearest" only for members with a town. */
export function sortsFor({ member, nearby }: Offered): Sort[] {
  return sorts.filter((sort) => (sort !== "best" || member) && (sort !== "nearest" || nearby));
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

/** Removes unset filters, so that equal searches compare equal. */
export function tidy(filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Explicit interests are for members only (D4.2). */
export function interestsFor(member: boolean): readonly Interest[] {
  return member ? interests : interests.filter((code) => !explicitInterests.includes(code));
}

/** A form without scripts sends one value for each ticked box; a link sends one comma-separated value. */
function readInterests(params: URLSearchParams, { member }: Offered): Interest[] {
  const named = new Set(params.getAll("interests").flatMap((text) => text.split(",")));
  return interestsFor(member)
    .filter((code) => named.has(code))
    .slice(0, searchInterestsLimit);
}

/**
 * Reads the filters from an address, which never fails: invalid values and filters not on offer are ignored, ages in
 * the wrong order are swapped, and a slider's end means no limit.
 */
export function readFilters(params: URLSearchParams, offered: Offered): Filters {
  const { fields, countries, lowestAge, member, nearby } = offered;
  const has = (field: string) => fields.includes(field);
  // a form without scripts sends 1, then also 0 if the switch is flipped
  const flag = (name: Flag | "anyone") => (has(name) && params.getAll(name).at(-1) === "1" ? "1" : undefined);
  const country = has("country") ? oneOf(countries, params.get("country")) : undefined;
  const region = has("countryregion") ? matching(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, params.get("countryregion")) : undefined;
  const ages = ["min_age", "max_age"].map((name) => (has("age") ? wholeNumber(params.get(name), 18, 120) : undefined));
  const [low, high] = ages[0] !== undefined && ages[1] !== undefined && ages[0] > ages[1] ? ages.toReversed() : ages;
  const sort = oneOf(sortsFor(offered), params.get("sort"));
  return tidy({
    gender: has("gender") ? oneOf(genders, params.get("gender")) : undefined,
    anyone: member ? flag("anyone") : undefined,
    country,
    countryregion: country !== undefined && region?.startsWith(`${country}-`) ? region : undefined,
    min_age: low !== undefined && low > lowestAge ? low : undefined,
    max_age: high !== undefined && high < highestAge ? high : undefined,
    distance: nearby && has("distance") ? wholeNumber(params.get("distance"), 1, 20_000) : undefined,
    online: flag("online"),
    new: flag("new"),
    photo: flag("photo"),
    interests: has("interests") ? readInterests(params, offered) : undefined,
    sort: sort === usualSort ? undefined : sort,
  });
}

/** Removes a region that its country does not have, as an old or mistyped address may name one. */
export function withKnownRegion(filters: Filters, regions: readonly { code: string }[]): Filters {
  const known = regions.some(({ code }) => code === filters.countryregion);
  return known ? filters : tidy({ ...filters, countryregion: undefined });
}

/** Whether the address names a country or a region that the search ignored. */
export function ignoredPlace(params: URLSearchParams, filters: Filters, { fields }: Offered): boolean {
  return (["country", "countryregion"] as const).some(
    (name) => fields.includes(name) && (params.get(name) ?? "") !== "" && filters[name] === undefined,
  );
}

const names = [
  "gender",
  "anyone",
  "country",
  "countryregion",
  "min_age",
  "max_age",
  "distance",
  ...flags,
  "interests",
  "sort",
] as const satisfies (keyof Filters)[];

/** Marks an address as a search without filters; an address without any parameters gets the last filters. */
const noFilters = { name: "filters", value: "none" };

/** Whether an address defines a search; `/members` alone does not. */
export function hasSearchParams(params: URLSearchParams): boolean {
  return [...names, noFilters.name, "cursor"].some((name) => params.has(name));
}

/** The search as query parameters; empty if nothing narrows it. */
function paramsOf(filters: Filters): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of names) {
    const value = tidy(filters)[name];
    if (value !== undefined) params.append(name, String(value));
  }
  return params;
}

/** The address of a search, without the language's prefix. */
export function searchPath(filters: Filters, cursor?: string | null): string {
  const params = paramsOf(filters);
  if (cursor) params.append("cursor", cursor);
  if (params.size === 0) params.append(noFilters.name, noFilters.value);
  return `/members?${params}`.replaceAll("%2C", ",");
}

/** The filters that can be removed one by one. Both ages count as one filter, each interest as one. */
export const removable = ["gender", "anyone", "age", "distance", "country", "countryregion", ...flags] as const;
export type Removable = (typeof removable)[number] | `interest:${Interest}`;

/** The filters in use, in the order of the form. */
export function filtersInUse(filters: Filters): Removable[] {
  const used = removable.filter((name) =>
    name === "age" ? filters.min_age !== undefined || filters.max_age !== undefined : filters[name] !== undefined,
  );
  return [...used, ...(filters.interests ?? []).map((code) => `interest:${code}` as const)];
}

/** The interest that this filter stands for; undefined for other filters. */
export function interestOf(name: Removable): Interest | undefined {
  return interests.find((code) => name === `interest:${code}`);
}

/** The same search without one filter; removing a country removes its region. */
export function without(filters: Filters, name: Removable): Filters {
  const interest = interestOf(name);
  if (interest !== undefined) {
    return tidy({ ...filters, interests: filters.interests?.filter((code) => code !== interest) });
  }
  const gone: Filters =
    name === "age"
      ? { min_age: undefined, max_age: undefined }
      : name === "country"
        ? { country: undefined, countryregion: undefined }
        : { [name]: undefined };
  return tidy({ ...filters, ...gone });
}

/** No filters; keeps the order. */
export function withoutAll(filters: Filters): Filters {
  return tidy({ sort: filters.sort });
}
