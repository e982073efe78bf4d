import { getUser } from "#contract/account.ts";
import { bestMembersShown, findBestMembers, getPreferences, savePreferences } from "#contract/match-finder.ts";
import { getCard, getMember, searchMembers } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import type { MemberInput } from "#demo/factories.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { test as base, expect } from "#server/test.ts";

const potsdam = 2_852_458;
const munich = 2_867_714;

let count = 0;

const save = async ({ client }: { client: TestClient }, body: object) => await client.call(savePreferences, { body });
const best = async ({ client }: { client: TestClient }) => (await client.call(findBestMembers)).body.members;

const test = base
  /** Creates a member, by default of 36 in Berlin, active just now. */
  .extend("person", { scope: "file" }, ({ member }) => async (name: string, overrides: Partial<MemberInput>) => {
    count += 1;
    return await member({ name: `${name} ${count}`, country: "DE", ...overrides });
  })
  .extend(
    "woman",
    { scope: "file" },
    ({ person }) =>
      (overrides: Partial<MemberInput> = {}) =>
        person("Anna", { gender: "female", sexuality: "hetero", ...overrides }),
  )
  .extend(
    "man",
    { scope: "file" },
    ({ person }) =>
      (name: string, overrides: Partial<MemberInput> = {}) =>
        person(name, { gender: "male", sexuality: "hetero", ...overrides }),
  );

test.beforeEach(({ services }) => services.db.updateTable("profiles").set({ listed: false }).execute());

test("D4.4 preferences are empty at first, and then each as it was saved", async ({ woman }) => {
  const anna = await woman();
  expect((await anna.client.call(getPreferences)).body).toEqual({
    seeks: "male",
    prefers_min_age: null,
    prefers_max_age: null,
    prefers_distance: null,
    goals: [],
    prefers_body_types: [],
    answered: false,
  });
  const ages = await save(anna, { prefers_min_age: 30, prefers_max_age: 45 });
  expect(ages.body).toMatchObject({ prefers_min_age: 30, prefers_max_age: 45, prefers_distance: null, answered: true });
  await save(anna, { prefers_distance: 25 });
  await save(anna, { goals: ["dates", "fun"] });
  const all = await save(anna, { prefers_body_types: ["slim"] });
  expect(all.body).toEqual({
    seeks: "male",
    prefers_min_age: 30,
    prefers_max_age: 45,
    prefers_distance: 25,
    goals: ["dates", "fun"],
    prefers_body_types: ["slim"],
    answered: true,
  });
  expect((await save(anna, { prefers_distance: null, goals: [] })).body).toMatchObject({
    prefers_distance: null,
    goals: [],
    prefers_min_age: 30,
  });
});

test("D4.4 the limits of each preference are accepted, and nothing beyond them", async ({ woman }) => {
  const anna = await woman();
  const taken = await save(anna, { prefers_min_age: 18, prefers_max_age: 120, prefers_distance: 20_000 });
  expect(taken.status).toBe(200);
  const refused = async (body: object) => {
    const answer = await save(anna, body);
    expect(answer.status).toBe(400);
    return answer.body.error?.field_codes;
  };
  expect(await refused({ prefers_min_age: 17 })).toEqual({ prefers_min_age: "too_small" });
  expect(await refused({ prefers_max_age: 121 })).toEqual({ prefers_max_age: "too_big" });
  expect(await refused({ prefers_distance: 0 })).toEqual({ prefers_distance: "too_small" });
  expect(await refused({ prefers_distance: 1_000_000 })).toEqual({ prefers_distance: "too_big" });
  expect(await refused({ prefers_distance: 2.5 })).toEqual({ prefers_distance: "invalid" });
  expect(await refused({ goals: ["marriage"] })).toMatchObject({ goals: "unknown_option" });
  expect(await refused({ goals: ["fun", "fun"] })).toEqual({ goals: "invalid" });
  expect(await refused({ prefers_body_types: "slim" })).toEqual({ prefers_body_types: "invalid" });
  expect(await refused({ seeks: "anyone" })).toEqual({ seeks: "unknown_option" });
});

test("D4.4 a lowest age above the highest is refused, also if one was saved before", async ({ woman }) => {
  const anna = await woman();
  const swapped = { prefers_max_age: "ages_swapped" };
  const both = await save(anna, { prefers_min_age: 50, prefers_max_age: 40 });
  expect(both.status).toBe(400);
  expect(both.body.error?.field_codes).toEqual(swapped);
  await save(anna, { prefers_min_age: 40, prefers_max_age: 50 });
  expect((await save(anna, { prefers_max_age: 39 })).body.error?.field_codes).toEqual(swapped);
  expect((await save(anna, { prefers_max_age: 40 })).status).toBe(200);
  expect((await save(anna, { prefers_min_age: null, prefers_max_age: 20 })).status).toBe(200);
});

test("D4.1 D4.4 a change of who a member looks for changes who they find, and their profile's sexuality", async ({
  man,
  woman,
}) => {
  const ben = await man("Ben", { sexuality: "bi" });
  const eva = await woman({ sexuality: "bi" });
  const anna = await woman();
  const bestIds = async () => (await best(anna)).map((member) => member.id).sort();
  expect(await bestIds()).toEqual([ben.id]);
  expect((await save(anna, { seeks: "both" })).body.seeks).toBe("both");
  expect(await bestIds()).toEqual([ben.id, eva.id].sort());
  expect((await anna.client.call(getOwnProfile)).body.profile.sexuality).toBe("bi");
  await save(anna, { seeks: "female" });
  expect(await bestIds()).toEqual([eva.id]);
  expect((await anna.client.call(getOwnProfile)).body.profile.sexuality).toBe("lesbian");
});

test("D4.4 the match finder ranks by the percentage shown beside each member, and gives reasons", async ({
  man,
  woman,
}) => {
  const said = { goals: ["dates"], prefers_min_age: 30, prefers_max_age: 40, prefers_distance: 50 };
  const interests = ["tea", "wine", "sex", "movies"];
  const far = await man("far", { cityId: munich });
  const older = await man("older", { dateOfBirth: "1981-05-17" });
  const near = await man("near", { cityId: potsdam, interests, preferences: said });
  const plain = await man("plain");
  const anna = await woman({ interests, preferences: said });
  const members = await best(anna);
  expect(members.map((member) => member.id)).toEqual([near.id, plain.id, older.id, far.id]);
  expect(members[0]).toMatchObject({
    match_percentage: 91,
    distance: 50,
    reasons: [
      { code: "shared_interests", count: 4 },
      { code: "distance", kilometres: 50 },
      { code: "goals", goals: ["dates"] },
      { code: "ages_wanted" },
    ],
  });
  // D4.2: counted, never named
  expect(JSON.stringify(members[0])).not.toContain('sex"');
  const { profile } = (await anna.client.call(getMember, { query: { id: near.id } })).body;
  expect(profile).toMatchObject({ match_percentage: 91, match_reasons: members[0]?.reasons });
  const entry = (await anna.client.call(searchMembers, {})).body.members.find((member) => member.id === near.id);
  expect(entry?.match_percentage).toBe(91);
  const back = (await near.client.call(getCard, { query: { id: anna.id } })).body.member;
  expect(back.match_percentage).toBe(91);
});

test("D4.4 no percentage until both have answered three questions; the user has how many are missing", async ({
  man,
  woman,
}) => {
  const three = { goals: ["dates" as const], prefers_min_age: 30, prefers_distance: 50 };
  const said = await man("said", { preferences: three });
  const silent = await man("silent");
  const anna = await woman();
  const left = async () => (await anna.client.call(getUser)).body.user?.questions_left;
  const numbers = async () => {
    const cards = [...(await best(anna)), ...(await anna.client.call(searchMembers, {})).body.members];
    const page = (await anna.client.call(getMember, { query: { id: said.id } })).body.profile;
    return [...cards, page].map(({ id, match_percentage }) => [id, match_percentage !== null]);
  };
  expect((await numbers()).every(([, shown]) => shown === false)).toBe(true);
  expect(await left()).toBe(3);
  await save(anna, { prefers_min_age: 30, prefers_max_age: 45 });
  expect(await left()).toBe(2);
  await save(anna, { goals: ["dates"] });
  await anna.client.call(saveProfile, { body: { interests: ["tea"] } });
  expect(await left()).toBe(0);
  for (const [id, shown] of await numbers()) expect([id, shown]).toEqual([id, id === said.id]);
  expect((await numbers()).some(([id]) => id === silent.id)).toBe(true);
});

test("D4.4 members further away or of another age than asked for come after all others, marked as such", async ({
  man,
  woman,
}) => {
  const interests = ["tea", "wine", "movies"];
  const far = await man("far", { cityId: munich, interests });
  const older = await man("older", { dateOfBirth: "1975-05-17", interests });
  const plain = await man("plain");
  const anna = await woman({
    interests,
    preferences: { prefers_min_age: 30, prefers_max_age: 40, prefers_distance: 50 },
  });
  const marked = async () => (await best(anna)).map(({ id, beyond }) => [id, beyond]);
  expect((await marked())[0]).toEqual([plain.id, false]);
  expect(new Map((await marked()).slice(1) as [string, boolean][])).toEqual(
    new Map([
      [far.id, true],
      [older.id, true],
    ]),
  );
  await save(anna, { prefers_distance: 20_000, prefers_min_age: null, prefers_max_age: null });
  expect((await best(anna)).map(({ beyond }) => beyond)).toEqual([false, false, false]);
});

test("D4.4 no percentage for visitors, on the own profile or beside fictional profiles", async ({
  man,
  woman,
  visitor,
}) => {
  const ben = await man("Ben");
  const invented = await man("Invented", { fictional: true });
  const anna = await woman();
  const seen = (await visitor().call(searchMembers, {})).body.members;
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.every((member) => member.match_percentage === null)).toBe(true);
  const own = (await anna.client.call(getOwnProfile)).body.profile;
  expect(own).toMatchObject({ match_percentage: null, match_reasons: [] });
  const page = (await anna.client.call(getMember, { query: { id: invented.id } })).body.profile;
  expect(page).toMatchObject({ fictional: true, match_percentage: null, match_reasons: [] });
  expect((await best(anna)).map((member) => member.id)).toEqual([ben.id]);
});

test("D4.4 no percentage if either does not look for the other's gender", async ({ woman }) => {
  const eva = await woman({ sexuality: "lesbian" });
  const anna = await woman();
  for (const [viewer, other] of [
    [anna, eva],
    [eva, anna],
  ] as const) {
    const { profile } = (await viewer.client.call(getMember, { query: { id: other.id } })).body;
    expect(profile).toMatchObject({ match_percentage: null, match_reasons: [] });
  }
});

test("D4.6 R6.07 R6.08 the best include no invisible, blocked, unconfirmed or other-site members", async ({
  man,
  woman,
  siteIds,
}) => {
  const anna = await woman();
  const [blocked, blocker, hidden, seen] = [await man("a"), await man("b"), await man("c"), await man("d")];
  await man("unconfirmed", { confirmed: false });
  await man("elsewhere", { siteId: siteIds[1] });
  await man("looks for men", { sexuality: "gay" });
  expect(await best(anna)).toHaveLength(4);
  await anna.client.call(blockMember, { body: { id: blocked.id } });
  await blocker.client.call(blockMember, { body: { id: anna.id } });
  await hidden.client.call(saveProfile, { body: { invisible: true } });
  expect((await best(anna)).map((member) => member.id)).toEqual([seen.id]);
});

test("D4.4 at most 24 are shown, and none if no member fits", async ({ man, woman }) => {
  const anna = await woman();
  expect(await best(anna)).toEqual([]);
  for (let number = 0; number < 30; number += 1) await man("crowd");
  expect(await best(anna)).toHaveLength(bestMembersShown);
});

test("D4.4 if no member near fits the wishes, the closest are shown", async ({ man, woman }) => {
  const near = await man("near", { dateOfBirth: "1970-05-17" });
  const far = await man("far", { cityId: munich });
  const anna = await woman({ preferences: { prefers_min_age: 30, prefers_max_age: 40, prefers_distance: 5 } });
  expect((await best(anna)).map((member) => member.id).sort()).toEqual([near.id, far.id].sort());
});

test("D4.4 if no member fits the wishes, the answer names the wish to widen and how many that finds", async ({
  man,
  woman,
}) => {
  const wider = async ({ client }: { client: TestClient }) =>
    (await client.call(findBestMembers)).body.wider.map(({ wish, total, ...to }) => [wish, total.count, to]);
  const anna = await woman({ preferences: { prefers_min_age: 30, prefers_max_age: 40, prefers_distance: 5 } });
  expect(await wider(anna)).toEqual([]);
  const older = { dateOfBirth: "1970-05-17" };
  await man("far and older", { ...older, cityId: munich });
  expect(await wider(anna)).toEqual([
    ["both", 1, { prefers_min_age: 18, prefers_max_age: 120, prefers_distance: 20_000 }],
  ]);
  await man("older", older);
  await man("invented", { ...older, fictional: true });
  const age = ["age", 1, { prefers_min_age: 18, prefers_max_age: 120, prefers_distance: 5 }];
  expect(await wider(anna)).toEqual([age]);
  await man("far", { cityId: munich });
  const distance = ["distance", 1, { prefers_min_age: 30, prefers_max_age: 40, prefers_distance: 20_000 }];
  expect(await wider(anna)).toEqual([age, distance]);
  // nothing to widen once a member fits all wishes
  await man("as asked");
  expect(await wider(anna)).toEqual([]);
});

test("R11.06 the best are people: a program is not among them, nor counted among those that a wider wish finds", async ({
  man,
  woman,
}) => {
  const anna = await woman({ preferences: { prefers_min_age: 30, prefers_max_age: 40, prefers_distance: 5 } });
  const best = async () => (await anna.client.call(findBestMembers)).body;
  await man("program", { automatic: true });
  await man("older program", { automatic: true, dateOfBirth: "1970-05-17" });
  expect(await best()).toEqual({ members: [], wider: [] });
  const ben = await man("as asked");
  expect((await best()).members.map(({ id }) => id)).toEqual([ben.id]);
});

test("R6.03 the match finder is for members", async ({ client }) => {
  expect((await client.call(findBestMembers)).status).toBe(403);
  expect((await client.call(getPreferences)).status).toBe(403);
  expect((await client.call(savePreferences, { body: {} })).status).toBe(403);
});
