import { sql } from "kysely";
import { searchPage } from "#contract/constants.ts";
import { searchMembers } from "#contract/members.ts";
import { interests } from "#contract/profiles.ts";
import type { BenchSite } from "./database.ts";
import type { HttpRequest } from "./load.ts";
import { prepareViewers, type SearchingViewer } from "./members.ts";
import type { BareSearch } from "./statements.ts";

type Query = Record<string, string | number | null | undefined>;

const randomBelow = (count: number) => Math.floor(Math.random() * count);
export function pick<T>(list: readonly T[]): T {
  const item = list[randomBelow(list.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

/** Gender, country, region and a span of ten years. */
function narrowQuery(viewer: SearchingViewer, min_age = 20 + randomBelow(20)) {
  const gender = viewer.seeks ?? "female";
  return { gender, anyone: "1", country: viewer.country, countryregion: viewer.region, min_age, max_age: min_age + 9 };
}

function requestOf(viewer: SearchingViewer | null, query: Query): HttpRequest {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return { method: "GET", path: `${searchMembers.path}?${params}`, headers: viewer ? { cookie: viewer.cookie } : {} };
}

const dayYearsAgo = (years: number) => new Date(Date.now() - years * 31_556_952_000).toISOString().slice(0, 10);

/**
 * Narrow searches, for the bare route and for the product: those that find more than a page, because the product adds
 * similar members to the others.
 */
export async function findNarrowSearches(site: BenchSite): Promise<{ bare: BareSearch; product: HttpRequest }[]> {
  const all = (await prepareViewers(site)).flatMap((viewer) =>
    Array.from({ length: 20 }, (_, years) => {
      const query = narrowQuery(viewer, 20 + years);
      const { gender, country, countryregion: region } = query;
      const born = { bornAfter: dayYearsAgo(query.max_age + 1), bornBy: dayYearsAgo(query.min_age) };
      const bare = { site: String(site.siteId), gender, country, region, ...born, viewer: viewer.id };
      return { bare, product: requestOf(viewer, query) };
    }),
  );
  const found = await Promise.all(
    all.map(async (search) => {
      const { gender, country, region, bornAfter, bornBy } = search.bare;
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from profiles
        where site_id = ${site.siteId} and listed and gender = ${gender} and country = ${country} and region = ${region}
          and date_of_birth > ${bornAfter} and date_of_birth <= ${bornBy}`.execute(site.db);
      return (rows[0]?.count ?? 0) > searchPage + 1 ? [search] : [];
    }),
  );
  return found.flat();
}

const sorts = ["active", "newest", "nearest"] as const;

/** `count` random interests. */
const anyInterests = (count: number) => new Set(Array.from({ length: count }, () => pick(interests)));
/** `count` interests that members of the site have together: those of one member are neighbours in the list. */
function commonInterests(count: number) {
  const first = randomBelow(interests.length - 10);
  return interests.slice(first, first + count).join(",");
}
/** A random span of ten years. */
function decade() {
  const min_age = 20 + randomBelow(30);
  return { min_age, max_age: min_age + 10 };
}

/** Searches, from the usual one to the worst for an index. */
const cases: Record<string, (viewer: SearchingViewer) => Query> = {
  narrow: (viewer) => narrowQuery(viewer),
  "country and ages": ({ country }) => ({ country, min_age: 25 + randomBelow(10), max_age: 40 + randomBelow(10) }),
  "everyone, last active": () => ({}),
  "everyone, newest": () => ({ sort: "newest" }),
  "everyone, nearest": () => ({ sort: "nearest" }),
  "within 25 km": () => ({ distance: 25 }),
  "within 100 km, nearest": () => ({ distance: 100, sort: "nearest" }),
  "one old year, any sort": () => ({ min_age: 68 + randomBelow(6), max_age: 74, sort: pick(sorts) }),
  "few years within 400 km": () => {
    const min_age = 50 + randomBelow(20);
    return { min_age, max_age: min_age + 1, distance: 400, sort: pick(sorts) };
  },
  "small country, everywhere near": () => ({ country: "IE", distance: 3000, min_age: 40, sort: pick(sorts) }),
  online: () => ({ online: "1" }),
  "online and nearest": () => ({ online: "1", sort: "nearest" }),
  new: () => ({ new: "1", photo: "1" }),
  "with a photo": () => ({ photo: "1" }),
  "one interest": () => ({ interests: pick(interests), sort: pick(sorts) }),
  "two interests": () => ({ interests: commonInterests(2), sort: pick(sorts) }),
  "two interests that go together seldom": () => ({ interests: [...anyInterests(2)].join(","), anyone: "1" }),
  "ten interests": () => ({ interests: commonInterests(10), anyone: "1", sort: pick(sorts) }),
  "many weak ones": () => ({ interests: commonInterests(2), photo: "1", new: "1", anyone: "1", ...decade() }),
  "many weak ones without new": ({ country }) => ({
    ...{ interests: commonInterests(3), photo: "1", anyone: "1", country, sort: pick(sorts) },
    ...decade(),
  }),
  "many weak ones around": () => ({ interests: commonInterests(3), photo: "1", distance: 200, ...decade() }),
  "best of everyone": () => ({ sort: "best" }),
  "best of some": ({ country }) => ({ sort: "best", country, ...decade() }),
  "best of two interests": () => ({ sort: "best", interests: commonInterests(2) }),
  "best of few": () => ({ sort: "best", distance: 25, ...decade() }),
  "hardly anyone, similar ones": ({ region }) => ({ countryregion: region, min_age: 73, max_age: 75, distance: 50 }),
  "nobody, similar ones of the best": ({ region }) => ({
    sort: "best",
    countryregion: region,
    ...{ min_age: 73, max_age: 75 },
    interests: commonInterests(3),
  }),
};

/** A kind of search, and the function that makes its next request. */
type SearchCase = { name: string; next(): HttpRequest };

function requestOfAny(viewers: readonly SearchingViewer[], query: (viewer: SearchingViewer) => Query): HttpRequest {
  const viewer = pick(viewers);
  return requestOf(viewer, query(viewer));
}

/** The first pages of the cases, for any of the members. */
export const firstPages = (viewers: readonly SearchingViewer[]): SearchCase[] =>
  Object.entries(cases).map(([name, query]) => ({ name, next: () => requestOfAny(viewers, query) }));

/** The requests of the second and all further pages up to a depth, for some members. */
async function walkPages(
  origin: string,
  viewers: readonly SearchingViewer[],
  queryOf: (viewer: SearchingViewer) => Query,
  depth: number,
) {
  const requests: HttpRequest[] = [];
  for (const viewer of viewers) {
    const query = queryOf(viewer);
    let cursor: string | null | undefined;
    for (let page = 1; page <= depth && cursor !== null; page += 1) {
      const request = requestOf(viewer, { ...query, cursor });
      const answer = await fetch(origin + request.path, { headers: request.headers });
      cursor = searchMembers.answer.parse(await answer.json()).next_cursor;
      if (page > 1) requests.push(request);
    }
  }
  return requests;
}

/** All cases: first pages of 64 members, then deep pages, then a visitor. */
export async function allCases({ product }: BenchSite, viewers: readonly SearchingViewer[]): Promise<SearchCase[]> {
  const all = firstPages(viewers);
  for (const sort of [...sorts, "best"]) {
    const deep = await walkPages(product, viewers.slice(0, 8), () => ({ sort }), 40);
    all.push({ name: `everyone, ${sort}, page 2 to 40`, next: () => pick(deep) });
  }
  all.push({ name: "a visitor", next: () => requestOf(null, {}) });
  return all;
}

/** The usual first page: the default order, ages, and the viewer's country or a distance. */
function usualFirst({ country }: SearchingViewer): Query {
  const min_age = 20 + randomBelow(25);
  const place = randomBelow(2) === 0 ? { country } : { distance: pick([50, 100, 200]) };
  return { ...place, min_age, max_age: min_age + 5 + randomBelow(15) };
}

/** The two mixes of the open load; each call makes the next request. */
export async function searchMixes(site: BenchSite) {
  const viewers = await prepareViewers(site);
  const later = await walkPages(site.product, viewers, usualFirst, 5);
  const all = await allCases(site, viewers);
  const adversarial = () => pick(all).next();
  const usual = () => {
    const turn = randomBelow(20);
    if (turn < 12) return requestOfAny(viewers, usualFirst);
    if (turn < 16) return pick(later);
    if (turn < 18) return requestOfAny(viewers, () => ({ distance: pick([25, 50, 100]) }));
    if (turn < 19) return requestOfAny(viewers, () => ({ interests: commonInterests(1 + randomBelow(2)) }));
    return adversarial();
  };
  return { usual, adversarial };
}
