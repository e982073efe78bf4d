import { searchMembers } from "#contract/members.ts";
import { interests } from "#contract/profiles.ts";
import { dice } from "#demo/random.ts";
import type { BenchSite } from "./database.ts";
import { ask, get, type HttpRequest } from "./load.ts";
import { prepareViewers, type SearchingViewer } from "./members.ts";

type Query = Record<string, string | number>;
type QueryOf = (viewer: SearchingViewer) => Query;

export const { between, pick, some, weighted } = dice("searches");

const ages = (min_age: number, more: number) => ({ min_age, max_age: min_age + more });

/** Gender, country, region and a span of ten years. */
const narrowQuery = ({ seeks, country, region }: SearchingViewer, youngest = between(20, 39)) => {
  return { gender: seeks ?? "female", anyone: "1", country, countryregion: region, ...ages(youngest, 9) };
};

const paramsOf = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));

const requestOf = (viewer: SearchingViewer | null, query: Query): HttpRequest =>
  get(`${searchMembers.path}?${paramsOf(query)}`, viewer ? { cookie: viewer.cookie } : {});

const answerOf = async (origin: string, request: HttpRequest) =>
  searchMembers.answer.parse(JSON.parse(await ask(origin, request)));

/**
 * Narrow searches, for the bare route and for the product: those that find more than a page, because the product adds
 * similar members to the others.
 */
export async function findNarrowSearches({ product, siteId }: BenchSite, viewers: readonly SearchingViewer[]) {
  const pairs: Record<"bare" | "product", HttpRequest>[] = [];
  for (const viewer of viewers) {
    for (let years = 20; years < 40; years += 1) {
      const query = narrowQuery(viewer, years);
      const request = requestOf(viewer, query);
      const params = paramsOf({ ...query, site: siteId, viewer: viewer.id });
      const { next_cursor } = await answerOf(product, request);
      if (next_cursor !== null) pairs.push({ bare: get(`/members?${params}`), product: request });
    }
  }
  return pairs;
}

const sorts = ["active", "newest", "nearest"] as const;

/** `count` interests that members of the site have together: those of one member are neighbours in the list. */
function commonInterests(count: number) {
  const first = between(0, interests.length - 11);
  return interests.slice(first, first + count).join(",");
}
/** A random span of ten years. */
const decade = () => ages(between(20, 49), 10);

/** Searches, from the usual one to the worst for an index. */
const cases: Record<string, QueryOf> = {
  narrow: (viewer) => narrowQuery(viewer),
  "country and ages": ({ country }) => ({ country, min_age: between(25, 34), max_age: between(40, 49) }),
  "everyone, last active": () => ({}),
  "everyone, newest": () => ({ sort: "newest" }),
  "everyone, nearest": () => ({ sort: "nearest" }),
  "within 25 km": () => ({ distance: 25 }),
  "within 100 km, nearest": () => ({ distance: 100, sort: "nearest" }),
  "one old year, any sort": () => ({ min_age: between(68, 73), max_age: 74, sort: pick(sorts) }),
  "few years within 400 km": () => ({ ...ages(between(50, 69), 1), distance: 400, sort: pick(sorts) }),
  "small country, everywhere near": () => ({ country: "IE", distance: 3000, min_age: 40, sort: pick(sorts) }),
  online: () => ({ online: "1" }),
  "online and nearest": () => ({ online: "1", sort: "nearest" }),
  new: () => ({ new: "1", photo: "1" }),
  "with a photo": () => ({ photo: "1" }),
  "one interest": () => ({ interests: pick(interests), sort: pick(sorts) }),
  "two interests": () => ({ interests: commonInterests(2), sort: pick(sorts) }),
  "two interests that go together seldom": () => ({ interests: some(interests, 2).join(","), anyone: "1" }),
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
  "nobody, similar ones of the best": ({ region }) => {
    return { sort: "best", countryregion: region, min_age: 73, max_age: 75, interests: commonInterests(3) };
  },
};

/** Makes the next request of a kind of search. */
type Next = () => HttpRequest;

/** A search for any of the members. */
function requestsOf(viewers: readonly SearchingViewer[], queryOf: QueryOf): Next {
  return () => {
    const viewer = pick(viewers);
    return requestOf(viewer, queryOf(viewer));
  };
}

/** The requests of the second and all further pages up to a depth, for some members. */
async function walkPages(origin: string, viewers: readonly SearchingViewer[], queryOf: QueryOf, depth: number) {
  const requests: HttpRequest[] = [];
  for (const viewer of viewers) {
    const query = queryOf(viewer);
    let { next_cursor: cursor } = await answerOf(origin, requestOf(viewer, query));
    for (let page = 2; page <= depth && cursor !== null; page += 1) {
      const request = requestOf(viewer, { ...query, cursor });
      requests.push(request);
      cursor = (await answerOf(origin, request)).next_cursor;
    }
  }
  return requests;
}

/** All cases by their names: first pages of 64 members, then deep pages, then a visitor. */
export async function allCases({ product }: BenchSite, viewers: readonly SearchingViewer[]) {
  const all = new Map<string, Next>();
  for (const [name, query] of Object.entries(cases)) all.set(name, requestsOf(viewers, query));
  for (const sort of [...sorts, "best"]) {
    const deep = await walkPages(product, viewers.slice(0, 8), () => ({ sort }), 40);
    all.set(`everyone, ${sort}, page 2 to 40`, () => pick(deep));
  }
  return all.set("a visitor", () => requestOf(null, {}));
}

/** The usual first page: the default order, ages, and the viewer's country or a distance. */
function usualFirst({ country }: SearchingViewer): Query {
  const place = pick<Query>([{ country }, { distance: pick([50, 100, 200]) }]);
  return { ...place, ...ages(between(20, 44), between(5, 19)) };
}

/** The two mixes of the open load. */
export async function searchMixes(site: BenchSite): Promise<{ usual: Next; adversarial: Next }> {
  const viewers = await prepareViewers(site);
  const later = await walkPages(site.product, viewers, usualFirst, 5);
  const all = [...(await allCases(site, viewers)).values()];
  const adversarial = () => pick(all)();
  const kinds: [Next, number][] = [
    [requestsOf(viewers, usualFirst), 60],
    [() => pick(later), 20],
    [requestsOf(viewers, () => ({ distance: pick([25, 50, 100]) })), 10],
    [requestsOf(viewers, () => ({ interests: commonInterests(between(1, 2)) })), 5],
    [adversarial, 5],
  ];
  return { usual: () => weighted(kinds)(), adversarial };
}
