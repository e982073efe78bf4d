import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { redeemLink, signUp } from "#contract/account.ts";
import { getChat, getChats, sendMessage } from "#contract/chat.ts";
import type { UnmetWish } from "#contract/first-messages.ts";
import { sendGift } from "#contract/gifts.ts";
import { autoLike, likeMember, unlikeMember } from "#contract/likes.ts";
import { savePreferences } from "#contract/match-finder.ts";
import { getCard, getMember } from "#contract/members.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import type { MemberInput } from "#demo/factories.ts";
import { planting } from "#demo/insert.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { siteAndCompany, toSite } from "#server/features/sites/index.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { picture, sendTo } from "../photos/test-photos.ts";
import { sendMessage as sendFromProgram } from "../send-message.ts";

type Services = Fixtures["services"];
type Writer = { client: TestClient };
const berlin = 2_950_159;
const munich = 2_867_714;

const write = (from: Writer, to: { id: string }, key: string = randomUUID()) =>
  from.client.call(sendMessage, { body: { member: to.id, text: "Hello, how are you?" } }, { key });
const unmet = async (writer: Writer, to: { id: string }) => {
  const { unmet_wishes: wishes } = (await writer.client.call(getChat, { query: { member: to.id } })).body;
  const { writing } = (await writer.client.call(getMember, { query: { id: to.id } })).body;
  expect(writing === "outside").toBe(wishes.length > 0);
  return wishes;
};
const verify = async ({ db, clock }: Services, { id }: { id: string }) => {
  await db.updateTable("profiles").set({ verified_at: clock.now() }).where("member_id", "=", id).execute();
};
let count = 0;

const test = base
  /** A woman of 36 in Berlin who lets only men from 30 to 40 within 25 kilometres write to her first. */
  .extend("eva", { scope: "file" }, ({ member }) => async (changes: object = { only_fitting_write: true }) => {
    const preferences = { prefers_min_age: 30, prefers_max_age: 40, prefers_distance: 25 };
    const eva = await member({ gender: "female", sexuality: "hetero", cityId: berlin, preferences, credits: 20 });
    expect((await eva.client.call(saveProfile, { body: changes })).body).toMatchObject(changes);
    return eva;
  })
  /** A premium man of 36 in Berlin who looks for women. */
  .extend(
    "man",
    { scope: "file" },
    ({ member }) =>
      (input: Partial<MemberInput> = {}) =>
        member({ gender: "male", sexuality: "hetero", cityId: berlin, credits: 20, premium: true, ...input }),
  )
  /** Asserts that nothing was sent or paid between two members. */
  .extend("expectNothing", { scope: "file" }, ({ services }) => async (writer: Member, to: Member) => {
    expect(await balanceOf(services.db, writer.id)).toBe(20);
    const { rows } = await sql`select from conversations where a_id = least(${writer.id}::uuid, ${to.id}::uuid)
      and b_id = greatest(${writer.id}::uuid, ${to.id}::uuid)`.execute(services.db);
    expect(rows).toEqual([]);
    expect((await to.client.call(getChats)).body.chats).toEqual([]);
  });

test("R10.05 everyone may write at first; each wish that a writer does not fulfil is seen before, and nothing is paid", async ({
  eva,
  man,
  expectNothing,
}) => {
  const open = await eva({});
  expect((await open.client.call(getOwnProfile)).body).toMatchObject({
    only_fitting_write: false,
    only_verified_write: false,
  });
  const far = await man({ cityId: munich, dateOfBirth: "1960-01-01" });
  expect(await unmet(far, open)).toEqual([]);
  expect((await write(far, open)).status).toBe(200);
  const anna = await eva();
  const cases: [Partial<MemberInput>, UnmetWish[]][] = [
    [{}, []],
    [{ dateOfBirth: "1960-01-01" }, ["age"]],
    [{ cityId: munich }, ["distance"]],
    [{ cityId: null }, ["town"]],
    [{ gender: "female", sexuality: "lesbian" }, ["gender"]],
  ];
  for (const [input, expected] of cases) {
    const writer = await man(input);
    expect(await unmet(writer, anna)).toEqual(expected);
    const { status, body } = await write(writer, anna);
    if (expected.length === 0) {
      expect(status).toBe(200);
      await anna.client.call(saveProfile, { body: {} });
      continue;
    }
    expect([status, body.error?.code]).toEqual([403, "outside_wishes"]);
    // no ages, no kilometres
    expect(body.error?.message).not.toMatch(/\d/);
  }
  const verified = await eva({ only_verified_write: true });
  const ben = await man();
  expect(await unmet(ben, verified)).toEqual(["verified"]);
  expect((await write(ben, verified)).body.error?.code).toBe("outside_wishes");
  await expectNothing(ben, verified);
});

test("R10.05 a gift and a photo as the first message are refused the same, and nothing is paid", async ({
  eva,
  man,
  expectNothing,
  services,
}) => {
  const [anna, ben] = [await eva(), await man({ cityId: munich })];
  const gift = await ben.client.call(sendGift, { body: { member: anna.id, gift: "rose" } });
  expect([gift.status, gift.body.error?.code]).toEqual([403, "outside_wishes"]);
  const photo = await sendTo(ben, anna, await picture());
  expect([photo.status, photo.body.error?.code]).toEqual([403, "outside_wishes"]);
  await expectNothing(ben, anna);
  expect(await services.db.selectFrom("chat_photos").select("id").where("author_id", "=", ben.id).execute()).toEqual(
    [],
  );
});

test("R10.05 an existing chat is never affected, nor is an answer, nor a member that the recipient likes", async ({
  eva,
  man,
}) => {
  const [anna, ben, carl] = [await eva({}), await man({ cityId: munich }), await man({ cityId: munich })];
  await write(ben, anna);
  await anna.client.call(saveProfile, { body: { only_fitting_write: true, only_verified_write: true } });
  expect((await write(ben, anna)).status).toBe(200);
  expect(await unmet(ben, anna)).toEqual([]);
  expect(await unmet(carl, anna)).toEqual(["distance", "verified"]);
  // her own first message is hers to send, and he may answer it
  await write(anna, carl);
  expect((await write(carl, anna)).status).toBe(200);
  const dave = await man({ cityId: munich });
  await anna.client.call(likeMember, { body: { id: dave.id } });
  expect(await unmet(dave, anna)).toEqual([]);
  await anna.client.call(unlikeMember, { body: { id: dave.id } });
  expect((await write(dave, anna)).body.error?.code).toBe("outside_wishes");
  await anna.client.call(likeMember, { body: { id: dave.id } });
  expect((await write(dave, anna)).status).toBe(200);
});

test("R10.05 an introduction is no like of one's own, and no member is introduced who can't be written to", async ({
  eva,
  man,
  services,
  signedUp,
}) => {
  const [anna, ben] = [await eva(), await man({ cityId: munich })];
  const like = { from_id: anna.id, to_id: ben.id, site_id: anna.siteId, created_at: services.clock.now() };
  await planting(services.db)
    .insertInto("likes")
    .values({ ...like, automatic: true })
    .execute();
  expect((await write(ben, anna)).body.error?.code).toBe("outside_wishes");
  await services.db.updateTable("profiles").set({ introduces: false }).execute();
  await services.db.updateTable("profiles").set({ introduces: true }).where("member_id", "=", anna.id).execute();
  const newcomer = (cityId: number) => {
    count += 1;
    const seeker = { gender: "male", seeks: "female", date_of_birth: "1990-05-17", city_id: cityId } as const;
    return signedUp({ name: `Newcomer ${count}`, email: `newcomer${count}@example.org`, ...seeker });
  };
  const introduced = async (who: Writer) => (await who.client.call(autoLike)).body.profile?.id;
  expect(await introduced(await newcomer(munich))).toBeUndefined();
  expect(await introduced(await newcomer(berlin))).toBe(anna.id);
});

test("R10.05 a message from the signup is refused in words of its own; a held one is not delivered to new wishes", async ({
  eva,
  given,
  visitor,
  services,
}) => {
  const shown = { only_fitting_write: true, shown_to_visitors: true };
  const [anna, open] = [await eva(shown), await eva({ shown_to_visitors: true })];
  const form = (to: Member) => {
    count += 1;
    const seeker = { gender: "male", seeks: "female", date_of_birth: "1960-05-17" } as const;
    const message = { to: to.id, text: "Hello" };
    return signupForm({ name: `Older ${count}`, email: `older${count}@example.org`, ...seeker, message });
  };
  const refused = await visitor().call(signUp, { body: form(anna) });
  expect([refused.status, refused.body.error?.field_codes]).toEqual([400, { "message.to": "outside_wishes" }]);
  const client = visitor();
  const signup = form(open);
  const { user } = (await client.call(signUp, { body: signup })).body;
  expect((await write({ client }, anna)).body.error?.code).toBe("outside_wishes");
  await open.client.call(saveProfile, { body: { only_fitting_write: true } });
  const before = await balanceOf(services.db, user.id);
  await client.call(redeemLink, { body: { token: await activationToken(given, signup.email) } });
  expect(before).toBe(0);
  const { chats, undelivered } = (await client.call(getChats)).body;
  expect([chats, undelivered]).toMatchObject([[], [{ reason: "outside_wishes", text: "Hello" }]]);
  const entries = services.db.selectFrom("ledger").select("cause").where("member_id", "=", user.id);
  expect((await entries.execute()).map(({ cause }) => cause)).toEqual(["signup"]);
  expect((await open.client.call(getChats)).body.chats).toEqual([]);
});

test("R10.05 a visitor learns before the signup that it begins without a message, and no wish; a change counts at once", async ({
  eva,
  man,
  visitor,
}) => {
  const anna = await eva({ shown_to_visitors: true });
  const cardFor = async ({ client }: Writer) => (await client.call(getCard, { query: { id: anna.id } })).body;
  const guest = { client: visitor() };
  const open = await cardFor(guest);
  expect(open.takes_first_message).toBe(true);
  for (const wish of ["only_fitting_write", "only_verified_write"]) {
    await anna.client.call(saveProfile, { body: { [wish]: true } });
    // nothing else of what a visitor reads has changed
    expect(await cardFor(guest)).toEqual({ ...open, takes_first_message: false });
    // members read on the profile whether they fit
    expect((await cardFor(await man())).takes_first_message).toBe(true);
    await anna.client.call(saveProfile, { body: { [wish]: false } });
    expect(await cardFor(guest)).toEqual(open);
  }
});

test("R10.05 the transaction decides: a wish that changes while a message is being sent is waited for", async ({
  eva,
  man,
  services,
  expectNothing,
}) => {
  const [anna, ben] = [await eva({}), await man()];
  const wishes = { only_verified_write: true };
  const refused = await services.db.transaction().execute(async (db) => {
    await db.updateTable("profiles").set(wishes).where("member_id", "=", anna.id).execute();
    const sending = write(ben, anna);
    await untilWaiting(services.db);
    return { sending };
  });
  expect((await refused.sending).body.error?.code).toBe("outside_wishes");
  await expectNothing(ben, anna);
  // the writer's own profile counts as it is then, too
  await verify(services, await photographed(services, ben));
  expect((await write(ben, anna)).status).toBe(200);
});

test("R10.05 many at once, while the wishes change: each message is either paid and there, or neither", async ({
  eva,
  man,
  services,
}) => {
  const anna = await eva({});
  const writers = [];
  for (let index = 0; index < 12; index += 1) writers.push(await man({ cityId: munich }));
  const change = (on: boolean) => anna.client.call(saveProfile, { body: { only_fitting_write: on } });
  const [answers] = await Promise.all([
    Promise.all(writers.map((writer) => write(writer, anna))),
    change(true)
      .then(() => change(false))
      .then(() => change(true)),
  ]);
  for (const [index, { status, body }] of answers.entries()) {
    const sent = status === 200;
    if (!sent) expect(body.error?.code).toBe("outside_wishes");
    expect(await balanceOf(services.db, writers[index]?.id ?? "")).toBe(sent ? 19 : 20);
  }
  const { chats } = (await anna.client.call(getChats)).body;
  expect(chats).toHaveLength(answers.filter(({ status }) => status === 200).length);
  // and after that, the same writer twice at once gets nothing through
  const late = await man({ cityId: munich });
  const twice = await Promise.all([write(late, anna), write(late, anna)]);
  expect(twice.map(({ body }) => body.error?.code)).toEqual(["outside_wishes", "outside_wishes"]);
});

test("R7.03 R10.05 a first message that was sent is sent, also if it is repeated under new wishes", async ({
  eva,
  man,
}) => {
  const [anna, ben] = [await eva({}), await man({ cityId: munich })];
  const key = randomUUID();
  const first = await write(ben, anna, key);
  await anna.client.call(saveProfile, { body: { only_fitting_write: true } });
  expect((await write(ben, anna, key)).body).toEqual(first.body);
});

test("R10.05 staff and programs write all the same", async ({ eva, man, services }) => {
  const [anna, ben] = [await eva(), await man({ cityId: munich })];
  const { site: row } = await siteAndCompany(services.db, anna.siteId);
  const ctx = { db: services.db, site: toSite(services, row), now: services.clock.now(), emit: () => undefined };
  const message = { from: ben.id, to: anna.id, text: "Hello", key: randomUUID(), kind: "operator" } as const;
  expect((await sendFromProgram(ctx, message)).message.text).toBe("Hello");
});

test("R10.05 a change of the preferences themselves changes who may write", async ({ eva, man }) => {
  const [anna, ben] = [await eva(), await man({ cityId: munich })];
  expect(await unmet(ben, anna)).toEqual(["distance"]);
  await anna.client.call(savePreferences, { body: { prefers_distance: 20_000 } });
  expect(await unmet(ben, anna)).toEqual([]);
  await anna.client.call(savePreferences, { body: { prefers_max_age: 31 } });
  expect((await write(ben, anna)).body.error?.code).toBe("outside_wishes");
});

/** Gives a member a main photo, which a verified member needs. */
async function photographed({ db, clock }: Services, member: Member): Promise<Member> {
  const photo = { member_id: member.id, site_id: member.siteId, status: "active", width: 4, height: 5, thumbhash: "" };
  const { id } = await db
    .insertInto("photos")
    .values({ ...photo, created_at: clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.updateTable("profiles").set({ main_photo_id: id }).where("member_id", "=", member.id).execute();
  return member;
}
