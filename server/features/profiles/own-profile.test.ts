import { aboutMeLength } from "#contract/constants.ts";
import { savePreferences } from "#contract/match-finder.ts";
import { getMember } from "#contract/members.ts";
import { explicitInterests, getOwnProfile, interests, saveProfile } from "#contract/profiles.ts";
import type { MemberInput } from "#demo/factories.ts";
import { test as base, expect } from "#server/test.ts";
import { completenessOf, partWeights } from "./completeness.ts";
import { approveAboutMe, rejectAboutMe } from "./inspect-about-me.ts";

const fieldErrors = (answer: { error?: { fields?: object } }) => answer.error?.fields;

const test = base
  .extend("person", { scope: "file" }, ({ member }) => async (overrides: Partial<MemberInput> = {}) => {
    const made = await member(overrides);
    const { client } = made;
    const save = async (body: object) => (await client.call(saveProfile, { body })).body;
    const read = async () => (await client.call(getOwnProfile)).body;
    const seen = async (id: string) => (await client.call(getMember, { query: { id } })).body.profile;
    return { ...made, save, read, seen };
  })
  .extend(
    "two",
    { scope: "file" },
    ({ person }) =>
      async (overrides: Partial<MemberInput> = {}) =>
        [await person(overrides), await person({ gender: "male" })] as const,
  );

test("R3.02 R2.20 about_me has up to 2,000 graphemes; the error of a longer text has the limit", async ({ person }) => {
  const anna = await person({ aboutMe: "Before" });
  const limit = { about_me: "Use up to 2000 characters." };
  for (const text of ["x".repeat(2001), "x".repeat(5000), "👩‍👩‍👧".repeat(2001)]) {
    expect(fieldErrors(await anna.save({ about_me: text }))).toEqual(limit);
  }
  expect(fieldErrors(await anna.save({ about_me: "x".repeat(15_000) }))).toEqual({ about_me: "This is too long." });
  expect((await anna.read()).about_me).toBe("Before");
  const family = "👩‍👩‍👧".repeat(aboutMeLength);
  expect((await anna.save({ about_me: family })).about_me).toBe(family);
});

test("R3.02 an invisible text is saved as empty, and forbidden characters are refused", async ({ person }) => {
  const anna = await person({ aboutMe: "Before" });
  for (const text of ["\u0000", "a\u0000b", "\ud800", "a\udfffb", "\u0007"]) {
    expect(fieldErrors(await anna.save({ about_me: text }))).toEqual({
      about_me: "Some of these characters can’t be used here.",
    });
  }
  for (const text of [null, 7, ["x"]])
    expect(fieldErrors(await anna.save({ about_me: text }))).toHaveProperty("about_me");
  expect((await anna.read()).about_me).toBe("Before");
  for (const text of ["", "   \n ", "\u200b\u2060", "\u3164", "\u2800 \u00ad"]) {
    await anna.save({ about_me: "Before" });
    expect((await anna.save({ about_me: text })).about_me, JSON.stringify(text)).toBe("");
  }
  const complete = "שלום\r\nمرحبا 🙂 <b>&amp;</b>";
  expect((await anna.save({ about_me: complete })).about_me).toBe(complete.replace("\r\n", "\n"));
});

test("D11.3 a text with contact details waits; others see the previous one until the inspection", async ({
  two,
  services,
  events,
}) => {
  const [anna, ben] = await two({ aboutMe: "I like tea." });
  const text = "Write to me: anna at gmail dot com";
  expect(await anna.save({ about_me: text })).toMatchObject({
    about_me: text,
    about_me_inspection: true,
    profile: { about_me: "I like tea." },
  });
  expect((await ben.seen(anna.id)).about_me).toBe("I like tea.");
  expect((await anna.seen(anna.id)).about_me).toBe("I like tea.");
  const heard = events(anna);
  expect(await approveAboutMe(services, anna.id, "something else")).toBe(false);
  expect((await ben.seen(anna.id)).about_me).toBe("I like tea.");
  expect(await approveAboutMe(services, anna.id, text)).toBe(true);
  await services.jobs.drain(services);
  expect((await ben.seen(anna.id)).about_me).toBe(text);
  expect(await anna.read()).toMatchObject({ about_me: text, about_me_inspection: false });
  expect(heard).toEqual([{ type: "about_me" }]);
  // an approved text is not inspected again
  expect(await anna.save({ about_me: text })).toMatchObject({ about_me_inspection: false });
});

test("D11.3 a harmless or empty text replaces one under inspection immediately", async ({ two }) => {
  const [anna, ben] = await two({ aboutMe: "I like tea." });
  for (const next of ["I like coffee.", ""]) {
    await anna.save({ about_me: "Call 0171 2345678" });
    expect(await anna.save({ about_me: next })).toMatchObject({ about_me: next, about_me_inspection: false });
    expect((await ben.seen(anna.id)).about_me).toBe(next);
  }
});

test("D11.3 waiting texts are listed for staff, oldest first, until decided or the member leaves", async ({
  two,
  services,
}) => {
  const { db, clock } = services;
  await db.updateTable("profiles").set({ about_me_inspection: null, about_me_inspection_since: null }).execute();
  const [anna, ben] = await two();
  await ben.save({ about_me: "www.example.org" });
  const since = clock.now();
  clock.advance(60_000);
  await anna.save({ about_me: "Call 0171 2345678" });
  // saving the same text again does not restart the wait
  await ben.save({ about_me: "www.example.org" });
  const listed = async () => {
    const waiting = db.selectFrom("profiles").select(["member_id", "about_me_inspection", "about_me_inspection_since"]);
    const rows = await waiting
      .where("about_me_inspection", "is not", null)
      .orderBy("about_me_inspection_since")
      .execute();
    return rows.map((row) => [row.member_id, row.about_me_inspection]);
  };
  const ofBen = db.selectFrom("profiles").select("about_me_inspection_since as at").where("member_id", "=", ben.id);
  expect(await ofBen.executeTakeFirst()).toEqual({ at: since });
  expect(await listed()).toEqual([
    [ben.id, "www.example.org"],
    [anna.id, "Call 0171 2345678"],
  ]);
  await approveAboutMe(services, ben.id, "www.example.org");
  expect(await listed()).toEqual([[anna.id, "Call 0171 2345678"]]);
});

test("D11.3 a rejected text is deleted, others still see the previous one, and resending it waits again", async ({
  two,
  services,
}) => {
  const [anna, ben] = await two({ aboutMe: "I like tea." });
  const { db } = services;
  await anna.save({ about_me: "www.example.org" });
  expect(await rejectAboutMe(db, anna.id, "something else")).toBe(false);
  const waitingOf = async (id: string) => {
    const profile = db.selectFrom("profiles").select("about_me_inspection as text").where("member_id", "=", id);
    return (await profile.executeTakeFirst())?.text;
  };
  expect(await waitingOf(anna.id)).toBe("www.example.org");
  expect(await rejectAboutMe(db, anna.id, "www.example.org")).toBe(true);
  expect(await rejectAboutMe(db, anna.id, "www.example.org")).toBe(false);
  expect(await waitingOf(anna.id)).toBeNull();
  expect(await anna.read()).toMatchObject({ about_me: "I like tea.", about_me_inspection: false });
  expect((await ben.seen(anna.id)).about_me).toBe("I like tea.");
  expect(await anna.save({ about_me: "www.example.org" })).toMatchObject({ about_me_inspection: true });
});

test("D11.5 explicit interests need separate consent; withdrawing it erases only them", async ({ two }) => {
  const [anna, ben] = await two();
  const [explicit = "sex"] = explicitInterests;
  expect(fieldErrors(await anna.save({ interests: ["tea", explicit] }))).toEqual({
    interests: "Please agree to this first. We only keep explicit interests if you do.",
  });
  expect(await anna.read()).toMatchObject({ explicit_consent: false, interests: [] });
  expect(await anna.save({ interests: ["tea", explicit], explicit_consent: true })).toMatchObject({
    explicit_consent: true,
    interests: ["tea", explicit],
  });
  expect((await ben.seen(anna.id)).interests).toEqual(["tea", explicit]);
  expect(await anna.save({ explicit_consent: false })).toMatchObject({ explicit_consent: false, interests: ["tea"] });
  expect((await ben.seen(anna.id)).interests).toEqual(["tea"]);
});

test("R2.20 R3.02 saves of different fields at the same time all count, of the same field the last", async ({
  person,
}) => {
  const anna = await person();
  const bodies = [{ hair_color: "red" }, { eye_color: "green" }, { interests: ["tea"] }, { about_me: "Hello" }];
  await Promise.all(bodies.map((body) => anna.save(body)));
  await anna.save({ hair_color: "blond" });
  expect(await anna.read()).toMatchObject({
    hair_color: "blond",
    eye_color: "green",
    interests: ["tea"],
    about_me: "Hello",
  });
});

test("R3.02 the own profile includes name, birth date and town", async ({ person }) => {
  const anna = await person({ name: "Anna B", dateOfBirth: "1992-02-29" });
  expect(await anna.read()).toMatchObject({ date_of_birth: "1992-02-29", profile: { name: "Anna B", country: "NL" } });
});

test("R2.20 an empty profile is 0 %, and each added part counts as documented", async ({ person }) => {
  const anna = await person({ cityId: null });
  const { completeness } = await anna.read();
  expect(completeness).toEqual({ percentage: 0, missing: Object.keys(partWeights) });
  const steps: [object, number][] = [
    [{ about_me: "Hello" }, 15],
    [{ interests: ["tea", "art"] }, 15],
    [{ interests: ["tea", "art", "wine"] }, 30],
    [{ city_id: 2_761_369 }, 45],
    [{ hair_color: "red", eye_color: "green", body_type: "slim", tattoos: "none" }, 57],
    [{ relationship_status: "single" }, 60],
    [{ about_me: "" }, 45],
  ];
  for (const [body, percentage] of steps) expect((await anna.save(body)).completeness.percentage).toBe(percentage);
  expect((await anna.read()).completeness.missing).toEqual(["photo", "about_me", "preferences", "questions"]);
  // the page suggests preferences beside the other parts, so they count, too
  expect((await anna.client.call(savePreferences, { body: { goals: ["dates"] } })).status).toBe(200);
  expect((await anna.read()).completeness).toEqual({ percentage: 55, missing: ["photo", "about_me", "questions"] });
});

test("R2.20 a photo counts as soon as it is added, also under inspection", async ({ person, services }) => {
  const anna = await person({ photo: true });
  expect((await anna.read()).completeness.percentage).toBe(40);
  await services.db.updateTable("photos").set({ status: "inspection" }).where("member_id", "=", anna.id).execute();
  expect((await anna.read()).completeness.missing).not.toContain("photo");
});

test("R2.20 fields that the site does not show do not count, and 100 % means nothing is missing", () => {
  const nothing = { hair_color: null, eye_color: null, body_type: null, relationship_status: null, tattoos: null };
  const filledIn = {
    photo: true,
    preferences: true,
    city_id: 1,
    about_me: "",
    questions: [],
    interests: [...interests],
  };
  const complete = { ...nothing, ...filledIn };
  expect(completenessOf(complete, [])).toEqual({ percentage: 100, missing: [] });
  expect(completenessOf(complete, ["hair_color"])).toEqual({ percentage: 94, missing: ["hair_color"] });
  expect(completenessOf({ ...complete, hair_color: "red" }, ["hair_color", "interests"]).percentage).toBe(100);
  expect(Object.values(partWeights).reduce((sum, weight) => sum + weight)).toBe(100);
});

test("D2.4 a page shows only the notes that the site wants", async ({ two, siteHas }) => {
  const [anna, ben] = await two();
  expect(await ben.seen(anna.id)).toMatchObject({ online: true, new: true, distance: 0 });
  await siteHas({ visible_profile_notes: [] });
  expect(await ben.seen(anna.id)).toMatchObject({ online: false, new: false, distance: null });
});
