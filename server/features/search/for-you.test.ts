import fc from "fast-check";
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import { type SearchQuery, searchMembers, sorts } from "#contract/members.ts";
import { saveProfile } from "#contract/profiles.ts";
import { planting } from "#demo/insert.ts";
import { ageAt } from "#server/ages.ts";
import {
  findViewer,
  matchColumns,
  matchPercentage,
  type ViewerProfile,
  wantedAges,
} from "#server/features/profiles/index.ts";
import { kilometresBetween } from "#server/features/sites/index.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { countMembers } from "./count.ts";
import type { Cursor, Find } from "./cursor.ts";
import { findPage, frontSize } from "./find-page.ts";
import { cellsAround } from "./map-cells.ts";
import type { Candidate } from "./rank.ts";
import { type Filter, toFilter } from "./rules.ts";
import { allPagesBy, test as base, namesBy, refusalBy, searchBy } from "./test-search.ts";

const test = base.extend("anna", { scope: "file" }, ({ people }) => people.woman());

const daysAgo = (services: Fixtures["services"], days: number) =>
  new Date(services.clock.now().getTime() - days * dayMs);
const unlist = (services: Fixtures["services"]) => services.db.updateTable("profiles").set({ listed: false }).execute();
const potsdam = 2_852_458;

const leipzig = 2_879_139;
const frankfurtOder = 2_925_535;
const munich = 2_867_714;
const poznan = 3_088_171;

test("D4.3 the default order is for you: near, around, country, elsewhere, plus recent activity", async ({
  people,
  anna,
  services,
}) => {
  await unlist(services);
  const man = (name: string, cityId: number | null, days: number, country = "DE") =>
    people.man(name, { cityId, country, createdAt: daysAgo(services, 400), lastActiveAt: daysAgo(services, days) });
  await man("elsewhere-long-ago", poznan, 40, "PL");
  await man("elsewhere", poznan, 1, "PL");
  await man("country-long-ago", munich, 40);
  await man("around-long-ago", frankfurtOder, 40);
  await man("near-long-ago", potsdam, 40);
  await man("country-without-town", null, 3);
  await man("country", munich, 2);
  await man("around", frankfurtOder, 29);
  await man("near-yesterday", potsdam, 1);
  await man("near", potsdam, 29);
  const order = [
    ...["near-yesterday", "near", "around", "country-without-town", "country", "near-long-ago"],
    ...["around-long-ago", "country-long-ago", "elsewhere", "elsewhere-long-ago"],
  ];
  expect(await namesBy(anna.client)).toEqual(order);
  expect(await namesBy(anna.client, { sort: "for_you" })).toEqual(order);
});

test("D4.3 D7.7 neither payments nor Premium move anyone in any order of the search", async ({
  people,
  anna,
  services,
}) => {
  await unlist(services);
  const man = (name: string, days: number, premium: boolean) =>
    people.man(name, { premium, createdAt: daysAgo(services, 100 + days), lastActiveAt: daysAgo(services, days) });
  await man("payer", 3, true);
  for (const days of [2, 1]) await man(`other ${days}`, days, false);
  const orders = () => Promise.all(sorts.map((sort) => namesBy(anna.client, { sort })));
  const before = await orders();
  expect(before[0]).toEqual(["other 1", "other 2", "payer"]);
  await services.db.updateTable("profiles").set({ premium: sql`not premium` }).where("listed", "=", true).execute();
  expect(await orders()).toEqual(before);
});

test("D4.3 without a town the own country comes first, for a visitor the country they seem to be in", async ({
  client,
  people,
  services,
  siteHas,
}) => {
  await unlist(services);
  const lost = await people.woman({ cityId: null });
  await services.db.updateTable("profiles").set({ listed: false }).where("member_id", "=", lost.id).execute();
  await people.man("abroad", { cityId: poznan, country: "PL", lastActiveAt: daysAgo(services, 0) });
  await people.man("far", { cityId: munich, lastActiveAt: daysAgo(services, 1) });
  await people.man("near", { cityId: potsdam, lastActiveAt: daysAgo(services, 2) });
  expect(await namesBy(lost.client)).toEqual(["far", "near", "abroad"]);
  const orders: [string[], string[]][] = [
    [
      ["PL", "DE"],
      ["abroad", "far", "near"],
    ],
    [
      ["DE", "PL"],
      ["far", "near", "abroad"],
    ],
  ];
  for (const [countries, order] of orders) {
    await siteHas({ countries });
    expect(await namesBy(client)).toEqual(order);
    // nothing is known of the address: readers of Polish are taken to live in Poland
    const { members } = (await client.call(searchMembers, {}, { language: "pl" })).body;
    expect(members.map(({ name }) => name.replace(/ \d+$/, ""))).toEqual(["abroad", "far", "near"]);
  }
});

async function startChat(db: Fixtures["services"]["db"], siteId: number, one: string, other: string): Promise<void> {
  const [a_id = one, b_id = other] = [one, other].toSorted();
  const at = new Date("2026-11-01T00:00Z");
  const { id } = await planting(db)
    .insertInto("conversations")
    .values({ site_id: siteId, a_id, b_id, started_by: one, created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const sides = [
    { member_id: one, other_id: other },
    { member_id: other, other_id: one },
  ].map((side) => ({ ...side, conversation_id: id }));
  await planting(db).insertInto("conversation_members").values(sides).execute();
}

/** Men and women of all kinds, half of them within 150 km of Berlin, some of them without a town. */
async function crowd(services: Fixtures["services"], siteIds: Fixtures["siteIds"], count: number) {
  const { db, clock } = services;
  const siteId = siteIds[0];
  await sql`select setseed(0.3)`.execute(db);
  await sql`
    with towns as materialized (
      (select * from cities where country in ('DE', 'PL')
        and ll_to_earth(latitude, longitude) <-> ll_to_earth(52.52, 13.41) < 150000 order by md5(id::text) limit 150)
      union all
      (select * from cities where country in ('DE', 'PL', 'AT', 'NL') order by md5(id::text) limit 150)
    ), numbered as (select *, row_number() over () as place from towns),
    crowd as (
      insert into accounts (site_id, name, name_key, email, password_hash, language, status, created_at)
      select ${siteId}, 'crowd-' || n, 'crowd-' || n, 'crowd-' || n || '@example.org', '', 'en', 'active', ${clock.now()}
      from generate_series(1, ${count}::int) as n
      returning id, substr(name, 7)::int as n
    )
    insert into profiles (member_id, site_id, name, gender, sexuality, seeks_men, seeks_women, date_of_birth, country,
      region, city_id, latitude, longitude, fictional, listed, shown_to_visitors, interests, created_at, last_active_at)
    select crowd.id, ${siteId}, 'crowd-' || n, case when n % 3 = 0 then 'female' else 'male' end,
      case when n % 5 > 0 then 'bi' when n % 3 = 0 then 'hetero' else 'gay' end, true, n % 5 > 0,
      date '1950-01-01' + (n % 50) * 365, country, region, case when n % 17 > 0 then numbered.id end,
      case when n % 17 > 0 then latitude end, case when n % 17 > 0 then longitude end, n % 100 = 0, true, n % 4 > 0,
      case when n % 2 = 0 then array['art'] else array['tea'] end, ${clock.now()},
      -- many of them at the same moment
      ${clock.now()}::timestamptz - make_interval(hours => (random() * 24 * 60)::int)
    from crowd join numbered on place = 1 + n * 7 % 300`.execute(db);
}

/** The order of the score by a plain formula, with distances computed as for the cards. */
async function plainScores(services: Fixtures["services"], filter: Filter, condition: string) {
  const { rows } = await sql<Candidate>`
    select ${sql.raw(["member_id", "last_active_at", "fictional", "automatic", ...matchColumns].join())} from profiles
    where listed and ${sql.raw(condition)}`.execute(services.db);
  const scoreOf = ({ country, latitude, longitude, last_active_at, fictional, automatic }: Candidate) => {
    const away =
      filter.homePoint && latitude !== null && longitude !== null
        ? kilometresBetween(filter.homePoint, { latitude, longitude })
        : Number.POSITIVE_INFINITY;
    const living = away <= 50 ? 8 : away <= 100 ? 7 : country === filter.homeCountry ? 5 : 0;
    return living + (last_active_at > filter.lately ? 4 : 0) + (fictional || automatic ? 0 : 16);
  };
  return rows
    .map((row) => ({ row, id: row.member_id, score: scoreOf(row), at: row.last_active_at.getTime() }))
    .sort((a, b) => b.score - a.score || b.at - a.at || (a.id < b.id ? 1 : -1));
}
type Scored = Awaited<ReturnType<typeof plainScores>>;
const idsOf = (scored: Scored) => scored.map(({ id }) => id);

/** The order with its front ranked for a viewer who has chats with these members, by a plain formula. */
function plainOrder(scored: Scored, viewer: ViewerProfile, now: Date, chats: ReadonlySet<string>): string[] {
  const { min, max } = wantedAges(viewer, ageAt(viewer.date_of_birth, now));
  const front = scored.slice(0, frontSize).map((member) => {
    const age = ageAt(member.row.date_of_birth, now);
    const percentage = member.row.fictional ? -1 : matchPercentage(viewer, member.row, now);
    const isNew = member.score >= 16 && !chats.has(member.id);
    return { ...member, isNew, isOfAge: age >= min && age <= max, percentage };
  });
  front.sort(
    (a, b) =>
      Number(b.isNew) - Number(a.isNew) ||
      b.score - a.score ||
      Number(b.isOfAge) - Number(a.isOfAge) ||
      b.percentage - a.percentage ||
      b.at - a.at ||
      (a.id < b.id ? 1 : -1),
  );
  return [...front.map(({ id }) => id), ...idsOf(scored.slice(frontSize))];
}

/** All pages for a viewer or a visitor, found by walking or by gathering; runs `between` before each next page. */
async function pagedFor(
  { db }: Fixtures["services"],
  filter: Filter,
  viewer: ViewerProfile | null,
  find: Find,
  { limit = 24, between = async () => {} }: { limit?: number; between?: () => Promise<void> } = {},
): Promise<string[]> {
  const ids: string[] = [];
  let after: Cursor | null = null;
  for (;;) {
    // a total that is known before means that more than the cap fit
    const total: number | undefined = find === "walk" ? 10_001 : undefined;
    const page = await findPage(db, filter, { viewer, after, total, limit });
    const last = page.rows.at(-1);
    if (!last) return ids;
    ids.push(...page.rows.map((row) => row.member_id));
    expect(page.find).toBe(find);
    after = { value: last.value, id: last.member_id, total: page.total, find, lately: null, boundary: last.boundary };
    await between();
  }
}

test("D4.3 walking and gathering agree with the plain formula, with any filters, page after page", async ({
  anna,
  services,
  siteIds,
}) => {
  await unlist(services);
  await crowd(services, siteIds, 1_500);
  const { clock, db } = services;
  const viewer = await findViewer(db, anna.id);
  const crowded = await db
    .selectFrom("profiles")
    .select("member_id")
    .where("listed", "=", true)
    .orderBy("name")
    .execute();
  const chats = new Set(crowded.filter((_, number) => number % 11 === 0).map(({ member_id }) => member_id));
  for (const id of chats) await startChat(db, siteIds[0], anna.id, id);
  await db.updateTable("profiles").set({ automatic: true }).where("name", "like", "crowd-%7").execute();
  const query = fc.record(
    {
      country: fc.constantFrom("DE", "PL"),
      min_age: fc.constant(40),
      distance: fc.constantFrom(20, 50, 75, 100, 160, 400),
      interests: fc.constant<SearchQuery["interests"]>(["art"]),
      anyone: fc.constant("1" as const),
      people: fc.constant("1" as const),
      gender: fc.constantFrom("male" as const, "female" as const),
    },
    { requiredKeys: [] },
  );
  const changes = fc.constantFrom<Partial<ViewerProfile> | null>(
    {},
    { seeks_women: true },
    { latitude: null, longitude: null },
    { latitude: 52.4, longitude: 16.9, country: "PL" },
    null,
  );
  await fc.assert(
    fc.asyncProperty(query, changes, fc.constantFrom(7, 24, 400), async (filters: SearchQuery, as, limit) => {
      const who = as && { ...viewer, ...as };
      const filter = toFilter(filters, siteIds[0], who, clock.now(), "PL");
      const conditions = [
        `gender in (${filter.genders.map((gender) => `'${gender}'`).join()})`,
        filter.lookingFor === "female" ? "seeks_women" : "true",
        as === null ? "(shown_to_visitors or fictional)" : "true",
        filters.country ? `country = '${filters.country}'` : "true",
        filter.bornBy ? `date_of_birth <= '${filter.bornBy}'` : "true",
        filters.interests ? "interests @> array['art']" : "true",
        filters.people ? "not fictional and not automatic" : "true",
        filter.distance && filter.homePoint
          ? `earth_distance(ll_to_earth(latitude, longitude), ll_to_earth(${filter.homePoint.latitude}, ${filter.homePoint.longitude})) <= ${filter.distance * 1000}`
          : "true",
      ];
      const scored = await plainScores(services, filter, conditions.join(" and "));
      const order = idsOf(scored);
      const counted = scored.filter(({ row }) => !row.fictional).length;
      expect(await countMembers(db, filter)).toBe(counted);
      const visitor = { viewer: null, now: clock.now(), limit };
      expect((await findPage(db, filter, visitor)).total).toBe(counted);
      expect(await pagedFor(services, filter, null, "walk", { limit })).toEqual(order);
      expect(await pagedFor(services, filter, null, "gather", { limit })).toEqual(order);
      if (who === null) return;
      const ranked = plainOrder(scored, who, clock.now(), chats);
      const own = scored.filter(({ id }) => id === who.member_id);
      expect(own).toEqual([]);
      expect(await pagedFor(services, filter, who, "walk", { limit })).toEqual(ranked);
      expect(await pagedFor(services, filter, who, "gather", { limit })).toEqual(ranked);
    }),
    { numRuns: 60 },
  );

  // exactly once, although others come online between the pages, members of the front and members behind it
  const who = viewer as ViewerProfile;
  const filter = toFilter({ anyone: "1" }, siteIds[0], who, clock.now());
  const there = await services.db
    .selectFrom("profiles")
    .select("member_id")
    .where("listed", "=", true)
    .where("gender", "=", "male")
    .orderBy("name")
    .execute();
  for (const way of ["walk", "gather"] as const) {
    const moved = new Set<string>();
    const between = async () => {
      clock.advance(60_000);
      const ids = there.slice(moved.size, moved.size + 9).map(({ member_id }) => member_id);
      for (const id of ids) moved.add(id);
      await db.updateTable("profiles").set({ last_active_at: clock.now() }).where("member_id", "in", ids).execute();
    };
    const seen = await pagedFor(services, filter, who, way, { between });
    const still = there.map(({ member_id }) => member_id).filter((id) => !moved.has(id));
    expect(still.length).toBeGreaterThan(200);
    expect(seen.filter((id) => !moved.has(id)).toSorted()).toEqual(still.toSorted());
  }
}, 120_000);

test("D4.3 D11.1 D11.7 R11.06 people come before programs, however far away they live; of people, chats come last", async ({
  people,
  anna,
  services,
  siteIds,
}) => {
  await unlist(services);
  const born = (age: number) => `${services.clock.now().getFullYear() - age}-01-01`;
  const ages = { dateOfBirth: born(30), lastActiveAt: daysAgo(services, 1) };
  const program = await people.man("program", { ...ages, cityId: potsdam });
  await services.db.updateTable("profiles").set({ automatic: true }).where("member_id", "=", program.id).execute();
  await people.man("fictional", { ...ages, cityId: potsdam, fictional: true });
  const met = await people.man("met", { ...ages, cityId: potsdam });
  for (let number = 0; number < 6; number += 1) {
    await people.man("far", { ...ages, cityId: poznan, country: "PL", lastActiveAt: daysAgo(services, 40 + number) });
  }
  await people.man("other-age", { ...ages, cityId: potsdam, dateOfBirth: born(60) });
  await people.man("near", { ...ages, cityId: potsdam, lastActiveAt: daysAgo(services, 3) });
  await startChat(services.db, siteIds[0], anna.id, met.id);
  const order = ["near", "other-age", "far", "far", "far", "far", "far", "far", "met", "program", "fictional"];
  expect(await namesBy(anna.client)).toEqual(order);
});

test("D4.3 what counts as lately is fixed by the first page: days may pass between two pages", async ({
  people,
  anna,
  services,
}) => {
  await unlist(services);
  const there: string[] = [];
  for (let number = 0; number < 60; number += 1) {
    const lastActiveAt = daysAgo(services, number);
    there.push(
      (
        await people.man("there", {
          cityId: number % 2 ? potsdam : munich,
          createdAt: daysAgo(services, 90),
          lastActiveAt,
        })
      ).id,
    );
  }
  const seen = await allPagesBy(anna.client, {}, async () => services.clock.advance(10 * dayMs));
  expect(seen.toSorted()).toEqual(there.toSorted());
});

test("D4.3 a cursor is for the place it began at: from another town it is refused", async ({ anna }) => {
  const { next_cursor } = await searchBy(anna.client);
  await anna.client.call(saveProfile, { body: { city_id: leipzig } });
  expect(await refusalBy(anna.client, { cursor: next_cursor ?? "" })).toEqual([400, { cursor: "invalid" }]);
});

test("D4.3 the cells around a place cover everything within, at the date line and in the north too", () => {
  const point = fc.record({
    latitude: fc.double({ min: -84, max: 84, noNaN: true }),
    longitude: fc.oneof(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: 179, max: 180, noNaN: true }),
      fc.double({ min: -180, max: -179, noNaN: true }),
    ),
  });
  const step = fc.double({ min: -1.2, max: 1.2, noNaN: true });
  fc.assert(
    fc.property(point, step, fc.double({ min: -12, max: 12, noNaN: true }), (from, north, east) => {
      const longitude = ((((from.longitude + east + 180) % 360) + 360) % 360) - 180;
      const other = { latitude: Math.max(-89, Math.min(89, from.latitude + north)), longitude };
      const away = kilometresBetween(from, other);
      const cell = { latitude: Math.floor(other.latitude * 4), longitude: Math.floor(other.longitude * 2) };
      for (const ring of [
        { beyond: -1, within: 50 },
        { beyond: 50, within: 100 },
      ]) {
        if (away <= ring.beyond || away > ring.within) continue;
        const cells = cellsAround(from, ring);
        expect(
          cells.some(({ latitude, longitude }) => latitude === cell.latitude && longitude === cell.longitude),
        ).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});
