import { randomUUID } from "node:crypto";
import { getCard, getInterests, getMember, searchMembers } from "#contract/members.ts";
import { saveProfile } from "#contract/profiles.ts";
import { createProfile, type NewProfile } from "#server/features/profiles/index.ts";
import { findPlace } from "#server/features/sites/index.ts";
import { test as base, expect } from "#server/test.ts";

const munich = 2_867_714;
const potsdam = 2_852_458;
const vienna = 2_761_369;

type ProfileInput = Partial<NewProfile> & { city?: number; fictional?: boolean; listed?: boolean };

const names = (found: { members: { name: string }[] }) => found.members.map((member) => member.name);

const test = base
  .extend("anna", { scope: "file" }, ({ signedUp }) => signedUp({ name: "Anna" }))
  .extend(
    "search",
    { scope: "file" },
    ({ anna }) =>
      async (query: Record<string, unknown> = {}, client = anna.client) =>
        (await client.call(searchMembers, { query })).body,
  )
  /** Inserts a member, by default a listed man of 30 in Munich who looks for women and lets visitors see him. */
  .extend("insert", { scope: "file" }, ({ services: { db, clock }, siteIds }) => {
    return async (name: string, overrides: ProfileInput = {}): Promise<string> => {
      const siteId = overrides.siteId ?? siteIds[0];
      const place = await findPlace(db, overrides.city ?? munich);
      if (!place) throw new Error("no such town");
      const account = {
        site_id: siteId,
        name,
        name_key: name,
        email: `${name}@example.org`,
        password_hash: "",
        language: "en",
      };
      const now = overrides.now ?? clock.now();
      const { id } = await db
        .insertInto("accounts")
        .values({ ...account, status: "active", created_at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      const person = { gender: "male", sexuality: "hetero", dateOfBirth: "1996-01-01", ...overrides } as const;
      const home = { place, country: place.country, sexualityConsentAt: now };
      await createProfile(db, { ...person, ...home, memberId: id, siteId, name, now });
      await db
        .updateTable("profiles")
        .set({ listed: overrides.listed ?? true, shown_to_visitors: true })
        .where("member_id", "=", id)
        .execute();
      return id;
    };
  });

test("R1.02 D4.1 the search shows listed members of the site who fit both ways, not the viewer", async ({
  siteIds,
  search,
  insert,
}) => {
  await insert("fits");
  await insert("looks-for-men", { sexuality: "gay" });
  await insert("a-woman", { gender: "female", sexuality: "hetero" });
  await insert("bi-man", { sexuality: "bi" });
  await insert("not-confirmed", { listed: false });
  await insert("elsewhere", { siteId: siteIds[1] });
  expect(names(await search()).sort()).toEqual(["bi-man", "fits"]);
  // `gender` finds a gender the viewer does not look for, `anyone` finds members who look for another gender
  expect(names(await search({ gender: "female" }))).toEqual([]);
  expect(names(await search({ gender: "female", anyone: "1" }))).toEqual(["a-woman"]);
  expect(names(await search({ anyone: "1" })).sort()).toEqual(["bi-man", "fits", "looks-for-men"]);
});

test("R1.02 R3.11 filters by country, region, ages and distance", async ({ search, insert }) => {
  await insert("of-potsdam", { city: potsdam, dateOfBirth: "1990-11-20" });
  await insert("of-vienna", { city: vienna, dateOfBirth: "1990-11-21" });
  expect(names(await search({ country: "AT" }))).toEqual(["of-vienna"]);
  expect(names(await search({ countryregion: "DE-BB" }))).toEqual(["of-potsdam"]);
  // 36 since today; the other one tomorrow
  expect(names(await search({ min_age: 36 }))).toEqual(["of-potsdam"]);
  expect(names(await search({ min_age: 35, max_age: 35 }))).toEqual(["of-vienna"]);
  expect(names(await search({ distance: 50 }))).toEqual(["of-potsdam"]);
  expect(names(await search({ sort: "nearest" }))[0]).toBe("of-potsdam");
  const [card] = (await search({ countryregion: "DE-BB" })).members;
  expect(card).toMatchObject({ age: 36, city: "Potsdam", region_name: "Brandenburg", distance: 50, fictional: false });
});

test("D4.3 pages of 24 by cursor list each member once, in each order, with the total", async ({ search, insert }) => {
  const before = await search();
  for (let number = 0; number < 60; number += 1) {
    await insert(`paged-${number}`, {
      now: new Date(Date.UTC(2026, 9, 1, 0, number)),
      city: number % 2 ? munich : vienna,
    });
  }
  for (const sort of ["for_you", "active", "newest", "nearest"]) {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await search({ sort, ...(cursor === "" ? {} : { cursor }) });
      expect(page.total).toEqual({ count: before.total.count + 60, capped: false });
      seen.push(...names(page));
      cursor = page.next_cursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(before.total.count + 60);
  }
});

test("D4.3 if few fit, similar members come with the filter that was relaxed", async ({ search }) => {
  const result = await search({ country: "AT", countryregion: "AT-9", min_age: 35, max_age: 35 });
  expect(names(result)).toEqual(["of-vienna"]);
  expect(new Set(result.similar.map((member) => member.relaxed))).toEqual(new Set(["age"]));
  expect(result.similar.every((member) => member.name.startsWith("paged-"))).toBe(true);
  expect(result.similar.length + result.members.length).toBe(24);
});

test("R1.02 contradicting ages, unknown codes and foreign cursors are refused at their field", async ({
  anna,
  search,
}) => {
  const fieldsOf = async (query: Record<string, unknown>) =>
    Object.keys((await anna.client.call(searchMembers, { query })).body.error?.fields ?? {});
  expect(await fieldsOf({ min_age: 40, max_age: 30 })).toEqual(["max_age"]);
  expect(await fieldsOf({ gender: "robot" })).toEqual(["gender"]);
  expect(await fieldsOf({ min_age: 17 })).toEqual(["min_age"]);
  expect(await fieldsOf({ distance: 1_000_000 })).toEqual(["distance"]);
  expect(await fieldsOf({ cursor: Buffer.from("1.5|nonsense").toString("base64url") })).toEqual(["cursor"]);
  const { next_cursor } = await search({ sort: "nearest" });
  expect(await fieldsOf({ sort: "newest", cursor: next_cursor ?? "" })).toEqual(["cursor"]);
});

test("D11.1 a fictional profile says so in every answer, is never online, and one switch hides it", async ({
  services,
  siteIds,
  anna,
  search,
  insert,
}) => {
  const { db } = services;
  const id = await insert("invented", { city: vienna, dateOfBirth: "1950-01-01" });
  await expect(
    db.updateTable("profiles").set({ fictional: true }).where("member_id", "=", id).execute(),
  ).rejects.toThrow("fictional can not be changed");
  // a profile has to be fictional from its insert on
  await db.deleteFrom("profiles").where("member_id", "=", id).execute();
  await db
    .insertInto("profiles")
    .columns([
      "member_id",
      "site_id",
      "name",
      "gender",
      "sexuality",
      "seeks_men",
      "seeks_women",
      "date_of_birth",
      "country",
      "fictional",
      "listed",
      "created_at",
      "last_active_at",
    ])
    .values({
      member_id: id,
      site_id: siteIds[0],
      name: "invented",
      gender: "male",
      sexuality: "hetero",
      seeks_men: false,
      seeks_women: true,
      date_of_birth: "1950-01-01",
      country: "AT",
      fictional: true,
      listed: true,
      created_at: services.clock.now(),
      last_active_at: services.clock.now(),
    })
    .execute();
  const result = await search({ min_age: 70 });
  expect(result.members[0]).toMatchObject({ name: "invented", fictional: true, online: false });
  expect(result.total.count).toBe(0);
  const profile = (await anna.client.call(getMember, { query: { id } })).body.profile;
  expect(profile).toMatchObject({ fictional: true, online: false, last_active: null });
  await anna.client.call(saveProfile, { body: { hides_fictional: true } });
  expect(names(await search({ min_age: 70 }))).toEqual([]);
  expect((await anna.client.call(getMember, { query: { id } })).status).toBe(404);
  await anna.client.call(saveProfile, { body: { hides_fictional: false } });
});

test("R1.02 a profile is answered to members of the site only, and never with private fields", async ({
  visitor,
  signedUp,
  anna,
  insert,
}) => {
  const id = await insert("seen");
  const answer = await anna.client.call(getMember, { query: { id } });
  expect(answer.body.profile).toMatchObject({ name: "seen", sexuality: "hetero", photos: [], interests: [] });
  const text = JSON.stringify(answer.body);
  for (const secret of ["email", "example.org", "latitude", '"date_of_birth":"', "password", "credits"]) {
    expect(text).not.toContain(secret);
  }
  expect((await visitor().call(getMember, { query: { id } })).status).toBe(403);
  const elsewhere = await signedUp({}, "127.0.0.1");
  expect((await elsewhere.client.call(getMember, { query: { id } })).status).toBe(404);
  expect((await anna.client.call(getMember, { query: { id: randomUUID() } })).status).toBe(404);
});

test("D2.4 a visitor sees the first page, no second one, and no distances", async ({ visitor, search }) => {
  const guest = visitor();
  const result = await search({}, guest);
  expect(result.members).toHaveLength(24);
  expect(result.members.every((member) => member.distance === null)).toBe(true);
  const second = await guest.call(searchMembers, { query: { cursor: result.next_cursor ?? "" } });
  expect([second.status, second.body.authentication_required]).toEqual([403, true]);
});

/** The interests of the specification, each word of a code joined by `_`. */
const specifiedInterests = [
  ..."adventure analsex animals art astrology bbq beach beer biking bondage coffee cooking dancing".split(" "),
  ..."exchanging_pictures fashion foodie gardening gym hiking hugging kissing lingerie massages".split(" "),
  ..."masturbating movies music one_night_stand oral_sex outdoors party photography politics public_sex".split(" "),
  ..."reading relationship sadomasochism safe_sex sex sex_toys shopping sports sushi tattoos tea theater".split(" "),
  ..."threesome travelling vegetarian video_games wine".split(" "),
].toSorted();

test("R3.03 R7.01 interests.php lists all interests for members, without the explicit ones for visitors", async ({
  visitor,
  anna,
}) => {
  const listed = (await anna.client.call(getInterests)).body.interests;
  expect(listed).toHaveLength(50);
  expect(listed.map(({ code }) => code).toSorted()).toEqual(specifiedInterests);
  expect(listed.find((interest) => interest.code === "video_games")?.name).toBe("Video games");
  const forVisitors = (await visitor().call(getInterests)).body.interests.map((each) => each.code);
  expect(forVisitors).toHaveLength(37);
  expect(forVisitors).not.toContain("bondage");
});

test("R2.19 R6.02 a visitor gets the card of the member they came for, if the site allows it", async ({
  visitor,
  anna,
  insert,
  siteHas,
}) => {
  const id = await insert("Card");
  const guest = visitor();
  expect((await guest.call(getCard, { query: { id } })).body.member).toMatchObject({
    id,
    name: "Card",
    distance: null,
  });
  expect((await anna.client.call(getCard, { query: { id } })).status).toBe(200);
  expect((await visitor("127.0.0.1").call(getCard, { query: { id } })).status).toBe(404);
  expect((await guest.call(getCard, { query: { id: randomUUID() } })).body.error?.code).toBe("profile_not_found");
  const hidden = await insert("Unlisted", { listed: false });
  expect((await guest.call(getCard, { query: { id: hidden } })).status).toBe(404);
  await siteHas({ logged_out_search: "none" });
  expect((await guest.call(getCard, { query: { id } })).body).toMatchObject({ authentication_required: true });
  expect((await anna.client.call(getCard, { query: { id } })).status).toBe(200);
});
