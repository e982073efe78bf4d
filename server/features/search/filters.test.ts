import { sql } from "kysely";
import { getMember, searchMembers, sorts } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { explicitInterests, interests, saveProfile } from "#contract/profiles.ts";
import { searchFields } from "#contract/sites.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { namesBy, type Query, refusalBy, searchBy, test } from "./test-search.ts";

test.beforeEach(({ services }) => services.db.updateTable("profiles").set({ listed: false }).execute());

const minutesAgo = (services: Fixtures["services"], minutes: number) =>
  new Date(services.clock.now().getTime() - minutes * 60_000);
const daysAgo = (services: Fixtures["services"], days: number) => minutesAgo(services, days * 1440);
test("D4.3 online finds members active within the last five minutes, never a fictional profile or a program", async ({
  people,
  services,
}) => {
  const anna = await people.woman();
  await people.man("here", { lastActiveAt: minutesAgo(services, 4) });
  await people.man("gone", { lastActiveAt: minutesAgo(services, 5) });
  await people.man("invented", { fictional: true });
  const program = await people.man("program", { automatic: true });
  const result = await searchBy(anna.client, { online: "1" });
  expect(result.members.map(({ name, online }) => [name.split(" ")[0], online])).toEqual([["here", true]]);
  expect(result.total).toEqual({ count: 1, capped: false });
  const { profile } = (await anna.client.call(getMember, { query: { id: program.id } })).body;
  expect([profile.online, profile.last_active]).toEqual([false, null]);
  services.clock.advance(60_000);
  expect(await namesBy(anna.client, { online: "1" })).toEqual([]);
});

test("D4.3 new finds members who joined within seven days, never a fictional profile; cards say the same", async ({
  people,
  services,
}) => {
  const anna = await people.woman();
  await people.man("new", { createdAt: daysAgo(services, 6.9) });
  await people.man("settled", { createdAt: daysAgo(services, 7) });
  await people.man("invented", { fictional: true });
  expect(await namesBy(anna.client, { new: "1" })).toEqual(["new"]);
  const cards = (await searchBy(anna.client)).members.map((card) => [card.name.split(" ")[0], card.new]).sort();
  expect(cards).toEqual([
    ["invented", false],
    ["new", true],
    ["settled", false],
  ]);
});

test("D4.3 D11.7 R11.06 people finds only members who answer themselves, in every order, and the total counts the same", async ({
  people,
  client,
  services,
}) => {
  const anna = await people.woman();
  const self = { interests: ["art", "tea"], photo: true, lastActiveAt: minutesAgo(services, 1) };
  await people.man("self", self);
  await people.man("invented", { ...self, fictional: true });
  const program = await people.man("program", { ...self, automatic: true });
  expect((await namesBy(anna.client)).toSorted()).toEqual(["invented", "program", "self"]);
  expect((await namesBy(anna.client, { not_fictional: "1" })).toSorted()).toEqual(["program", "self"]);
  for (const sort of sorts) {
    for (const query of [{}, { interests: "art" }, { interests: "art,tea" }, { online: "1" }, { distance: 50 }]) {
      const result = await searchBy(anna.client, { ...query, people: "1", sort });
      expect(result.members.map(({ name }) => name.split(" ")[0])).toEqual(["self"]);
      expect([result.total, result.similar]).toEqual([{ count: 1, capped: false }, []]);
    }
  }
  expect(await namesBy(client, { gender: "male", people: "1" })).toEqual(["self"]);
  await services.db.updateTable("profiles").set({ automatic: false }).where("member_id", "=", program.id).execute();
  expect((await namesBy(anna.client, { people: "1" })).toSorted()).toEqual(["program", "self"]);
});

test("D4.3 with photo finds members with a main photo that others may see, at every change of the photos", async ({
  people,
  services,
}) => {
  const { db } = services;
  const anna = await people.woman();
  const ben = await people.man("Ben", { photo: true });
  await people.man("faceless");
  const names = () => namesBy(anna.client, { photo: "1" });
  const photosOfBen = db.updateTable("photos").where("member_id", "=", ben.id);
  const main = (await db.selectFrom("photos").select("id").where("member_id", "=", ben.id).executeTakeFirstOrThrow())
    .id;
  const setMain = (id: string | null) =>
    db.updateTable("profiles").set({ main_photo_id: id }).where("member_id", "=", ben.id).execute();
  expect(await names()).toEqual(["Ben"]);
  await photosOfBen.set({ status: "inspection" }).execute();
  expect(await names()).toEqual([]);
  await photosOfBen.set({ status: "active" }).execute();
  expect(await names()).toEqual(["Ben"]);
  await setMain(null);
  expect(await names()).toEqual([]);
  await setMain(main);
  expect(await names()).toEqual(["Ben"]);
  await db.deleteFrom("photos").where("id", "=", main).execute();
  expect(await names()).toEqual([]);
});

test("D4.3 a photo that is approved and made the main one at the same instant counts", async ({ people, services }) => {
  const { db } = services;
  const ben = await people.man("Ben", { photo: true });
  const one = () => db.updateTable("profiles").where("member_id", "=", ben.id);
  const { main_photo_id: photo } = await db
    .selectFrom("profiles")
    .select("main_photo_id")
    .where("member_id", "=", ben.id)
    .executeTakeFirstOrThrow();
  for (let round = 0; round < 10; round += 1) {
    await db.updateTable("photos").set({ status: "inspection" }).where("member_id", "=", ben.id).execute();
    await one().set({ main_photo_id: null }).execute();
    await Promise.all([
      one().set({ main_photo_id: photo }).execute(),
      db.updateTable("photos").set({ status: "active" }).where("member_id", "=", ben.id).execute(),
    ]);
    const rows = await db.selectFrom("profiles").select("shows_photo").where("member_id", "=", ben.id).execute();
    expect(rows).toEqual([{ shows_photo: true }]);
  }
});

test("D4.3 R3.03 interests find the members who have all of them, immediately after a change", async ({ people }) => {
  const anna = await people.woman();
  const ben = await people.man("Ben", { interests: ["art", "tea", "wine"] });
  await people.man("Carl", { interests: ["art", "sex"] });
  await people.man("Dan");
  const namesWith = (codes: string) => namesBy(anna.client, { interests: codes });
  expect((await namesWith("art")).sort()).toEqual(["Ben", "Carl"]);
  expect(await namesWith("tea,art")).toEqual(["Ben"]);
  expect(await namesWith("art,sex")).toEqual(["Carl"]);
  expect(await namesWith("tea,sex")).toEqual([]);
  expect(await namesWith("art,art,tea")).toEqual(["Ben"]);
  await ben.client.call(saveProfile, { body: { interests: ["wine"] } });
  expect([await namesWith("tea"), await namesWith("wine")]).toEqual([[], ["Ben"]]);
});

test("R11.03 facts find the members with one of the wanted answers to each, in every order", async ({ people }) => {
  const anna = await people.woman();
  const facts = { smoking: "no", children: "none", height: 180, languages: ["en", "pl"] };
  const ben = await people.man("Ben", { preferences: { ...facts, goals: ["dates"], shows_goals: true } });
  await people.man("Carl", { preferences: { ...facts, smoking: "sometimes", height: 190, goals: ["dates"] } });
  await people.man("Dan", { interests: ["art"] });
  for (const sort of sorts) {
    const namesFor = async (query: Query) => (await namesBy(anna.client, { ...query, sort })).toSorted();
    expect(await namesFor({})).toEqual(["Ben", "Carl", "Dan"]);
    expect(await namesFor({ smoking: "no,sometimes" })).toEqual(["Ben", "Carl"]);
    expect(await namesFor({ smoking: "no,yes", children: "none" })).toEqual(["Ben"]);
    expect(await namesFor({ min_height: 185 })).toEqual(["Carl"]);
    expect(await namesFor({ max_height: 185, languages: "pl,fr" })).toEqual(["Ben"]);
    expect(await namesFor({ languages: "fr" })).toEqual([]);
    expect(await namesFor({ goals: "dates,fun" })).toEqual(["Ben"]);
    expect(await namesFor({ interests: "art", smoking: "no" })).toEqual([]);
  }
  await ben.client.call(saveProfile, { body: { interests: ["art"] } });
  expect(await namesBy(anna.client, { interests: "art", smoking: "no" })).toEqual(["Ben"]);
  await ben.client.call(saveProfile, { body: { smoking: null, shows_goals: false } });
  expect(await namesBy(anna.client, { smoking: "no" })).toEqual([]);
  expect(await namesBy(anna.client, { goals: "dates" })).toEqual([]);
  expect(await refusalBy(anna.client, { min_height: 180, max_height: 170 })).toEqual([
    400,
    { max_height: "too_small" },
  ]);
  expect((await refusalBy(anna.client, { smoking: "never" }))[0]).toBe(400);
});

test("R11.03 a guest can't filter by facts, and no one by facts that the site's profiles hide", async ({
  people,
  client,
  siteHas,
}) => {
  const anna = await people.woman();
  await people.man("Ben", { preferences: { smoking: "no" } });
  await people.man("Carl", { preferences: { smoking: "yes" } });
  const query = { gender: "male", smoking: "yes" };
  expect([await namesBy(anna.client, query), (await namesBy(client, query)).length]).toEqual([["Carl"], 2]);
  const visible = ["interests", "height"];
  await siteHas({ visible_profile_fields: visible });
  expect((await namesBy(anna.client, query)).length).toBe(2);
});

test("R3.03 every interest of the contract has its own bit", async ({ people, services }) => {
  const { db } = services;
  const { id } = await people.man("Ben");
  const bits = new Set<number>();
  for (const code of interests) {
    const changed = db
      .updateTable("profiles")
      .set({ interests: [code] })
      .where("member_id", "=", id);
    const [row] = await changed.returning("interest_bits").execute();
    expect(Number(row?.interest_bits), code).toBeGreaterThan(0);
    bits.add(Number(row?.interest_bits));
  }
  expect(bits.size).toBe(interests.length);
});

test("R3.03 interest_holders lists exactly the listed members of each interest, after every change", async ({
  people,
  services,
}) => {
  const { db } = services;
  const columns = [
    "gender",
    "country",
    "date_of_birth",
    "seeks_men",
    "seeks_women",
    "fictional",
    "shows_photo",
    "latitude_band",
  ];
  const rows = (from: string) =>
    sql.raw(`select member_id, interest, interest_bits, site_id, ${columns.join(", ")} from ${from}`);
  const profiles = sql`(select *, unnest(interests) as interest from profiles where listed) as listed`;
  const expectInSync = async (holders: number) => {
    const { rows: wrong } = await sql`
      (${rows("interest_holders")} except select member_id, interest, interest_bits, site_id, ${sql.raw(columns.join(", "))} from ${profiles})
      union all (select member_id, interest, interest_bits, site_id, ${sql.raw(columns.join(", "))} from ${profiles} except ${rows("interest_holders")})`.execute(
      db,
    );
    expect(wrong).toEqual([]);
    const { count } = await db
      .selectFrom("interest_holders")
      .select(sql<number>`count(*)::int`.as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(holders);
  };
  const ben = await people.man("Ben", { interests: ["art", "tea"], photo: true });
  const carl = await people.man("Carl", { interests: ["art", "sex", "wine"] });
  await expectInSync(5);
  const changes = [
    { interests: ["tea", "wine", "sex"] },
    { country: "NL" },
    { date_of_birth: "1970-02-03" },
    { sexuality: "gay", seeks_men: true, seeks_women: false },
    { latitude: null, longitude: null },
    { main_photo_id: null },
    { last_active_at: services.clock.now() },
  ];
  for (const change of changes) {
    await db.updateTable("profiles").set(change).where("member_id", "=", ben.id).execute();
    await expectInSync(6);
  }
  await db.updateTable("photos").set({ status: "inspection" }).execute();
  await expectInSync(6);
  await db.updateTable("profiles").set({ listed: false }).where("member_id", "=", ben.id).execute();
  await expectInSync(3);
  await db
    .updateTable("profiles")
    .set({ interests: ["art"] })
    .where("member_id", "=", ben.id)
    .execute();
  await expectInSync(3);
  await db.updateTable("profiles").set({ listed: true }).where("member_id", "=", ben.id).execute();
  await expectInSync(4);
  await db.updateTable("profiles").set({ interests: [] }).where("member_id", "=", ben.id).execute();
  await expectInSync(3);
  await db.deleteFrom("accounts").where("id", "=", carl.id).execute();
  await expectInSync(0);
});

test("D4.3 all filters together find the members who fit each of them, and the total counts the same", async ({
  people,
  services,
}) => {
  const anna = await people.woman();
  const all = {
    interests: ["art", "tea"],
    photo: true,
    createdAt: daysAgo(services, 1),
    lastActiveAt: minutesAgo(services, 1),
  };
  await people.man("all", all);
  await people.man("old", { ...all, dateOfBirth: "1950-05-17" });
  await people.man("far", { ...all, cityId: 2_867_714 });
  await people.man("faceless", { ...all, photo: false });
  await people.man("settled", { ...all, createdAt: daysAgo(services, 8) });
  await people.man("away", { ...all, lastActiveAt: minutesAgo(services, 60) });
  await people.man("tealess", { ...all, interests: ["art"] });
  const query = { interests: "tea,art", photo: "1", new: "1", online: "1", min_age: 30, max_age: 40, distance: 50 };
  for (const sort of ["active", "newest", "nearest", "best"]) {
    const result = await searchBy(anna.client, { ...query, country: "DE", countryregion: "DE-BE", sort });
    expect(result.members.map((card) => card.name.split(" ")[0])).toEqual(["all"]);
    expect(result.total).toEqual({ count: 1, capped: false });
    expect(result.similar.map((card) => [card.name.split(" ")[0], card.relaxed])).toEqual(
      [["far", "distance"]].slice(1),
    );
  }
});

test("R6.08 D4.6 R6.07 no invisible or blocked member is found, counted or similar", async ({ people }) => {
  const anna = await people.woman();
  const input = { interests: ["art"], photo: true };
  const seen = await people.man("seen", input);
  const [hidden, blocked, blocker] = [
    await people.man("hidden", input),
    await people.man("blocked", input),
    await people.man("blocker", input),
  ];
  await hidden.client.call(saveProfile, { body: { invisible: true } });
  await anna.client.call(blockMember, { body: { id: blocked.id } });
  await blocker.client.call(blockMember, { body: { id: anna.id } });
  const filters = [
    {},
    { online: "1" },
    { new: "1" },
    { photo: "1" },
    { interests: "art" },
    { anyone: "1" },
    { interests: "art", photo: "1", new: "1", online: "1", anyone: "1" },
  ];
  for (const filter of filters) {
    for (const sort of ["active", "newest", "nearest", "best"]) {
      const result = await searchBy(anna.client, { ...filter, sort });
      expect(result.members.map((card) => card.id)).toEqual([seen.id]);
      expect(result.total).toEqual({ count: 1, capped: false });
      // no member has that age, so the search returns similar members
      const similar = await searchBy(anna.client, { ...filter, sort, min_age: 41, max_age: 45 });
      expect(similar.total.count).toBe(0);
      expect(similar.similar.map((card) => card.id)).toEqual([seen.id]);
    }
  }
});

test("D4.3 filters that the site does not offer are ignored, each by its own name", async ({
  people,
  services,
  siteHas,
}) => {
  const anna = await people.woman();
  await people.man("Ben", { createdAt: daysAgo(services, 30), lastActiveAt: daysAgo(services, 1) });
  const queries: Partial<Record<(typeof searchFields)[number], Query>> = {
    gender: { gender: "female" },
    country: { country: "AT" },
    countryregion: { countryregion: "DE-BY" },
    age: { min_age: 60, max_age: 65 },
    distance: { distance: 1, country: "AT" },
    interests: { interests: "art" },
    online: { online: "1" },
    new: { new: "1" },
    photo: { photo: "1" },
  };
  for (const [field, query] of Object.entries(queries)) {
    expect(await namesBy(anna.client, query), field).toEqual([]);
    const others = searchFields.filter((other) => other !== field && !(field === "distance" && other === "country"));
    await siteHas({ search_fields: others });
    expect(await namesBy(anna.client, query), field).toEqual(["Ben"]);
    await siteHas({ search_fields: [...searchFields] });
  }
  await people.man("Carl", { sexuality: "gay" });
  await siteHas({ search_fields: [] });
  expect(await namesBy(anna.client, { anyone: "1", min_age: 60, max_age: 20, countryregion: "DE-XX" })).toEqual([
    "Ben",
  ]);
});

test("D4.2 explicit interests are ignored for visitors, as if they were not in the query", async ({
  client,
  people,
}) => {
  await people.man("Ben", { interests: ["bondage", "art"] });
  await people.man("Carl", { interests: ["art"] });
  for (const code of explicitInterests) {
    expect(await namesBy(client, { interests: code })).toHaveLength(2);
  }
  expect(await namesBy(client, { interests: "art,bondage" })).toHaveLength(2);
  expect(await namesBy(client, { interests: "tea,bondage" })).toEqual([]);
  const anna = await people.woman();
  expect(await namesBy(anna.client, { interests: "art,bondage" })).toEqual(["Ben"]);
});

test("R1.02 invalid queries are refused at their field, with a code, and never cause a server error", async ({
  people,
}) => {
  const { client } = await people.woman();
  const refused = (query: Query) => refusalBy(client, query);
  expect(await refused({ min_age: 40, max_age: 30 })).toEqual([400, { max_age: "ages_swapped" }]);
  expect(await refused({ min_age: 0 })).toEqual([400, { min_age: "too_small" }]);
  expect(await refused({ max_age: 121 })).toEqual([400, { max_age: "too_big" }]);
  expect(await refused({ max_age: "1e99" })).toEqual([400, { max_age: "invalid" }]);
  expect(await refused({ min_age: "thirty" })).toEqual([400, { min_age: "invalid" }]);
  expect(await refused({ min_age: 30.5 })).toEqual([400, { min_age: "invalid" }]);
  expect(await refused({ distance: 1_000_000 })).toEqual([400, { distance: "too_big" }]);
  expect(await refused({ distance: 0 })).toEqual([400, { distance: "too_small" }]);
  expect(await refused({ country: "Germany" })).toEqual([400, { country: "invalid" }]);
  expect(await refused({ country: "XX" })).toEqual([400, { country: "unknown_option" }]);
  expect(await refused({ country: "DE", countryregion: "AT-9" })).toEqual([400, { countryregion: "unknown_option" }]);
  expect(await refused({ countryregion: "DE-XX" })).toEqual([400, { countryregion: "unknown_option" }]);
  expect(await refused({ sort: "worst" })).toEqual([400, { sort: "unknown_option" }]);
  expect(await refused({ interests: "art,witchcraft" })).toEqual([400, { interests: "unknown_option" }]);
  expect(await refused({ interests: "" })).toEqual([400, { interests: "unknown_option" }]);
  expect(await refused({ interests: interests.slice(0, 11).join(",") })).toEqual([400, { interests: "too_big" }]);
  expect((await refused({ interests: interests.slice(0, 10).join(",") }))[0]).toBe(200);
  for (const flag of ["online", "new", "photo", "people", "not_fictional", "verified", "anyone"]) {
    expect(await refused({ [flag]: "yes" })).toEqual([400, { [flag]: "unknown_option" }]);
  }
  expect(await refused({ countryregion: "AT-9" })).toEqual([200, undefined]);
});

test("D4.3 interests may come one by one, as a form without scripts sends them", async ({ people, app }) => {
  const anna = await people.woman();
  await people.man("Ben", { interests: ["art", "tea"] });
  await people.man("Carl", { interests: ["art"] });
  const { body } = await app
    .inject({
      url: `${searchMembers.path}?interests=art&interests=tea`,
      headers: { host: "localhost", cookie: anna.cookie, "sec-fetch-site": "same-origin" },
    })
    .then((answer) => ({ body: answer.json() }));
  expect(body.members).toHaveLength(1);
  expect((await anna.client.call(getMember, { query: { id: body.members[0].id } })).body.profile.interests).toEqual([
    "art",
    "tea",
  ]);
});
