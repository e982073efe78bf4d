import { factAnswers, type ListedFact, listedFacts } from "#contract/fact-answers.ts";
import { heights, isFactField, offeredFilters } from "#contract/facts.ts";
import { type SearchQuery, searchInterestsLimit, sorts } from "#contract/members.ts";
import { explicitInterests, genders, interests } from "#contract/profiles.ts";
import type { User } from "#contract/user.ts";

export type Interest = (typeof interests)[number];
export type Sort = (typeof sorts)[number];

/** The filters of a search; an unset filter does not narrow it. */
export type Filters = Omit<SearchQuery, "cursor">;

export const flags = ["online", "new", "photo", "people", "not_fictional", "verified"] as const;
export type Flag = (typeof flags)[number];

/** The distances that the search offers, in kilometres from the member's own town. */
export const distanceSteps = [5, 10, 25, 50, 100, 250] as const;
/** The upper end of the age slider, which means "no limit". */
export const highestAge = 99;

/** The ends of the slider of heights, in centimetres, which mean "no limit". */
export const heightEnds = { low: 140, high: 210 };

/** The filters that the site offers this viewer, its countries, and the lowest age of the slider. */
export type Offered = {
  fields: readonly string[];
  countries: readonly string[];
  lowestAge: number;
  member: boolean;
  nearby: boolean;
};

/** The site decides on the filters; distance filters need the viewer's own town. */
export function listOffered(
  user: { profile: Pick<User["profile"], "city_id"> } | null,
  settings: Parameters<typeof offeredFilters>[0] & {
    has_fictional: boolean;
    countries: readonly string[];
    min_age: number;
  },
): Offered {
  const { countries, min_age: lowestAge, has_fictional: hasFictional } = settings;
  const forMembers: readonly string[] = ["online", "height", ...listedFacts];
  const without = [...(user === null ? forMembers : []), ...(hasFictional ? [] : ["not_fictional"])];
  return {
    fields: offeredFilters(settings).filter((field) => !without.includes(field)),
    countries,
    lowestAge,
    member: user !== null,
    nearby: user !== null && user.profile.city_id !== null,
  };
}

export const defaultSort: Sort = "for_you";

/** The orders on offer: "best" is for members only, and "nearest" only for members with a town. */
export function listSorts({ member, nearby }: Offered): Sort[] {
  return sorts.filter((sort) => (sort !== "best" || member) && (sort !== "nearest" || nearby));
}

function parseWholeNumber(text: string | null, low: number, high: number): number | undefined {
  if (text === null || !/^\d{1,5}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= low && number <= high ? number : undefined;
}

function pickOption<T extends string>(options: readonly T[], text: string | null): T | undefined {
  return options.find((option) => option === text);
}

function pickMatching(pattern: RegExp, text: string | null): string | undefined {
  return text !== null && pattern.test(text) ? text : undefined;
}

/** Removes unset filters, so that equal searches compare equal. */
export function withoutUnset(filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Explicit interests are for members only. */
export function listInterests(member: boolean): readonly Interest[] {
  return member ? interests : interests.filter((code) => !explicitInterests.includes(code));
}

/** A form without scripts sends one value for each ticked box; a link sends one comma-separated value. */
function readInterests(params: URLSearchParams, { member }: Offered): Interest[] {
  const named = new Set(params.getAll("interests").flatMap((text) => text.split(",")));
  return listInterests(member)
    .filter((code) => named.has(code))
    .slice(0, searchInterestsLimit);
}

/** The two ends of a range in an address, the lower one first. */
function readRange(params: URLSearchParams, name: "age" | "height", ends: { min: number; max: number }) {
  const min = parseWholeNumber(params.get(`min_${name}`), ends.min, ends.max);
  const max = parseWholeNumber(params.get(`max_${name}`), ends.min, ends.max);
  const isSwapped = min !== undefined && max !== undefined && min > max;
  return isSwapped ? { low: max, high: min } : { low: min, high: max };
}

function readAnswers(params: URLSearchParams, fact: ListedFact): string[] {
  const named = new Set(params.getAll(fact).flatMap((text) => text.split(",")));
  return factAnswers[fact].filter((code) => named.has(code));
}

/** The facts of an address (R11.03). */
function readFacts(params: URLSearchParams, { fields }: Offered): Filters {
  const { low, high } = fields.includes("height") ? readRange(params, "height", heights) : {};
  const listed = listedFacts.filter((fact) => fields.includes(fact)).map((fact) => [fact, readAnswers(params, fact)]);
  return {
    ...Object.fromEntries(listed),
    min_height: low !== undefined && low > heightEnds.low ? low : undefined,
    max_height: high !== undefined && high < heightEnds.high ? high : undefined,
  };
}

/** Reads without failing: values that are invalid or not on offer are ignored, ages in the wrong order are swapped. */
export function readFilters(params: URLSearchParams, offered: Offered): Filters {
  const { fields, countries, lowestAge, member, nearby } = offered;
  const has = (field: string) => fields.includes(field);
  // a form without scripts sends 1, then also 0 if the switch is flipped
  const readFlag = (name: Flag | "anyone") => (has(name) && params.getAll(name).at(-1) === "1" ? "1" : undefined);
  const country = has("country") ? pickOption(countries, params.get("country")) : undefined;
  const region = has("countryregion")
    ? pickMatching(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, params.get("countryregion"))
    : undefined;
  const { low, high } = has("age") ? readRange(params, "age", { min: 18, max: 120 }) : {};
  const sort = pickOption(listSorts(offered), params.get("sort"));
  return withoutUnset({
    gender: has("gender") ? pickOption(genders, params.get("gender")) : undefined,
    anyone: member ? readFlag("anyone") : undefined,
    country,
    countryregion: country !== undefined && region?.startsWith(`${country}-`) ? region : undefined,
    min_age: low !== undefined && low > lowestAge ? low : undefined,
    max_age: high !== undefined && high < highestAge ? high : undefined,
    distance: nearby && has("distance") ? parseWholeNumber(params.get("distance"), 1, 20_000) : undefined,
    ...Object.fromEntries(flags.map((flag) => [flag, readFlag(flag)])),
    interests: has("interests") ? readInterests(params, offered) : undefined,
    ...readFacts(params, offered),
    sort: sort === defaultSort ? undefined : sort,
  });
}

/** Removes a region that its country does not have, as an old or mistyped address may name one. */
export function withKnownRegion(filters: Filters, regions: readonly { code: string }[]): Filters {
  const isKnown = regions.some(({ code }) => code === filters.countryregion);
  return isKnown ? filters : withoutUnset({ ...filters, countryregion: undefined });
}

export function hasIgnoredPlace(params: URLSearchParams, filters: Filters, { fields }: Offered): boolean {
  return (["country", "countryregion"] as const).some(
    (name) => fields.includes(name) && (params.get(name) ?? "") !== "" && filters[name] === undefined,
  );
}

const paramNames = [
  "gender",
  "anyone",
  "country",
  "countryregion",
  "min_age",
  "max_age",
  "distance",
  ...flags,
  "interests",
  "min_height",
  "max_height",
  ...listedFacts,
  "sort",
] as const satisfies (keyof Filters)[];

/** Marks an address as a search without filters; an address without any parameters gets the last filters. */
const noFilters = { name: "filters", value: "none" };

/** Whether an address defines a search; `/members` alone does not. */
export function hasSearchParams(params: URLSearchParams): boolean {
  return [...paramNames, noFilters.name, "cursor"].some((name) => params.has(name));
}

/** The filters in use as fields of an address or a form: several answers are one value, with commas. */
export function filterParams(filters: Filters): URLSearchParams {
  const set = withoutUnset(filters);
  const params = new URLSearchParams();
  for (const name of paramNames) if (set[name] !== undefined) params.append(name, String(set[name]));
  return params;
}

export function searchPath(filters: Filters, cursor?: string | null): string {
  const params = filterParams(filters);
  if (cursor) params.append("cursor", cursor);
  if (params.size === 0) params.append(noFilters.name, noFilters.value);
  return `/members?${params}`.replaceAll("%2C", ",");
}

/** The groups of many choices, which are drawn once they are opened. */
export type FoldedGroup = "interests" | "facts";
/** Names the group that is open on a page without scripts. */
export const groupParam = "group";

/** The filters that can be removed one by one. Both ages count as one filter, each interest and fact as one. */
export const removable = [
  ...(["gender", "anyone", "age", "distance", "country", "countryregion", ...flags] as const),
  ...(["height", ...listedFacts] as const),
] as const;
export type Removable = (typeof removable)[number] | `interest:${Interest}`;

export function filtersInUse(filters: Filters): Removable[] {
  const set = withoutUnset(filters);
  const used = removable.filter((name) =>
    name === "age" || name === "height" ? `min_${name}` in set || `max_${name}` in set : name in set,
  );
  const usedInterests = (filters.interests ?? []).map((code) => `interest:${code}` as const);
  return [...used, ...usedInterests];
}

export function findInterest(name: Removable): Interest | undefined {
  return interests.find((code) => name === `interest:${code}`);
}

/** The same search without one filter; removing a country removes its region. */
export function withoutFilter(filters: Filters, name: Removable): Filters {
  const interest = findInterest(name);
  if (interest !== undefined) {
    return withoutUnset({ ...filters, interests: filters.interests?.filter((code) => code !== interest) });
  }
  if (name === "age" || name === "height") {
    return withoutUnset({ ...filters, [`min_${name}`]: undefined, [`max_${name}`]: undefined });
  }
  if (name === "country") return withoutUnset({ ...filters, country: undefined, countryregion: undefined });
  return withoutUnset({ ...filters, [name]: undefined });
}

/** The facts that a search filters by. */
export const factsInUse = (filters: Filters) => filtersInUse(filters).filter(isFactField);

/** The filters with one more answer to a fact, or one less. */
export function toggleAnswer(filters: Filters, fact: ListedFact, code: string): Filters {
  const chosen: readonly string[] = filters[fact] ?? [];
  const isChosen = (each: string) => (each === code ? !chosen.includes(code) : chosen.includes(each));
  return { [fact]: factAnswers[fact].filter(isChosen) };
}

export function withoutFilters(filters: Filters): Filters {
  return withoutUnset({ sort: filters.sort });
}
