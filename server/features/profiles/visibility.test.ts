import { afterAll, beforeAll, expect, test } from "vitest";
import { getUser } from "#contract/account.ts";
import { deleteChat, getChat, getChats, sendMessage } from "#contract/chat.ts";
import { getLikes, likeMember, unlikeMember } from "#contract/likes.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { setNotification } from "#contract/notifications.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { getVisitors } from "#contract/visitors.ts";
import { testApp } from "#server/db/test-database.ts";
import { signedUp } from "#server/features/account/test-signup.ts";
import { sendNoticesJob } from "#server/features/notifications/index.ts";
import { listProfile } from "./list-profile.ts";

let given: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  given = await testApp();
});
afterAll(() => given.close());

type Member = Awaited<ReturnType<typeof signedUp>>;
let count = 0;
async function member(name: string): Promise<Member> {
  count += 1;
  return await signedUp(given, { name: `${name} ${count}`, email: `${name}${count}@example.org`, seeks: "both" });
}
const pair = async () => [await member("Anna"), await member("Ben")] as const;
const hide = (who: Member, invisible = true) => who.client.call(saveProfile, { body: { invisible } });
const write = (who: Member, whom: Member) =>
  who.client.call(sendMessage, { body: { member: whom.id, text: "Hello there" } });
const like = (who: Member, whom: Member) => who.client.call(likeMember, { body: { id: whom.id } });
const finds = async (who: Member, whom: Member) =>
  (await who.client.call(searchMembers)).body.members.some(({ id }) => id === whom.id);
/** What a member gets to see of another one: the status of each way to look. */
const looks = async (who: Member, whom: Member) => [
  (await who.client.call(getMember, { query: { id: whom.id } })).status,
  (await who.client.call(getChat, { query: { member: whom.id } })).status,
];

const visitorsOf = async (who: Member) =>
  (await who.client.call(getVisitors, { query: {} })).body.visitors.map((visit) => visit.member.id);

/** As the deletion of an account does (D3.9). */
async function setDeleted(who: Member, deleted: boolean) {
  const { db, clock } = given.services;
  const changed = deleted ? { status: "deleted", deleted_at: clock.now() } : { status: "active", deleted_at: null };
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("accounts").set(changed).where("id", "=", who.id).execute();
    await listProfile(trx, who.id);
  });
}

test("R6.08 R2.26 who is invisible is in no search or count, and open to nobody", async () => {
  const [anna, ben] = await pair();
  const before = (await ben.client.call(searchMembers)).body.total.count;
  expect((await hide(anna)).body.invisible).toBe(true);
  expect((await anna.client.call(getOwnProfile)).body.invisible).toBe(true);
  expect(await finds(ben, anna)).toBe(false);
  expect((await ben.client.call(searchMembers)).body.total.count).toBe(before - 1);
  expect(await looks(ben, anna)).toEqual([404, 404]);
  expect((await like(ben, anna)).body.error?.code).toBe("profile_not_found");
  expect((await write(ben, anna)).body.error?.code).toBe("profile_not_found");
  await hide(anna, false);
  expect([await finds(ben, anna), await looks(ben, anna)]).toEqual([true, [200, 200]]);
});

test("R6.08 who is invisible can still do everything, and is told as active", async () => {
  const [anna, ben] = await pair();
  await hide(anna);
  expect((await anna.client.call(getUser)).body.user?.profile.status).toBe("active");
  expect([await finds(anna, ben), await looks(anna, ben)]).toEqual([true, [200, 200]]);
  expect((await like(anna, ben)).status).toBe(200);
  expect((await write(anna, ben)).status).toBe(200);
});

test("R6.08 who is invisible opens to those whom they wrote first, who can answer, and to nobody else", async () => {
  const [anna, ben] = await pair();
  const cleo = await member("Cleo");
  await hide(anna);
  await write(anna, ben);
  expect(await looks(ben, anna)).toEqual([200, 200]);
  expect((await ben.client.call(getChats)).body.chats).toMatchObject([{ profile: { id: anna.id } }]);
  expect([(await write(ben, anna)).status, (await like(ben, anna)).status]).toEqual([200, 200]);
  expect(await finds(ben, anna)).toBe(false);
  expect(await looks(cleo, anna)).toEqual([404, 404]);
});

test("R6.08 who is invisible opens to those whom they like, and closes when they take it back", async () => {
  const [anna, ben] = await pair();
  await hide(anna);
  await like(anna, ben);
  expect(await looks(ben, anna)).toEqual([200, 200]);
  expect((await ben.client.call(getLikes)).body.liked_by).toMatchObject([{ id: anna.id, like_new: true }]);
  await anna.client.call(unlikeMember, { body: { id: ben.id } });
  expect(await looks(ben, anna)).toEqual([404, 404]);
  expect((await ben.client.call(getLikes)).body).toMatchObject({ profiles: [], liked_by: [] });
});

test("R6.08 being written to or liked by somebody opens nothing; an answer does", async () => {
  const [anna, ben] = await pair();
  await write(ben, anna);
  await like(ben, anna);
  await hide(anna);
  expect(await looks(ben, anna)).toEqual([404, 404]);
  expect((await ben.client.call(getChats)).body.chats).toEqual([]);
  expect((await ben.client.call(getLikes)).body).toMatchObject({ profiles: [], liked: [] });
  expect((await write(ben, anna)).body.error?.code).toBe("profile_not_found");
  // she sees him all the while
  expect((await anna.client.call(getChats)).body.chats).toMatchObject([{ profile: { id: ben.id } }]);
  await write(anna, ben);
  expect(await looks(ben, anna)).toEqual([200, 200]);
});

test("R6.08 D4.6 who is invisible leaves no visit, no event and no push with anybody, and is in nobody's visitors", async () => {
  const [anna, ben] = await pair();
  const heard: string[] = [];
  given.services.events.subscribe(ben.id, (event) => heard.push(event.type));
  await ben.client.call(setNotification, { body: { kind: "visitor", channel: "push", enabled: true } });
  await hide(anna);
  expect(await looks(anna, ben)).toEqual([200, 200]);
  const told = given.services.db.selectFrom("notices").select("kind").where("member_id", "=", ben.id);
  expect([await visitorsOf(ben), await told.execute(), heard]).toEqual([[], [], []]);
  expect((await ben.client.call(getUser)).body.user?.new_visitors).toBe(0);
  // nor for a visit of before
  await hide(anna, false);
  await looks(anna, ben);
  expect([await visitorsOf(ben), (await told.execute()).length, heard]).toEqual([[anna.id], 1, ["visit"]]);
  await hide(anna);
  expect(await visitorsOf(ben)).toEqual([]);
  expect((await ben.client.call(getUser)).body.user?.new_visitors).toBe(0);
  given.services.clock.advance(3 * 3_600_000);
  const before = given.services.mail.sent.length;
  await sendNoticesJob.run(given.services, {});
  await given.services.jobs.drain(given.services);
  const mailed = given.services.mail.sent.slice(before).filter((mail) => mail.to === ben.form.email);
  expect([given.services.push.sent, mailed]).toEqual([[], []]);
  given.services.clock.set("2026-11-20T18:00:00Z");
});

test("R6.08 what who is invisible likes or writes is told, for it opens them to the one who gets it", async () => {
  const [anna, ben] = await pair();
  await hide(anna);
  const heard: string[] = [];
  given.services.events.subscribe(ben.id, (event) => heard.push(event.type));
  await like(anna, ben);
  await write(anna, ben);
  expect(heard).toEqual(["like", "message"]);
});

test("D3.9 who deletes their account is nowhere for others, and back with everything when they come back", async () => {
  const [anna, ben] = await pair();
  await write(anna, ben);
  await write(ben, anna);
  await like(anna, ben);
  await like(ben, anna);
  const before = (await ben.client.call(searchMembers)).body.total.count;
  const [chat] = (await ben.client.call(getChats)).body.chats;
  const conversation = chat?.conversation ?? { id: "" };
  await setDeleted(anna, true);
  expect([await finds(ben, anna), await looks(ben, anna)]).toEqual([false, [404, 404]]);
  expect((await ben.client.call(searchMembers)).body.total.count).toBe(before - 1);
  expect((await ben.client.call(getChats)).body.chats).toEqual([]);
  expect((await ben.client.call(getChat, { query: { conversation: conversation.id } })).status).toBe(404);
  expect((await ben.client.call(getLikes)).body).toMatchObject({ profiles: [], liked_by: [], liked: [], matches: [] });
  expect((await write(ben, anna)).body.error?.code).toBe("profile_not_found");
  expect((await like(ben, anna)).body.error?.code).toBe("profile_not_found");
  await setDeleted(anna, false);
  expect([await finds(ben, anna), await looks(ben, anna)]).toEqual([true, [200, 200]]);
  expect((await ben.client.call(getChats)).body.chats).toMatchObject([{ conversation, num_unread_messages: 1 }]);
  expect((await ben.client.call(getLikes)).body.matches).toMatchObject([{ id: anna.id }]);
  expect((await ben.client.call(deleteChat, { body: { conversation } })).status).toBe(200);
});

test("R6.08 D3.9 who was invisible comes back invisible", async () => {
  const [anna, ben] = await pair();
  await hide(anna);
  await setDeleted(anna, true);
  await setDeleted(anna, false);
  expect([await finds(ben, anna), await looks(ben, anna)]).toEqual([false, [404, 404]]);
});

test("R6.08 the database lists nobody who is invisible", async () => {
  const anna = await member("Anna");
  await hide(anna);
  const list = given.services.db.updateTable("profiles").set({ listed: true }).where("member_id", "=", anna.id);
  await expect(list.execute()).rejects.toThrow("profiles_listed");
});

test("D3.9 R6.08 leaving and showing oneself at the same instant leaves nobody listed who is gone", async () => {
  for (let round = 0; round < 8; round += 1) {
    const anna = await member("Anna");
    await hide(anna);
    await Promise.all([setDeleted(anna, true), hide(anna, false)]);
    const row = given.services.db.selectFrom("profiles").select("listed").where("member_id", "=", anna.id);
    expect((await row.executeTakeFirstOrThrow()).listed).toBe(false);
  }
});
