import { sql } from "kysely";
import { searchPage, searchRanked } from "#contract/constants.ts";
import { saveProfile } from "#contract/profiles.ts";
import { findViewer, matchPercentage } from "#server/features/profiles/index.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { findCandidates } from "./store.ts";
import { allPagesBy, namesBy, type Person, searchBy, test } from "./test-search.ts";

test.beforeEach(({ services }) => services.db.updateTable("profiles").set({ listed: false }).execute());

const best = { sort: "best" };
const ids = (persons: readonly Person[]) => persons.map((person) => person.id);

test("D4.3 D4.4 the best match sorts by the percentage on the cards, fictional profiles come last", async ({
  people,
}) => {
  const preferences = { goals: ["dates" as const], prefers_distance: 25, prefers_min_age: 18 };
  const interests = ["art", "tea", "wine"];
  const anna = await people.woman({ interests, preferences });
  await people.man("invented", { fictional: true, interests });
  await people.man("far and old", { cityId: 2_867_714, dateOfBirth: "1960-05-17", preferences });
  await people.man("perfect", { interests, preferences });
  await people.man("near", { preferences });
  const result = await searchBy(anna.client, best);
  expect(result.members.map((card) => card.name.split(" ")[0])).toEqual(["perfect", "near", "far", "invented"]);
  const percentages = result.members.map((card) => card.match_percentage);
  expect(percentages.at(-1)).toBeNull();
  const scores = percentages.slice(0, -1).map(Number);
  expect(scores.at(-1)).toBeGreaterThan(0);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect([result.total.count, result.ranked]).toEqual([3, null]);
  await anna.client.call(saveProfile, { body: { hides_fictional: true } });
  expect(await namesBy(anna.client, best)).not.toContain("invented");
});

test("D4.3 without a login the best match is sorted by last activity", async ({ client, people, services }) => {
  for (const minutes of [3, 1, 2]) {
    const lastActiveAt = new Date(services.clock.now().getTime() - minutes * 60_000);
    await people.man(`ago-${minutes}`, { lastActiveAt });
  }
  expect(await namesBy(client, best)).toEqual(["ago-1", "ago-2", "ago-3"]);
  expect((await searchBy(client, best)).ranked).toBeNull();
});

test("D4.3 pages of the best match show each member once, while others come, go and join", async ({
  people,
  services,
}) => {
  const anna = await people.woman({ interests: ["art"] });
  const there: Person[] = [];
  for (let number = 0; number < 60; number += 1) {
    const interests = number % 3 === 0 ? ["art"] : [];
    there.push(await people.man("there", { interests, dateOfBirth: `${1960 + (number % 40)}-05-17` }));
  }
  let round = 0;
  const seen = await allPagesBy(anna.client, best, async () => {
    round += 1;
    services.clock.advance(60_000);
    const back = there.filter((_, number) => number % 2 === round % 2);
    await services.db
      .updateTable("profiles")
      .set({ last_active_at: services.clock.now() })
      .where("member_id", "in", ids(back))
      .execute();
    await people.man("joined");
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(ids(there).filter((id) => !seen.includes(id))).toEqual([]);
});

/** Inserts so many men of Berlin at once, each last active a second before the previous one. */
async function insertMen(services: Fixtures["services"], siteIds: Fixtures["siteIds"], count: number) {
  const { db, clock } = services;
  const siteId = siteIds[0];
  await sql`
    with crowd as (
      insert into accounts (site_id, name, name_key, email, password_hash, language, status, created_at)
      select ${siteId}, 'crowd-' || n, 'crowd-' || n, 'crowd-' || n || '@example.org', '', 'en', 'active', ${clock.now()}
      from generate_series(1, ${count}::int) as n
      returning id, substr(name, 7)::int as n
    )
    insert into profiles (member_id, site_id, name, gender, sexuality, seeks_men, seeks_women, date_of_birth, country,
      region, city_id, latitude, longitude, fictional, listed, created_at, last_active_at)
    select crowd.id, ${siteId}, 'crowd-' || n, 'male', 'hetero', false, true, date '1950-01-01' + (n % 50) * 365, 'DE',
      town.region, town.id, town.latitude, town.longitude, n % 100 = 0, true, ${clock.now()}::timestamptz,
      ${clock.now()}::timestamptz - make_interval(secs => n)
    from crowd, (select * from cities where country = 'DE' order by population desc limit 1) as town`.execute(db);
}

test("D4.3 of many, the last active are ranked and counted; a member who leaves the front stays", async ({
  people,
  services,
  siteIds,
}) => {
  const anna = await people.woman();
  await insertMen(services, siteIds, 1_100);
  const first = await searchBy(anna.client, best);
  expect(first.total).toEqual({ count: 1_089, capped: false });
  expect(first.ranked).toBe(searchRanked);
  const { rows } = await sql<{ member_id: string }>`
    select member_id from profiles where listed and gender = 'male' and not fictional
    order by last_active_at desc limit ${searchRanked}`.execute(services.db);
  const front = rows.map((row) => row.member_id);
  let round = 0;
  const seen = await allPagesBy(anna.client, best, async () => {
    round += 1;
    if (round !== 2) return;
    // fifty members from outside the front become active, and push as many off it
    services.clock.advance(60_000);
    await sql`update profiles set last_active_at = ${services.clock.now()} where member_id in (
      select member_id from profiles where name like 'crowd-%' order by last_active_at limit 50)`.execute(services.db);
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(front.filter((id) => !seen.includes(id))).toEqual([]);
  expect(seen.length).toBeGreaterThanOrEqual(searchRanked);
  expect(seen.length).toBeLessThanOrEqual(searchRanked + 50);
});

test("D4.3 of very many, the ranking ends at the same number, and no member comes twice", async ({
  people,
  services,
  siteIds,
}) => {
  const anna = await people.woman();
  await services.db.deleteFrom("accounts").where("name", "like", "crowd-%").execute();
  await insertMen(services, siteIds, 3_300);
  const first = await searchBy(anna.client, best);
  expect([first.total.count, first.ranked]).toEqual([3_267, searchRanked]);
  expect(first.members.every((card) => !card.fictional)).toBe(true);
  const seen = await allPagesBy(anna.client, best);
  expect(new Set(seen).size).toBe(searchRanked);
  expect(seen.slice(0, searchPage)).toEqual(first.members.map((card) => card.id));
});

test.for([900, 1_100, 3_300])(
  "D4.3 D4.4 of %i, the best are those that the plain formula finds among the last active thousand, with every filter",
  async (count, { people, services, siteIds }) => {
    const { db, clock } = services;
    const anna = await people.woman({ interests: ["art", "tea", "wine"] });
    await db.deleteFrom("accounts").where("name", "like", "crowd-%").execute();
    await insertMen(services, siteIds, count);
    // the least recently active members would suit best
    await sql`update profiles set interests = case when substr(name, 7)::int > 1011 then array['art', 'tea', 'wine'] else array['art'] end
      where name like 'crowd-%'`.execute(db);
    const { rows } = await sql<{ member_id: string }>`
      select member_id from profiles where listed and gender = 'male' and not fictional
      order by last_active_at desc limit ${searchRanked}`.execute(db);
    const viewer = await findViewer(db, anna.id);
    const percentages = async (members: readonly string[]) =>
      (await findCandidates(db, members))
        .map((other) => matchPercentage(viewer, other, clock.now()))
        .sort((a, b) => b - a);
    const front = await percentages(rows.map((row) => row.member_id));
    for (const filter of [{}, { country: "DE" }, { distance: 100 }, { interests: "art" }, { max_age: 99 }]) {
      const { members, total } = await searchBy(anna.client, { ...best, ...filter });
      expect(await percentages(members.map((card) => card.id))).toEqual(front.slice(0, searchPage));
      expect(total.count).toBe(count - Math.floor(count / 100));
    }
  },
);
