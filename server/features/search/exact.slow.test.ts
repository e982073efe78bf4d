import fc from "fast-check";
import type { AnswerOf } from "#contract/call.ts";
import { searchPage } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { type SearchQuery, searchMembers } from "#contract/members.ts";
import { planting } from "#demo/insert.ts";
import { dice } from "#demo/random.ts";
import { findViewer, invalidateViewer, listProfile } from "#server/features/profiles/index.ts";
import { changeSettings } from "#server/features/sites/test-settings.ts";
import { TestClient } from "#server/http/test-client.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { type NaiveContext, type NaiveMember, naiveSearch, naiveSimilar } from "./test-naive.ts";
import { coverPairs, type Row } from "./test-pairs.ts";
import { plantBlocks, plantChats, plantMembers } from "./test-planted.ts";

/**
 * `SEARCH_SEED=… vitest run server/features/search/exact` repeats a run. `SEARCH_ROUNDS=1000` takes further covering
 * arrays, each from a seed of its own, until there are as many searches.
 */
const seed = Number(process.env.SEARCH_SEED ?? Math.floor(Math.random() * 2 ** 31));
const rounds = Number(process.env.SEARCH_ROUNDS ?? 1);
/** More than the cap fit a viewer who looks for both, and more than can be sorted fit most others. */
const planted = 13_000;

const munich = 2_867_714;
const poznan = 3_088_171;
const potsdam = 2_852_458;

/** The levels of each factor; the first one is the simplest, to which a failing search is reduced. */
const factors = {
  viewer: [
    "woman",
    "man who looks for both",
    "gay man without a town",
    "lesbian woman abroad",
    "no consent",
    "visitor",
  ],
  sort: [undefined, "active", "newest", "nearest", "best", "for_you"],
  gender: [undefined, "male", "female"],
  country: [undefined, "DE", "PL"],
  region: [false, true],
  ages: [{}, { min_age: 30, max_age: 39 }, { min_age: 50 }, { max_age: 26 }, { min_age: 36, max_age: 37 }],
  distance: [undefined, 20, 50, 100, 160, 900],
  online: [undefined, "1"],
  new: [undefined, "1"],
  photo: [undefined, "1"],
  people: [undefined, "1"],
  not_fictional: [undefined, "1"],
  verified: [undefined, "1"],
  anyone: [undefined, "1"],
  interests: [undefined, ["art"], ["art", "tea"], ["astrology"], ["sex", "wine"], ["coffee", "tea", "astrology"]],
  exclusion: [
    "none",
    "blocks",
    "blocked",
    "hides",
    "hidden",
    "not_for_me",
    "invisible",
    "not_confirmed",
    "suspended",
    "banned",
    "deleted",
  ],
  facts: [
    {},
    { smoking: ["no"] },
    { min_height: 170, max_height: 185 },
    { children: ["none"], wants_children: ["yes", "maybe"], drinking: ["no", "often"], education: ["doctorate"] },
    { max_height: 160, languages: ["pl", "fr"], goals: ["relationship"] },
  ],
  pages: [1, 2, 7, 12],
} as const;
type Search = Row<typeof factors>;

const simplest = Object.fromEntries(Object.entries(factors).map(([name, [level]]) => [name, level])) as Search;
/** Searches that failed once, and why. */
const cases: Search[] = [
  // later pages ranked members of the boundary's moment that the first page had not ranked
  { ...simplest, sort: "best", pages: 12 },
];

const { viewer, sort, gender, anyone, exclusion, pages } = factors;
/** At most one filter besides the gender: then so many fit that the search can't gather and sort them. */
const filters: Partial<Search>[] = [
  {},
  ...(
    [
      ...(["country", "region", "ages", "distance", "online", "new", "photo", "people"] as const),
      ...(["not_fictional", "verified", "interests", "facts"] as const),
    ] as const
  ).flatMap((name) => factors[name].slice(1).map((level) => ({ [name]: level }))),
];
const wideFactors = { viewer, sort, gender, anyone, exclusion, pages, filters };

/** Covering arrays of all filters and of few, by turns. */
function searches(): Search[] {
  const all = [...cases];
  for (let array = 0; array === 0 || all.length < rounds; array += 1) {
    all.push(...coverPairs(factors, dice(`search ${seed} ${array}`)));
    const wide = coverPairs(wideFactors, dice(`wide search ${seed} ${array}`));
    all.push(...wide.map(({ filters: some, ...rest }) => ({ ...simplest, ...rest, ...some })));
  }
  return all;
}

const test = base
  .extend("viewers", { scope: "file" }, async ({ services, siteIds, member, visitor }) => {
    await changeSettings(services, siteIds[0], { logged_out_search: "all", countries: ["DE", "PL", "AT", "NL"] });
    await plantMembers({ services, siteIds }, planted, String(seed));
    // a tenth has a visible page: they are active until a moment ahead
    await services.pool.query(
      `update profiles set last_active_at = $1::timestamptz + make_interval(secs => abs(hashtext(name)) % 600)
        where name like 'planted-%5'`,
      [services.clock.now()],
    );
    const wants = { prefers_min_age: 28, prefers_max_age: 41, prefers_distance: 25, body_type: "slim" };
    const viewer = async (input: Parameters<typeof member>[0]) => await member({ country: "DE", ...input });
    const all: Record<Search["viewer"], Member | TestClient> = {
      woman: await viewer({
        sexuality: "hetero",
        interests: ["art", "sex"],
        preferences: { ...wants, goals: ["fun"] },
      }),
      "man who looks for both": await viewer({ gender: "male", sexuality: "bi", cityId: potsdam }),
      "gay man without a town": await viewer({ gender: "male", sexuality: "gay", cityId: null }),
      "lesbian woman abroad": await viewer({ sexuality: "lesbian", cityId: poznan, country: "PL", preferences: wants }),
      "no consent": await viewer({ cityId: munich }),
      visitor: visitor(),
    };
    const { db } = services;
    const idOf = (name: Search["viewer"]) => (all[name] as Member).id;
    await plantChats(services, idOf("woman"), 9);
    await plantChats(services, idOf("man who looks for both"), 200);
    await plantBlocks(services, idOf("man who looks for both"), 11);
    await plantBlocks(services, idOf("gay man without a town"), 300);
    const profile = (name: Search["viewer"]) => db.updateTable("profiles").where("member_id", "=", idOf(name));
    await profile("lesbian woman abroad").set({ hides_fictional: true }).execute();
    const withdrawn = { sexuality: null, sexuality_consent_at: null, seeks_men: false, seeks_women: false };
    await profile("no consent")
      .set({ ...withdrawn, listed: false })
      .execute();
    return all;
  })
  .extend("regions", { scope: "file" }, async ({ viewers, services }) => {
    expect(viewers).toBeDefined();
    const { rows } = await services.pool.query<{ country: string; region: string }>(
      `select distinct on (country) country, region from profiles where name like 'planted-%' and region is not null
       group by country, region order by country, count(*) desc`,
    );
    return new Map(rows.map(({ country, region }) => [country, region]));
  });

const standings = ["not_confirmed", "suspended", "banned", "deleted"] as const;
type Standing = (typeof standings)[number] | "active";

async function setStanding({ db, clock }: Fixtures["services"], id: string, status: Standing): Promise<void> {
  const now = clock.now();
  const dates = {
    suspended_until: status === "suspended" ? new Date(now.getTime() + dayMs) : null,
    banned_at: status === "banned" ? now : null,
    deleted_at: status === "deleted" ? now : null,
  };
  await db
    .updateTable("accounts")
    .set({ status, ...dates })
    .where("id", "=", id)
    .execute();
  await listProfile(db, id);
}

async function setInvisible({ db }: Fixtures["services"], id: string, invisible: boolean): Promise<void> {
  await db.updateTable("profiles").set({ invisible, listed: false }).where("member_id", "=", id).execute();
  await listProfile(db, id);
}

/** As `setMark` does; returns how to undo it. */
async function markNotForMe({ db, clock }: Fixtures["services"], viewer: Member | TestClient, id: string) {
  if (viewer instanceof TestClient) return async () => {};
  const pair = { owner_id: viewer.id, about_id: id };
  const row = { ...pair, site_id: viewer.siteId, hidden: true, created_at: clock.now() };
  await planting(db).insertInto("member_marks").values(row).execute();
  invalidateViewer(viewer.id);
  return async () => {
    await planting(db)
      .deleteFrom("member_marks")
      .where("owner_id", "=", viewer.id)
      .where("about_id", "=", id)
      .execute();
    invalidateViewer(viewer.id);
  };
}

type Given = Pick<Fixtures, "services" | "siteIds">;

/** Keeps a member from the viewer's searches; returns how to undo it. */
async function exclude(
  { services }: Given,
  exclusion: Search["exclusion"],
  viewer: Member | TestClient,
  id: string,
): Promise<() => Promise<unknown>> {
  if (exclusion === "none") return async () => {};
  if (exclusion === "invisible") {
    await setInvisible(services, id, true);
    return () => setInvisible(services, id, false);
  }
  if (exclusion === "not_for_me") return await markNotForMe(services, viewer, id);
  const isBlock = exclusion === "blocks" || exclusion === "blocked";
  if (!isBlock && exclusion !== "hides" && exclusion !== "hidden") {
    await setStanding(services, id, exclusion);
    return () => setStanding(services, id, "active");
  }
  if (viewer instanceof TestClient) return async () => {};
  const isByViewer = exclusion === "blocks" || exclusion === "hides";
  const [one = "", other = ""] = isByViewer ? [viewer.id, id] : [id, viewer.id];
  const shared = { site_id: viewer.siteId, created_at: services.clock.now() };
  const db = planting(services.db);
  if (isBlock)
    await db
      .insertInto("blocks")
      .values({ blocker_id: one, blocked_id: other, ...shared })
      .execute();
  else
    await db
      .insertInto("hidden_pairs")
      .values({ owner_id: one, member_id: other, ...shared })
      .execute();
  // the viewer's own cached profile may say for some seconds more that there are no blocks, or that there are
  invalidateViewer(viewer.id);
  return async () => {
    await db.deleteFrom("blocks").where("blocker_id", "=", one).where("blocked_id", "=", other).execute();
    await db.deleteFrom("hidden_pairs").where("owner_id", "=", one).where("member_id", "=", other).execute();
    invalidateViewer(viewer.id);
  };
}

/** The query of a search; its region is one of its country. */
function queryOf(search: Search, regions: ReadonlyMap<string, string>): SearchQuery {
  const {
    sort,
    gender,
    country,
    region,
    ages,
    distance,
    online,
    new: isNew,
    photo,
    people,
    not_fictional,
    verified,
    anyone,
    interests,
    facts,
  } = search;
  const countryregion = region ? regions.get(country ?? "DE") : undefined;
  const flags = { online, new: isNew, photo, people, not_fictional, verified, anyone };
  const narrow = { ...ages, distance, ...flags, ...facts };
  const plain = { sort, gender, country, countryregion, ...narrow };
  return { ...JSON.parse(JSON.stringify(plain)), ...(interests && { interests: [...interests] }) };
}

async function readPages(client: TestClient, query: SearchQuery, most: number) {
  const pages: AnswerOf<typeof searchMembers>[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await client.call(searchMembers, { query: { ...query, ...(cursor && { cursor }) } });
    expect([status, body.error]).toEqual([200, undefined]);
    pages.push(body);
    cursor = body.next_cursor ?? undefined;
  } while (cursor !== undefined && pages.length < most);
  return pages;
}

const idsOf = (members: readonly { id: string }[]) => members.map(({ id }) => id);

/**
 * Expects these members to be the first ones of `all`. Members of nearly the same distance may stand in any order,
 * because a home is placed at the middle of its square kilometre.
 */
function expectFirst(shown: readonly string[], all: readonly NaiveMember[]): void {
  expect(new Set(shown).size).toBe(shown.length);
  const kilometres = new Map(all.map((member) => [member.id, member.kilometres]));
  if (all.every((member) => member.kilometres === null)) {
    expect(shown).toEqual(idsOf(all.slice(0, shown.length)));
    return;
  }
  expect(shown.filter((id) => !kilometres.has(id))).toEqual([]);
  let furthest = 0;
  for (const id of shown) {
    const away = kilometres.get(id) ?? 0;
    expect(away).toBeGreaterThan(furthest - 1.5);
    furthest = Math.max(furthest, away);
  }
  const missed = all.slice(0, shown.length).filter(({ id }) => !shown.includes(id));
  expect(missed.filter((member) => (member.kilometres ?? 0) < furthest - 1.5)).toEqual([]);
}

/** Searches, and expects what the naive statement finds. */
async function expectExact(
  given: Given,
  viewers: Record<Search["viewer"], Member | TestClient>,
  search: Search,
  regions: ReadonlyMap<string, string>,
) {
  const { services, siteIds } = given;
  const { db, clock } = services;
  const viewer = viewers[search.viewer];
  const client = viewer instanceof TestClient ? viewer : viewer.client;
  const query = queryOf(search, regions);
  const before =
    search.exclusion === "none" ? [] : (await readPages(client, query, 1)).flatMap(({ members }) => members);
  const victims = before.filter(({ fictional }) => !fictional).filter((_, index) => index % 9 === 0);
  const undo: (() => Promise<unknown>)[] = [];
  for (const { id } of victims) undo.push(await exclude(given, search.exclusion, viewer, id));
  try {
    const ctx: NaiveContext = {
      ...{ db, siteId: siteIds[0], visitorsCountry: "DE", now: clock.now() },
      viewer: viewer instanceof TestClient ? null : await findViewer(db, viewer.id),
    };
    const expected = await naiveSearch(ctx, query);
    const pages = await readPages(client, query, search.pages);
    const ids = idsOf(pages.flatMap(({ members }) => members));
    expect(ids.length).toBe(Math.min(expected.members.length, search.pages * searchPage));
    expectFirst(ids, expected.members);
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => expected.total));
    expect(pages.map(({ ranked }) => ranked)).toEqual(pages.map(() => expected.ranked));
    expect(pages.at(-1)?.next_cursor === null).toBe(ids.length === expected.members.length);
    const similar = pages[0]?.similar ?? [];
    const relaxed = await naiveSimilar(ctx, query, expected.members);
    expect(similar.map((member) => member.relaxed)).toEqual(relaxed.map((member) => member.relaxed));
    if (relaxed.every((member) => member.kilometres === null)) expect(idsOf(similar)).toEqual(idsOf(relaxed));
    return ids.length;
  } finally {
    for (const run of undo) await run();
  }
}

test(`D4.3 R1.02 R6.07 any search equals a naive statement's: all pairs of filter, order, viewer, page and exclusion (${searches().length} searches, SEARCH_SEED=${seed})`, async ({
  viewers,
  regions,
  services,
  siteIds,
}) => {
  const any = Object.fromEntries(Object.entries(factors).map(([name, levels]) => [name, fc.constantFrom(...levels)]));
  const examples = searches();
  const counts: number[] = [];
  await fc.assert(
    fc.asyncProperty(fc.record(any) as fc.Arbitrary<Search>, async (search) => {
      counts.push(await expectExact({ services, siteIds }, viewers, search, regions));
    }),
    { examples: examples.map((search) => [search] as [Search]), numRuns: examples.length, seed },
  );
  // the searches are worth comparing: most find someone, many more than a page
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(examples.length / 2);
  expect(counts.filter((count) => count > searchPage).length).toBeGreaterThan(examples.length / 4);
}, 3_600_000);
