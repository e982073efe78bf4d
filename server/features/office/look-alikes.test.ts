import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { reportMember } from "#contract/moderation.ts";
import { takeReports } from "#contract/office.ts";
import { clearLookAlike, getMemberFile, lookAlikesListed } from "#contract/staff-members.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect } from "#server/test.ts";
import { selectLookAlikes } from "./look-alikes-store.ts";

const text = "I am an engineer on an oil rig, and look for real love.";

const test = base
  .extend("staff", { scope: "file" }, async ({ given }) => ({
    moderator: await staffMember(given, "moderator"),
    finance: await staffMember(given, "finance"),
  }))
  .extend("writer", { scope: "file" }, ({ services, member }) => async (aboutMe: string, more: object = {}) => {
    const writer = await member(more);
    await services.db.updateTable("profiles").set({ about_me: aboutMe }).where("member_id", "=", writer.id).execute();
    return writer;
  });

test("D11.2 a member's page and a report name the other accounts of the site with the same text, banned ones too", async ({
  member,
  writer,
  siteIds,
  staff,
  services,
}) => {
  const day = (date: number) => new Date(Date.UTC(2026, 8, date));
  const anna = await writer(text);
  const ben = await writer(`  ${text.toUpperCase()}`, { name: "Ben", createdAt: day(2) });
  const carl = await writer(text.replaceAll(" ", "\n "), { name: "Carl", createdAt: day(1) });
  const banned = { status: "banned", banned_at: services.clock.now() } as const;
  await services.db.updateTable("accounts").set(banned).where("id", "=", carl.id).execute();
  await writer(`${text} Really.`);
  await writer(text, { siteId: siteIds[1] ?? 0 });
  const reporter = await member();
  await reporter.client.call(reportMember, {
    body: { member: anna.id, about: "profile", reason: "scam", text: "" },
  });
  const at = services.clock.now();
  const stated = { member_id: carl.id, site_id: siteIds[0] ?? 0, side: "owner", decision: "banned", created_at: at };
  await services.db
    .insertInto("statements")
    .values({ ...stated, ground: "scam", words: "You asked for money.", decision_id: randomUUID() })
    .execute();
  const shared = { fictional: false, cleared: false, image: null, age: expect.any(Number), country: "NL" };
  const ban = { ground: "scam", words: "You asked for money.", at: at.toISOString() };
  const expected = {
    count: 2,
    members: [
      { id: ben.id, name: "Ben", status: "active", ban: null, ...shared, town: expect.any(String) },
      { id: carl.id, name: "Carl", status: "banned", ban, ...shared, town: expect.any(String) },
    ],
    words: "We’ve closed an account of yours before, so you can’t have another one here.",
  };
  const fileOf = async (role: keyof typeof staff, id: string) =>
    (await staff[role].client.call(getMemberFile, { query: { id } })).body;
  expect((await fileOf("moderator", anna.id)).safety?.look_alikes).toEqual(expected);
  expect((await fileOf("finance", anna.id)).safety).toBeNull();
  expect((await fileOf("moderator", reporter.id)).safety?.look_alikes).toEqual({ count: 0, members: [], words: "" });
  const { items } = (await staff.moderator.client.call(takeReports, { body: { count: 12 } })).body;
  expect(items.find(({ id }) => id === anna.id)?.about?.look_alikes).toEqual(expected);
});

test("D11.2 a short text is a sign if the birth date or the town is the same too, a very short one never", async ({
  services,
  writer,
  staff,
}) => {
  const home = { cityId: 2_911_298 };
  const born = async ({ id }: { id: string }, dateOfBirth: string) =>
    await services.db.updateTable("profiles").set({ date_of_birth: dateOfBirth }).where("member_id", "=", id).execute();
  const namesOf = async ({ id }: { id: string }) => {
    const { safety } = (await staff.moderator.client.call(getMemberFile, { query: { id } })).body;
    return safety?.look_alikes.members.map(({ name }) => name).sort();
  };
  const quiet = "Quiet guy, likes beer.";
  const danny = await writer(quiet, { ...home, name: "Danny" });
  const daniel = await writer(`${quiet.toUpperCase()} `, { cityId: 2_867_714, name: "Daniel" });
  const neighbour = await writer(quiet, { ...home, name: "Neighbour" });
  const chance = await writer(quiet, { cityId: 2_761_369, name: "Chance" });
  await born(danny, "1988-03-04");
  await born(daniel, "1988-03-04");
  await born(neighbour, "1990-01-01");
  await born(chance, "1970-05-06");
  expect(await namesOf(danny)).toEqual(["Daniel", "Neighbour"]);
  expect(await namesOf(daniel)).toEqual(["Danny"]);
  expect(await namesOf(chance)).toEqual([]);
  const [first] = [await writer("Ask me.", { ...home, name: "Ask" }), await writer("Ask me.", home)];
  expect(await namesOf(first)).toEqual([]);
});

test("D11.2 a padded text is no sign; of many accounts with one text the newest are named, and all counted", async ({
  writer,
  staff,
}) => {
  const lookAlikesOf = async ({ id }: { id: string }) =>
    (await staff.moderator.client.call(getMemberFile, { query: { id } })).body.safety?.look_alikes;
  const short = await writer(`${"Ask me".padEnd(60)}!`);
  await writer(`${"Ask me".padEnd(60)}!`);
  expect(await lookAlikesOf(short)).toMatchObject({ count: 0, members: [] });
  const many = "I am new here, and I am always glad about a message.";
  const writers = [];
  for (let at = 0; at < lookAlikesListed + 2; at += 1)
    writers.push(await writer(many, { createdAt: new Date(Date.UTC(2026, 7, 1 + at)) }));
  const [first] = writers;
  if (!first) throw new Error("writers were expected");
  const { count, members } = (await lookAlikesOf(first)) ?? {};
  expect(count).toBe(lookAlikesListed + 1);
  expect(members?.map(({ id }) => id)).toEqual(
    writers
      .slice(2)
      .map(({ id }) => id)
      .reverse(),
  );
});

test("D11.2 staff say once of two look-alikes that they are different people, for both, until they take it back", async ({
  writer,
  siteIds,
  staff,
  services,
}) => {
  const words = "Two people can like the same saying about the sea.";
  const [anna, ben, carl] = [await writer(words), await writer(words), await writer(words)];
  const stranger = await writer(words, { siteId: siteIds[1] ?? 0 });
  const say = async (id: string, other: string, cleared: boolean) =>
    (await staff.moderator.client.call(clearLookAlike, { body: { id, other, cleared } })).body.error?.code;
  const alikeOf = async ({ id }: { id: string }) => {
    const { safety } = (await staff.moderator.client.call(getMemberFile, { query: { id } })).body;
    const { count = 0, members = [] } = safety?.look_alikes ?? {};
    return [count, members.map((each) => [each.id, each.cleared])];
  };
  expect(await say(anna.id, ben.id, true)).toBeUndefined();
  // those that may be the same person come first, and alone are counted
  expect(await alikeOf(anna)).toEqual([
    1,
    [
      [carl.id, false],
      [ben.id, true],
    ],
  ]);
  expect(await alikeOf(ben)).toEqual([
    1,
    [
      [carl.id, false],
      [anna.id, true],
    ],
  ]);
  expect((await alikeOf(carl))[0]).toBe(2);
  expect(await say(ben.id, anna.id, false)).toBeUndefined();
  expect((await alikeOf(anna))[0]).toBe(2);
  for (const other of [anna.id, stranger.id, crypto.randomUUID()])
    expect(await say(anna.id, other, true)).toBe("profile_not_found");
  const entries = services.db.selectFrom("audit_log").select(["member_id", "subject"]);
  expect(await entries.where("action", "=", "look_alike_cleared").orderBy("id").execute()).toEqual([
    { member_id: anna.id, subject: `member:${ben.id}` },
    { member_id: ben.id, subject: `member:${anna.id}` },
  ]);
});

test("quality: indexes find the accounts with the same text, long or short", async ({ member, services }) => {
  const { id } = await member();
  const plan = await services.db.transaction().execute(async (db) => {
    // a small table would be read as a whole
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(db);
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${selectLookAlikes([id])}`.execute(db);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toMatch(/profiles_same_text/);
  expect(plan).toMatch(/profiles_same_short_text/);
});
