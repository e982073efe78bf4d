import { sql } from "kysely";
import { searchPage } from "#contract/constants.ts";
import { searchMembers } from "#contract/members.ts";
import { interests } from "#contract/profiles.ts";
import type { BenchDatabase } from "./database.ts";
import { type HttpRequest, loadHttp, loadSql } from "./load.ts";
import type { Side } from "./rounds.ts";
import { type BareSearch, findMembers } from "./statements.ts";
import { prepareViewers, type SearchingViewer } from "./viewers.ts";

type Origins = { product: string; bare: string };
type Query = Record<string, string | number | undefined>;

const randomBelow = (count: number) => Math.floor(Math.random() * count);
export function pick<T>(list: readonly T[]): T {
  const item = list[randomBelow(list.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

/** Gender, country, region and a span of ten years around the viewer's age. */
function createNarrowSearch(viewer: SearchingViewer, min_age = 20 + randomBelow(20)) {
  const gender = viewer.seeks ?? "female";
  return { gender, anyone: "1", country: viewer.country, countryregion: viewer.region, min_age, max_age: min_age + 9 };
}

type NarrowSearch = { viewer: SearchingViewer; query: ReturnType<typeof createNarrowSearch> };

/**
 * The narrow searches that find more than a page: the product adds similar members to those that find fewer, which no
 * baseline does.
 */
async function findNarrowSearches({ db, siteId }: BenchDatabase, viewers: SearchingViewer[]): Promise<NarrowSearch[]> {
  const all = viewers.flatMap((viewer) =>
    Array.from({ length: 20 }, (_, years) => ({ viewer, query: createNarrowSearch(viewer, 20 + years) })),
  );
  const counts = await Promise.all(
    all.map(async ({ query }) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from profiles
        where site_id = ${siteId} and listed and gender = ${query.gender} and country = ${query.country}
          and region = ${query.countryregion} and date_of_birth > ${findDayYearsAgo(query.max_age + 1)}
          and date_of_birth <= ${findDayYearsAgo(query.min_age)}`.execute(db);
      return rows[0]?.count ?? 0;
    }),
  );
  return all.filter((_, index) => (counts[index] ?? 0) > searchPage + 1);
}

function createProductRequest(viewer: SearchingViewer | null, query: Query): HttpRequest {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return { method: "GET", path: `${searchMembers.path}?${params}`, headers: viewer ? { cookie: viewer.cookie } : {} };
}

export function createHttpSide(name: string, origin: string, next: (connection: number) => HttpRequest): Side {
  let expected = 200;
  return {
    name,
    async run(seconds) {
      const sample = await loadHttp(origin, Math.round(expected * seconds), next);
      expected = sample.perSecond;
      return sample;
    },
  };
}

const findDayYearsAgo = (years: number) => new Date(Date.now() - years * 31_556_952_000).toISOString().slice(0, 10);

/** The narrow search: the baselines, then the product. */
export async function searchSides(database: BenchDatabase, origins: Origins): Promise<Side[]> {
  const searches = await findNarrowSearches(database, await prepareViewers(database));
  const bareSearch = (): BareSearch => {
    const { viewer, query } = pick(searches);
    const { gender, country, countryregion: region, min_age, max_age } = query;
    const ages = { bornAfter: findDayYearsAgo(max_age + 1), bornBy: findDayYearsAgo(min_age) };
    return { site: database.siteId, gender, country, region, ...ages, viewer: viewer.id };
  };
  const sqlSide: Side = {
    name: "SQL, cards and total",
    run: (seconds) => loadSql(database.url, seconds, async (client) => void (await findMembers(client, bareSearch()))),
  };
  const bareSide = createHttpSide("bare HTTP, cards and total", origins.bare, () => {
    const { site, ...search } = bareSearch();
    return { method: "GET", path: `/members?${new URLSearchParams({ ...search, site: String(site) })}`, headers: {} };
  });
  const product = createHttpSide("product", origins.product, () => {
    const { viewer, query } = pick(searches);
    return createProductRequest(viewer, query);
  });
  return [sqlSide, bareSide, product];
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
  narrow: (viewer) => createNarrowSearch(viewer),
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

/** The first pages of the cases, for any of the members. */
export const firstPages = (viewers: SearchingViewer[]): SearchCase[] =>
  Object.entries(cases).map(([name, query]) => ({
    name,
    next() {
      const viewer = pick(viewers);
      return createProductRequest(viewer, query(viewer));
    },
  }));

/** All cases: first pages of 64 members, then deep pages, then a visitor. */
async function allCases(viewers: SearchingViewer[], origin: string): Promise<SearchCase[]> {
  const all = firstPages(viewers);
  for (const sort of [...sorts, "best"]) {
    const deep = await walkPages(origin, viewers.slice(0, 8), () => ({ sort }), 40);
    all.push({ name: `everyone, ${sort}, page 2 to 40`, next: () => pick(deep) });
  }
  all.push({ name: "a visitor", next: () => createProductRequest(null, {}) });
  return all;
}

/** Each case, on the product only. */
export async function searchCases(database: BenchDatabase, { product }: Origins): Promise<Side[]> {
  const all = await allCases(await prepareViewers(database), product);
  return all.map(({ name, next }) => createHttpSide(name, product, next));
}

/** The usual first page: the default order, ages, and the viewer's country or a distance. */
function usualFirst({ country }: SearchingViewer): Query {
  const min_age = 20 + randomBelow(25);
  const place = randomBelow(2) === 0 ? { country } : { distance: pick([50, 100, 200]) };
  return { ...place, min_age, max_age: min_age + 5 + randomBelow(15) };
}

/** The two mixes of the open load; each call makes the next request. */
export async function searchMixes(database: BenchDatabase, { product }: Origins) {
  const viewers = await prepareViewers(database);
  const later = await walkPages(product, viewers, usualFirst, 5);
  const all = await allCases(viewers, product);
  const requestOf = (query: (viewer: SearchingViewer) => Query) => () => {
    const viewer = pick(viewers);
    return createProductRequest(viewer, query(viewer));
  };
  const nextLater = () => pick(later);
  const nextOfAll = () => pick(all).next();
  /** The usual mix: each entry is one of twenty requests. */
  const usual: (() => HttpRequest)[] = [
    ...Array<() => HttpRequest>(12).fill(requestOf(usualFirst)),
    ...Array<() => HttpRequest>(4).fill(nextLater),
    ...Array<() => HttpRequest>(2).fill(requestOf(() => ({ distance: pick([25, 50, 100]) }))),
    requestOf(() => ({ interests: commonInterests(1 + randomBelow(2)) })),
    nextOfAll,
  ];
  return { usual: () => pick(usual)(), adversarial: nextOfAll };
}

/** The requests of the second and all further pages up to a depth, for some members. */
async function walkPages(
  origin: string,
  viewers: SearchingViewer[],
  queryOf: (viewer: SearchingViewer) => Query,
  depth: number,
) {
  const requests: HttpRequest[] = [];
  for (const viewer of viewers) {
    const query = queryOf(viewer);
    let cursor: string | undefined;
    for (let page = 1; page <= depth; page += 1) {
      const { path, headers } = createProductRequest(viewer, { ...query, cursor });
      const answer = await fetch(`${origin}${path}`, { headers });
      const { next_cursor } = searchMembers.answer.parse(await answer.json());
      if (page > 1) requests.push({ method: "GET", path, headers });
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
  }
  return requests;
}
