import { searchMembers } from "#contract/members.ts";
import { interests } from "#contract/profiles.ts";
import type { BenchDatabase } from "./database.ts";
import { type HttpRequest, loadHttp, loadSql } from "./load.ts";
import type { Side } from "./rounds.ts";
import { type BareSearch, findMembers, listMembers } from "./statements.ts";
import { prepareViewers, type SearchingViewer } from "./viewers.ts";

type Origins = { product: string; bare: string };
type Query = Record<string, string | number | undefined>;

const turn = (count: number) => Math.floor(Math.random() * count);
function any<T>(list: readonly T[]): T {
  const one = list[turn(list.length)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
}

/** Gender, country, region and a span of ten years around the viewer's age. */
function narrow(viewer: SearchingViewer) {
  const min_age = 20 + turn(20);
  const gender = viewer.seeks ?? "female";
  return { gender, anyone: "1", country: viewer.country, countryregion: viewer.region, min_age, max_age: min_age + 9 };
}

function productRequest(viewer: SearchingViewer | null, query: Query): HttpRequest {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  const path = `${searchMembers.path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
  return { method: "GET", path, headers: viewer ? { cookie: viewer.cookie } : {} };
}

function httpSide(name: string, origin: string, next: () => HttpRequest): Side {
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

const yearsAgo = (years: number) => new Date(Date.now() - years * 31_556_952_000).toISOString().slice(0, 10);

/** The narrow search: the baselines, then the product. */
export async function searchSides(database: BenchDatabase, origins: Origins): Promise<Side[]> {
  const viewers = await prepareViewers(database);
  const bareSearch = (): BareSearch => {
    const viewer = any(viewers);
    const { gender, country, countryregion: region, min_age, max_age } = narrow(viewer);
    const ages = { bornAfter: yearsAgo(max_age + 1), bornBy: yearsAgo(min_age) };
    return { site: database.siteId, gender, country, region, ...ages, viewer: viewer.id };
  };
  const sqlSide = (name: string, find: typeof listMembers | typeof findMembers): Side => ({
    name,
    run: (seconds) => loadSql(database.url, seconds, async (client) => void (await find(client, bareSearch()))),
  });
  const bareSide = (name: string, path: string) =>
    httpSide(name, origins.bare, () => {
      const { site, ...search } = bareSearch();
      return { method: "GET", path: `${path}?${new URLSearchParams({ ...search, site: String(site) })}`, headers: {} };
    });
  const product = httpSide("product", origins.product, () => {
    const viewer = any(viewers);
    return productRequest(viewer, narrow(viewer));
  });
  return [
    sqlSide("SQL, the list alone", listMembers),
    sqlSide("SQL, cards and total", findMembers),
    bareSide("bare HTTP, the list alone", "/list"),
    bareSide("bare HTTP, cards and total", "/members"),
    product,
  ];
}

const sorts = ["active", "newest", "nearest"] as const;

/** `count` random interests. */
const anyInterests = (count: number) => new Set(Array.from({ length: count }, () => any(interests)));
/** `count` interests that members of the site have together: those of one member are neighbours in the list. */
function commonInterests(count: number) {
  const first = turn(interests.length - 10);
  return interests.slice(first, first + count).join(",");
}
/** A random span of ten years. */
function decade() {
  const min_age = 20 + turn(30);
  return { min_age, max_age: min_age + 10 };
}

/** Searches, from the usual one to the worst for an index. */
const cases: Record<string, (viewer: SearchingViewer) => Query> = {
  narrow,
  "country and ages": ({ country }) => ({ country, min_age: 25 + turn(10), max_age: 40 + turn(10) }),
  "everyone, last active": () => ({}),
  "everyone, newest": () => ({ sort: "newest" }),
  "everyone, nearest": () => ({ sort: "nearest" }),
  "within 25 km": () => ({ distance: 25 }),
  "within 100 km, nearest": () => ({ distance: 100, sort: "nearest" }),
  "one old year, any sort": () => ({ min_age: 68 + turn(6), max_age: 74, sort: any(sorts) }),
  "few years within 400 km": () => {
    const min_age = 50 + turn(20);
    return { min_age, max_age: min_age + 1, distance: 400, sort: any(sorts) };
  },
  "small country, everywhere near": () => ({ country: "IE", distance: 3000, min_age: 40, sort: any(sorts) }),
  online: () => ({ online: "1" }),
  "online and nearest": () => ({ online: "1", sort: "nearest" }),
  new: () => ({ new: "1", photo: "1" }),
  "with a photo": () => ({ photo: "1" }),
  "one interest": () => ({ interests: any(interests), sort: any(sorts) }),
  "two interests": () => ({ interests: commonInterests(2), sort: any(sorts) }),
  "two interests that go together seldom": () => ({ interests: [...anyInterests(2)].join(","), anyone: "1" }),
  "ten interests": () => ({ interests: commonInterests(10), anyone: "1", sort: any(sorts) }),
  "many weak ones": () => ({ interests: commonInterests(2), photo: "1", new: "1", anyone: "1", ...decade() }),
  "many weak ones without new": ({ country }) => ({
    ...{ interests: commonInterests(3), photo: "1", anyone: "1", country, sort: any(sorts) },
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

/** All cases: first pages of 64 members, then deep pages, then a visitor. */
async function allCases(viewers: SearchingViewer[], origin: string): Promise<SearchCase[]> {
  const all = Object.entries(cases).map(([name, query]) => ({
    name,
    next() {
      const viewer = any(viewers);
      return productRequest(viewer, query(viewer));
    },
  }));
  for (const sort of [...sorts, "best"]) {
    const deep = await walkPages(origin, viewers.slice(0, 8), () => ({ sort }), 40);
    all.push({ name: `everyone, ${sort}, page 2 to 40`, next: () => any(deep) });
  }
  all.push({ name: "a visitor", next: () => productRequest(null, {}) });
  return all;
}

/** Each case, on the product only. */
export async function searchCases(database: BenchDatabase, { product }: Origins): Promise<Side[]> {
  const all = await allCases(await prepareViewers(database), product);
  return all.map(({ name, next }) => httpSide(name, product, next));
}

/** The usual first page: the default order, ages, and the viewer's country or a distance. */
function usualFirst({ country }: SearchingViewer): Query {
  const min_age = 20 + turn(25);
  const place = turn(2) === 0 ? { country } : { distance: any([50, 100, 200]) };
  return { ...place, min_age, max_age: min_age + 5 + turn(15) };
}

/** The two mixes of the open load; each call makes the next request. */
export async function searchMixes(database: BenchDatabase, { product }: Origins) {
  const viewers = await prepareViewers(database);
  const later = await walkPages(product, viewers, usualFirst, 5);
  const all = await allCases(viewers, product);
  const requestOf = (query: (viewer: SearchingViewer) => Query) => () => {
    const viewer = any(viewers);
    return productRequest(viewer, query(viewer));
  };
  const nextLater = () => any(later);
  const nextOfAll = () => any(all).next();
  /** The usual mix: each entry is one of twenty requests. */
  const usual: (() => HttpRequest)[] = [
    ...Array<() => HttpRequest>(12).fill(requestOf(usualFirst)),
    ...Array<() => HttpRequest>(4).fill(nextLater),
    ...Array<() => HttpRequest>(2).fill(requestOf(() => ({ distance: any([25, 50, 100]) }))),
    requestOf(() => ({ interests: commonInterests(1 + turn(2)) })),
    nextOfAll,
  ];
  return { usual: () => any(usual)(), adversarial: nextOfAll };
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
      const { path, headers } = productRequest(viewer, { ...query, cursor });
      const answer = await fetch(`${origin}${path}`, { headers });
      const { next_cursor } = searchMembers.answer.parse(await answer.json());
      if (page > 1) requests.push({ method: "GET", path, headers });
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
  }
  return requests;
}
