import { randomUUID } from "node:crypto";
import { getMarks, marksLimit, setMark } from "#contract/marks.ts";
import { findBestMembers, savePreferences } from "#contract/match-finder.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { getDeck } from "#contract/swipe.ts";
import { planting } from "#demo/insert.ts";
import { expect, type Member, test } from "#server/test.ts";

type Kind = "saved" | "hidden" | "none";
const put = (who: Member, { id }: { id: string }, kind: Kind, note = "") =>
  who.client.call(setMark, { body: { id, kind, note } });
const idsFound = async ({ client }: Member) =>
  (await client.call(searchMembers, { query: { sort: "newest" } })).body.members.map(({ id }) => id);
const markOf = async (who: Member, { id }: Member) => (await who.client.call(getMember, { query: { id } })).body.mark;

test("R11.05 “not for me” hides a member from the own search, game and match finder, at once, until it is undone", async ({
  pair,
}) => {
  const [anna, ben] = await pair();
  await anna.client.call(savePreferences, { body: { goals: ["dates"] } });
  const lists = async () => [
    await idsFound(anna),
    (await anna.client.call(getDeck)).body.members.map(({ id }) => id),
    (await anna.client.call(findBestMembers)).body.members.map(({ id }) => id),
  ];
  for (const list of await lists()) expect(list).toContain(ben.id);
  expect((await put(anna, ben, "hidden")).body).toEqual({ mark: { kind: "hidden", note: "" } });
  for (const list of await lists()) expect(list).not.toContain(ben.id);
  // no block: the page stays, and he finds her
  expect(await markOf(anna, ben)).toEqual({ kind: "hidden", note: "" });
  expect(await idsFound(ben)).toContain(anna.id);
  expect(await markOf(ben, anna)).toBeNull();

  const { marked } = (await anna.client.call(getMarks)).body;
  expect(marked).toMatchObject([{ member: { id: ben.id }, kind: "hidden" }]);
  expect((await put(anna, ben, "none")).body).toEqual({ mark: null });
  for (const list of await lists()) expect(list).toContain(ben.id);
});

test("R11.05 a member is saved with a note, which changes and ends; a saved one stays in the search", async ({
  pair,
}) => {
  const [anna, ben] = await pair();
  await put(anna, ben, "saved", "Sails, too");
  expect(await markOf(anna, ben)).toEqual({ kind: "saved", note: "Sails, too" });
  await put(anna, ben, "saved", "Sails, too. Write on Friday");
  const { marked } = (await anna.client.call(getMarks)).body;
  expect(marked).toMatchObject([{ member: { id: ben.id }, note: "Sails, too. Write on Friday" }]);
  expect(await idsFound(anna)).toContain(ben.id);
  const long = await put(anna, ben, "saved", "x".repeat(501));
  expect(long.body.error?.field_codes).toEqual({ note: "text_too_long" });
  await put(anna, ben, "none");
  expect((await anna.client.call(getMarks)).body.marked).toEqual([]);
});

test("R11.05 oneself and members who can't be seen can't be marked; a block ends the mark", async ({ pair }) => {
  const [anna, ben] = await pair();
  expect((await put(anna, anna, "saved")).body.error?.code).toBe("own_profile");
  await put(anna, ben, "saved", "Secret");
  await ben.client.call(blockMember, { body: { id: anna.id } });
  expect((await anna.client.call(getMarks)).body.marked).toEqual([]);
  expect((await put(anna, ben, "hidden")).body.error?.code).toBe("profile_not_found");
});

test("R11.05 a member has up to 200 of each kind, also by requests at once; a repeated one counts once", async ({
  member,
  services,
}) => {
  const [anna, ...others] = await Promise.all([member(), member(), member(), member()]);
  const { db, clock } = services;
  const marks = Array.from({ length: marksLimit - 1 }, () => ({ owner_id: anna.id, about_id: randomUUID() }));
  const rest = { site_id: anna.siteId, created_at: clock.now() };
  const account = { ...rest, password_hash: "", language: "en", status: "active" };
  const accounts = marks.map(({ about_id: id }) => ({
    ...account,
    id,
    name: id,
    name_key: id,
    email: `${id}@example.org`,
  }));
  await db.insertInto("accounts").values(accounts).execute();
  const rows = marks.map((row) => ({ ...row, ...rest, hidden: true }));
  await planting(db).insertInto("member_marks").values(rows).execute();
  const answers = await Promise.all(others.map((other) => put(anna, other, "hidden")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const [saved] = others;
  if (!saved) throw new Error("three others");
  const again = await Promise.all([1, 2, 3].map(() => put(anna, saved, "saved", "Sails")));
  expect(again.map(({ body }) => body)).toEqual(again.map(() => ({ mark: { kind: "saved", note: "Sails" } })));
  expect((await anna.client.call(getMarks)).body.marked.filter(({ kind }) => kind === "saved")).toHaveLength(1);
});

test("R11.05 a member of another site can't be marked, and no event tells the other", async ({
  pair,
  member,
  siteIds,
  events,
}) => {
  const [anna, ben] = await pair();
  const heard = events(ben);
  await put(anna, ben, "saved", "Sings in the rain");
  await put(anna, ben, "hidden");
  expect(heard).toEqual([]);
  const stranger = await member({ siteId: siteIds[1] });
  expect((await put(anna, stranger, "saved", "Hello")).body.error?.code).toBe("profile_not_found");
  expect((await anna.client.call(getMarks)).body.marked).toHaveLength(1);
});

test("R11.05 the filter finds verified members only", async ({ member, services }) => {
  const [anna, ben] = [await member(), await member({ gender: "male", sexuality: "hetero", photo: true })];
  await member({ gender: "male", sexuality: "hetero", photo: true });
  const verified = services.db.updateTable("profiles").set({ verified_at: services.clock.now() });
  await verified.where("member_id", "=", ben.id).execute();
  const { members } = (await anna.client.call(searchMembers, { query: { verified: "1" } })).body;
  expect(members.map(({ id }) => id)).toEqual([ben.id]);
});
