import { getMember, searchMembers } from "#contract/members.ts";
import {
  bodyTypes,
  explicitInterests,
  eyeColors,
  getOwnProfile,
  hairColors,
  interests,
  relationshipStatuses,
  saveProfile,
  tattoos,
} from "#contract/profiles.ts";
import type { MemberInput } from "#demo/factories.ts";
import { snapToGrid } from "#server/features/sites/index.ts";
import { test as base, expect } from "#server/test.ts";

const vienna = 2_761_369;
const sydney = 2_147_714;

const codes = { hair_color: hairColors, eye_color: eyeColors, body_type: bodyTypes, tattoos } as const;
const lists = { ...codes, relationship_status: relationshipStatuses };

const test = base.extend("person", { scope: "file" }, ({ member }) => async (overrides: Partial<MemberInput> = {}) => {
  const made = await member(overrides);
  const save = async (body: object) => (await made.client.call(saveProfile, { body })).body;
  return { ...made, save };
});

test("R3.02 R2.20 every code of every field is saved, and cleared by null", async ({ person }) => {
  const anna = await person();
  for (const [field, options] of Object.entries(lists)) {
    for (const code of [...options, null]) expect(await anna.save({ [field]: code })).toHaveProperty(field, code);
    expect((await anna.save({ [field]: "purple" })).error?.fields).toEqual({
      [field]: "Please choose one of the options.",
    });
  }
});

test("R3.02 R3.03 interests are codes of the list, each once; explicit ones need consent", async ({ person }) => {
  const anna = await person();
  expect((await anna.save({ interests: ["wine", "art"] })).interests).toEqual(["wine", "art"]);
  await anna.save({ explicit_consent: true });
  expect((await anna.save({ interests: [...interests] })).interests).toHaveLength(50);
  expect((await anna.save({ interests: explicitInterests.slice(0, 2) })).interests).toEqual(
    explicitInterests.slice(0, 2),
  );
  const refused = async (given: unknown) => (await anna.save({ interests: given })).error?.fields;
  expect(await refused(["wine", "golf"])).toEqual({ interests: "Please choose one of the options." });
  for (const given of [["wine", "wine"], "wine", { 0: "wine" }, null]) {
    expect(await refused(given)).toEqual({ interests: "This isn’t valid." });
  }
  expect((await anna.save({ interests: [] })).interests).toEqual([]);
});

test("R3.02 fields that are left out stay", async ({ person }) => {
  const anna = await person({ aboutMe: "Hello" });
  await anna.save({ hair_color: "red", interests: ["tea"] });
  expect(await anna.save({ eye_color: "green" })).toMatchObject({
    about_me: "Hello",
    hair_color: "red",
    eye_color: "green",
    interests: ["tea"],
  });
  expect((await anna.client.call(getOwnProfile)).body).toMatchObject({ hair_color: "red", about_me: "Hello" });
});

test("quality: a text of piled marks is refused in words beside its field; a long one of usual characters is not", async ({
  person,
}) => {
  const anna = await person();
  await anna.save({ about_me_consent: true });
  const piled = `a${"\u0301".repeat(39)}`.repeat(2000);
  expect((await anna.save({ about_me: piled })).error?.fields).toEqual({
    about_me: "Some of these characters can’t be used here.",
  });
  const huge = `${"👨\u200d".repeat(40)}👨`.repeat(400);
  expect((await anna.save({ about_me: huge })).error?.field_codes).toEqual({ about_me: "text_too_long" });
  for (const usual of ["👨‍👩‍👧‍👦", "🇳🇱", "กี้", "क्षि"]) {
    const text = usual.repeat(2000 / [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(usual)].length);
    const saved = await anna.save({ about_me: text });
    expect(saved.error, usual).toBeUndefined();
  }
});

test("quality: a text that is too large to be checked whole waits for inspection", async ({ person }) => {
  const anna = await person();
  await anna.save({ about_me_consent: true });
  const hidden = `${"👨‍👩‍👧‍👦".repeat(600)} anna@example.org`;
  expect((await anna.save({ about_me: hidden })).about_me).toBe(hidden);
  expect((await anna.client.call(getOwnProfile)).body).toMatchObject({ about_me_inspection: true });
});

test("D4.5 a new town sets its country, its region and a square kilometre, nothing more exact", async ({
  person,
  services,
}) => {
  const anna = await person({ cityId: null });
  expect((await anna.client.call(getOwnProfile)).body).toMatchObject({ city_id: null, profile: { city: "" } });
  const saved = await anna.save({ city_id: vienna });
  expect(saved).toMatchObject({
    city_id: vienna,
    profile: { country: "AT", region: "AT-9", city: "Vienna", region_name: "Vienna" },
  });
  const { db } = services;
  const columns = ["latitude", "longitude", "latitude_band"] as const;
  const row = await db.selectFrom("profiles").select(columns).where("member_id", "=", anna.id).executeTakeFirst();
  const snapped = snapToGrid(row?.latitude ?? 0, row?.longitude ?? 0);
  expect(row?.latitude).toBeCloseTo(snapped.latitude, 4);
  expect(row?.longitude).toBeCloseTo(snapped.longitude, 4);
  expect(row?.latitude_band).toBe(192);
  const near = await person({ cityId: vienna, gender: "male", sexuality: "bi" });
  const { members } = (await near.client.call(searchMembers, { query: { distance: 5 } })).body;
  expect(members.map((found) => found.id)).toContain(anna.id);
});

test("D4.5 D2.1 an unknown or foreign town is refused at its field; nothing changes", async ({ person, siteIds }) => {
  const anna = await person({ siteId: siteIds[1], country: "DE" });
  const towns = [sydney, 2_759_794, 1, 0, -1, 2.5, 2 ** 40, "Vienna", null];
  for (const city_id of towns) {
    expect((await anna.save({ city_id, hair_color: "red" })).error?.fields).toEqual({
      city_id: "Please choose a town from the list.",
    });
  }
  expect(await anna.save({})).toMatchObject({ hair_color: null, profile: { country: "DE" } });
  expect(await anna.save({ city_id: vienna })).toMatchObject({ profile: { country: "AT" } });
});

test("R11.03 facts are saved, shown to members, taken back, and refused if they are none", async ({ person }) => {
  const anna = await person({ preferences: { goals: ["dates", "fun"] } });
  const eva = await person({});
  const seen = async () => (await eva.client.call(getMember, { query: { id: anna.id } })).body.profile;
  const facts = { height: 172, children: "some", wants_children: "maybe", smoking: "no", drinking: "often" };
  const all = { ...facts, education: "training", languages: ["de", "en"] };
  expect(await anna.save(all)).toMatchObject({ ...all, shows_goals: false });
  expect(await seen()).toMatchObject({ ...all, goals: [] });
  await anna.save({ shows_goals: true });
  expect(await seen()).toMatchObject({ goals: ["dates", "fun"] });
  await anna.save({ height: null, children: null, languages: [], shows_goals: false });
  expect(await seen()).toMatchObject({ height: null, children: null, languages: [], goals: [], smoking: "no" });
  const wrong = { height: 119, smoking: "never", languages: ["en", "en"], education: "" };
  expect((await anna.save(wrong)).error?.field_codes).toEqual({
    ...{ height: "too_small", smoking: "unknown_option", languages: "invalid", education: "unknown_option" },
  });
  expect((await anna.save({ height: 231 })).error?.field_codes).toEqual({ height: "too_big" });
});

test("R3.04 fields that the site does not show are in the own profile only", async ({ person, siteHas }) => {
  const anna = await person();
  await anna.save({ hair_color: "red", interests: ["tea"], about_me: "Hello", smoking: "no", languages: ["fi"] });
  await siteHas({ visible_profile_fields: ["eye_color"] });
  expect((await anna.client.call(getOwnProfile)).body).toMatchObject({
    hair_color: "red",
    interests: ["tea"],
    about_me: "Hello",
    profile: { hair_color: null, interests: [], about_me: "", smoking: null, languages: [], height: null, goals: [] },
  });
});
