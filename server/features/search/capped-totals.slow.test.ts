import { sql } from "kysely";
import { searchTotalCap } from "#contract/constants.ts";
import { searchMembers } from "#contract/members.ts";
import { findViewer } from "#server/features/profiles/index.ts";
import { test as base, expect } from "#server/test.ts";
import { cacheTotal, findCachedTotal } from "./capped-totals.ts";
import { toFilter } from "./rules.ts";

const listed = 9_900;
const fictional = 1_200;
const unlisted = 200;

const test = base
  /** Anna, on a site with a crowd of men in Germany. */
  .extend("anna", { scope: "file" }, async ({ services, siteIds, signedUp }) => {
    const anna = await signedUp({ name: "Anna" });
    const now = services.clock.now();
    await sql`
    with crowd as (
      insert into accounts (site_id, name, name_key, email, password_hash, language, status, created_at)
      select ${siteIds[0]}, 'crowd-' || n, 'crowd-' || n, 'crowd-' || n || '@example.org', '', 'en', 'active', ${now}
      from generate_series(1, ${listed + fictional + unlisted}::int) as n
      returning id, substr(name, 7)::int as n
    )
    insert into profiles (member_id, site_id, name, gender, sexuality, seeks_men, seeks_women, date_of_birth, country,
      region, city_id, latitude, longitude, fictional, listed, created_at, last_active_at)
    select crowd.id, ${siteIds[0]}, 'crowd-' || n, 'male', 'hetero', false, true, '1990-01-01', town.country, town.region,
      town.id, town.latitude, town.longitude, n > ${listed + unlisted}::int, n > ${unlisted}::int,
      ${now}::timestamptz - make_interval(hours => n % 5000), ${now}::timestamptz - make_interval(mins => (n * 7) % 9000)
    from crowd join (
      select *, row_number() over (order by population desc) - 1 as place from cities where country = 'DE' limit 40
    ) as town on town.place = n % 40`.execute(services.db);
    return anna;
  })
  .extend(
    "search",
    { scope: "file" },
    ({ anna }) =>
      async (query: Record<string, unknown> = {}) =>
        (await anna.client.call(searchMembers, { query: { country: "DE", ...query } })).body,
  )
  /** The names of all members that Anna may find in Germany, in the order that the search promises. */
  .extend("expected", { scope: "file" }, ({ services }) => async (order: string, also = "true", limit = 240) => {
    const { rows } = await sql<{ name: string }>`
    select p.name from profiles p join profiles me on me.name = 'Anna' left join cities c on c.id = p.city_id
    where p.listed and p.gender = 'male' and p.country = 'DE' and p.site_id = me.site_id and ${sql.raw(also)}
    order by ${sql.raw(order)} limit ${limit}`.execute(services.db);
    return rows.map((row) => row.name);
  });

test("D4.3 D11.1 the total counts no fictional profiles, is exact up to 10,000 and capped above", async ({
  services,
  search,
}) => {
  const { db } = services;
  expect((await search()).total).toEqual({ count: listed, capped: false });
  await db.updateTable("profiles").set({ listed: true }).where("name", "like", "crowd-%").execute();
  expect((await search()).total).toEqual({ count: 10_000, capped: true });
});

test.for([
  ["active", "p.fictional, p.last_active_at desc, p.member_id desc"],
  ["newest", "p.fictional, p.created_at desc, p.member_id desc"],
  [
    "nearest",
    "p.fictional, ll_to_earth(c.latitude, c.longitude) <-> ll_to_earth(me.latitude, me.longitude), c.id, p.member_id",
  ],
] as const)(
  "D4.3 among many, pages in the order %s leave out no member and repeat none",
  async ([sort, order], { search, expected }) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 10; page += 1) {
      const result = await search({ sort, ...(cursor === undefined ? {} : { cursor }) });
      expect(result.total).toEqual({ count: 10_000, capped: true });
      seen.push(...result.members.map((member) => member.name));
      cursor = result.next_cursor ?? undefined;
    }
    expect(seen).toEqual(await expected(order));
  },
);

test.for([60, 1_500, 6_000])(
  "D4.3 R3.03 of %i who have the interests, pages leave out no member and repeat none, and the total is right",
  async (holders, { services, search, expected }) => {
    const { db } = services;
    await sql`update profiles set interests = case when substr(name, 7)::int <= ${holders} then array['art', 'tea', 'wine'] else array['art'] end
    where name like 'crowd-%'`.execute(db);
    await sql`analyze interest_holders`.execute(db);
    const members = await db
      .selectFrom("profiles")
      .select("name")
      .where("listed", "=", true)
      .where("fictional", "=", false)
      .where("interests", "@>", sql<string[]>`array['tea']`)
      .execute();
    for (const [sort, order] of [
      ["active", "p.fictional, p.last_active_at desc, p.member_id desc"],
      ["newest", "p.fictional, p.created_at desc, p.member_id desc"],
    ]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 4; page += 1) {
        const result = await search({ interests: "art,tea", sort, ...(cursor === undefined ? {} : { cursor }) });
        expect(result.total).toEqual({ count: members.length, capped: false });
        seen.push(...result.members.map((member) => member.name));
        cursor = result.next_cursor ?? undefined;
        if (cursor === undefined) break;
      }
      expect(seen).toEqual(await expected(order ?? "", "p.interests @> array['tea']", Math.min(holders, 96)));
    }
    const best = await search({ interests: "art,tea", sort: "best" });
    expect([best.total.count, best.ranked]).toEqual([members.length, members.length > 1000 ? 1000 : null]);
    expect((await search({ interests: "art" })).total).toEqual({ count: 10_000, capped: true });
  },
);

test("R1.02 among many, distance and age still filter", async ({ search }) => {
  const near = await search({ distance: 20_000, sort: "nearest" });
  expect(near.total).toEqual({ count: 10_000, capped: true });
  expect(near.members.map((member) => member.name)).toEqual(
    (await search({ sort: "nearest" })).members.map((member) => member.name),
  );
  expect((await search({ distance: 20_000, min_age: 40 })).total.count).toBe(0);
});

test("D4.3 a total above the cap is cached for one minute, then counted again", async ({ services, search }) => {
  const { db, clock } = services;
  const list = (shown: boolean) =>
    sql`update profiles set listed = ${shown} where not fictional and substr(name, 7)::int <= 300 and name like 'crowd-%'`;
  const capped = { count: 10_000, capped: true };
  await list(true).execute(db);
  clock.advance(61_000);
  expect((await search()).total).toEqual(capped);
  await list(false).execute(db);
  expect((await search()).total).toEqual(capped);
  clock.advance(61_000);
  const now = { count: listed + unlisted - 300, capped: false };
  // a concurrent search may use the cached total a moment longer
  const both = await Promise.all([search(), search({ sort: "newest" })]);
  expect(both.map(({ total }) => total)).toContainEqual(now);
  expect((await search()).total).toEqual(now);
  await list(true).execute(db);
  expect((await search()).total).toEqual(capped);
});

test("D11.8 a total that is cached for members is not shown to people who are not logged in", async ({
  anna,
  services: { db, clock },
  siteIds,
}) => {
  const now = clock.now();
  const viewer = await findViewer(db, anna.id);
  const all = { ...viewer, seeks_men: true, seeks_women: true };
  const ofMember = toFilter({ anyone: "1" }, siteIds[0], all, now);
  cacheTotal(db, ofMember, searchTotalCap + 1, now);
  expect(findCachedTotal(db, ofMember, now)).toBeDefined();
  expect(findCachedTotal(db, toFilter({}, siteIds[0], null, now), now)).toBeUndefined();
});

test("D4.3 a total above the cap is known of a search with wider ages or distance too, and of no other", async ({
  anna,
  services: { db, clock },
  siteIds,
}) => {
  const now = clock.now();
  const viewer = { ...(await findViewer(db, anna.id)), latitude: 52.5, longitude: 13.4 };
  const filterOf = (min_age?: number, max_age?: number, distance?: number) =>
    toFilter({ country: "PL", min_age, max_age, distance }, siteIds[0], viewer, now);
  const isKnown = (filter: ReturnType<typeof filterOf>, at = now) => findCachedTotal(db, filter, at) !== undefined;
  cacheTotal(db, filterOf(30, 39), searchTotalCap + 1, now);
  const wider = [filterOf(30, 39), filterOf(30, 40), filterOf(29, 39), filterOf(18), filterOf()];
  expect(wider.map((filter) => isKnown(filter))).toEqual(wider.map(() => true));
  const others = [filterOf(31, 39), filterOf(30, 38), filterOf(40, 60), filterOf(31), filterOf(30, 39, 500)];
  expect(others.map((filter) => isKnown(filter))).toEqual(others.map(() => false));
  cacheTotal(db, filterOf(30, 39, 100), searchTotalCap + 1, now);
  expect([50, 100, 200].map((distance) => isKnown(filterOf(30, 39, distance)))).toEqual([false, true, true]);
  // no more than the cap fit the wider search: what was cached of a narrower one is old
  cacheTotal(db, filterOf(20, 50), searchTotalCap, now);
  expect([filterOf(30, 39), filterOf()].map((filter) => isKnown(filter))).toEqual([false, false]);
});
