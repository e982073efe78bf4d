import { getUser } from "#contract/account.ts";
import { deleteChat, getChat, getChats, sendMessage } from "#contract/chat.ts";
import { hourMs } from "#contract/durations.ts";
import { getLikes, likeMember, unlikeMember } from "#contract/likes.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { setNotification } from "#contract/notifications.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { getVisitors } from "#contract/visitors.ts";
import { sendNoticesJob } from "#server/features/notifications/index.ts";
import { test as base, expect, type Fixtures } from "#server/test.ts";
import { listProfile } from "./listing-store.ts";

type Member = Awaited<ReturnType<Fixtures["signedUp"]>>;
let count = 0;
const hide = (who: Member, invisible = true) => who.client.call(saveProfile, { body: { invisible } });
const write = (who: Member, other: Member) =>
  who.client.call(sendMessage, { body: { member: other.id, text: "Hello there" } });
const like = (who: Member, other: Member) => who.client.call(likeMember, { body: { id: other.id } });
const finds = async (who: Member, other: Member) =>
  (await who.client.call(searchMembers)).body.members.some(({ id }) => id === other.id);
/** The statuses when a member opens the page and the chat of another. */
const viewStatuses = async (who: Member, other: Member) => [
  (await who.client.call(getMember, { query: { id: other.id } })).status,
  (await who.client.call(getChat, { query: { member: other.id } })).status,
];

const visitorsOf = async (who: Member) =>
  (await who.client.call(getVisitors, { query: {} })).body.visitors.map((visit) => visit.member.id);

const test = base
  .extend("person", { scope: "file" }, ({ signedUp }) => async (name: string): Promise<Member> => {
    count += 1;
    return await signedUp({ name: `${name} ${count}`, email: `${name}${count}@example.org`, seeks: "both" });
  })
  .extend(
    "couple",
    { scope: "file" },
    ({ person }) =>
      async () =>
        [await person("Anna"), await person("Ben")] as const,
  )
  /** Changes the status as the deletion of an account does (D3.9). */
  .extend("setDeleted", { scope: "file" }, ({ services }) => async (who: Member, deleted: boolean) => {
    const { db, clock } = services;
    const changed = deleted ? { status: "deleted", deleted_at: clock.now() } : { status: "active", deleted_at: null };
    await db.transaction().execute(async (trx) => {
      await trx.updateTable("accounts").set(changed).where("id", "=", who.id).execute();
      await listProfile(trx, who.id);
    });
  });

test("R6.08 R2.26 an invisible member is in no search or count, and no member can open their page", async ({
  couple,
}) => {
  const [anna, ben] = await couple();
  const before = (await ben.client.call(searchMembers)).body.total.count;
  expect((await hide(anna)).body.invisible).toBe(true);
  expect((await anna.client.call(getOwnProfile)).body.invisible).toBe(true);
  expect(await finds(ben, anna)).toBe(false);
  expect((await ben.client.call(searchMembers)).body.total.count).toBe(before - 1);
  expect(await viewStatuses(ben, anna)).toEqual([404, 404]);
  expect((await like(ben, anna)).body.error?.code).toBe("profile_not_found");
  expect((await write(ben, anna)).body.error?.code).toBe("profile_not_found");
  await hide(anna, false);
  expect([await finds(ben, anna), await viewStatuses(ben, anna)]).toEqual([true, [200, 200]]);
});

test("R6.08 an invisible member can still do everything, and has the status active", async ({ couple }) => {
  const [anna, ben] = await couple();
  await hide(anna);
  expect((await anna.client.call(getUser)).body.user?.profile.status).toBe("active");
  expect([await finds(anna, ben), await viewStatuses(anna, ben)]).toEqual([true, [200, 200]]);
  expect((await like(anna, ben)).status).toBe(200);
  expect((await write(anna, ben)).status).toBe(200);
});

test("R6.08 an invisible member is visible only to members they wrote to first, who can answer", async ({
  couple,
  person,
}) => {
  const [anna, ben] = await couple();
  const cleo = await person("Cleo");
  await hide(anna);
  await write(anna, ben);
  expect(await viewStatuses(ben, anna)).toEqual([200, 200]);
  expect((await ben.client.call(getChats)).body.chats).toMatchObject([{ profile: { id: anna.id } }]);
  expect([(await write(ben, anna)).status, (await like(ben, anna)).status]).toEqual([200, 200]);
  expect(await finds(ben, anna)).toBe(false);
  expect(await viewStatuses(cleo, anna)).toEqual([404, 404]);
});

test("R6.08 an invisible member is visible to members they like, until they take the like back", async ({ couple }) => {
  const [anna, ben] = await couple();
  await hide(anna);
  await like(anna, ben);
  expect(await viewStatuses(ben, anna)).toEqual([200, 200]);
  expect((await ben.client.call(getLikes)).body.liked_by).toMatchObject([{ id: anna.id, like_new: true }]);
  await anna.client.call(unlikeMember, { body: { id: ben.id } });
  expect(await viewStatuses(ben, anna)).toEqual([404, 404]);
  expect((await ben.client.call(getLikes)).body).toMatchObject({ profiles: [], liked_by: [] });
});

test("R6.08 a message or like to an invisible member does not make them visible; an answer does", async ({
  couple,
}) => {
  const [anna, ben] = await couple();
  await write(ben, anna);
  await like(ben, anna);
  await hide(anna);
  expect(await viewStatuses(ben, anna)).toEqual([404, 404]);
  expect((await ben.client.call(getChats)).body.chats).toEqual([]);
  expect((await ben.client.call(getLikes)).body).toMatchObject({ profiles: [], liked: [] });
  expect((await write(ben, anna)).body.error?.code).toBe("profile_not_found");
  // she still sees him
  expect((await anna.client.call(getChats)).body.chats).toMatchObject([{ profile: { id: ben.id } }]);
  await write(anna, ben);
  expect(await viewStatuses(ben, anna)).toEqual([200, 200]);
});

test("R6.08 D4.6 an invisible member leaves no visit, event or push, and earlier visits are hidden", async ({
  couple,
  services,
}) => {
  const [anna, ben] = await couple();
  const events: string[] = [];
  services.events.subscribe(ben.id, (event) => events.push(event.type));
  await ben.client.call(setNotification, { body: { kind: "visitor", channel: "push", enabled: true } });
  await hide(anna);
  expect(await viewStatuses(anna, ben)).toEqual([200, 200]);
  const notices = services.db.selectFrom("notices").select("kind").where("member_id", "=", ben.id);
  expect([await visitorsOf(ben), await notices.execute(), events]).toEqual([[], [], []]);
  expect((await ben.client.call(getUser)).body.user?.new_visitors).toBe(0);
  // nor for an earlier visit
  await hide(anna, false);
  await viewStatuses(anna, ben);
  expect([await visitorsOf(ben), (await notices.execute()).length, events]).toEqual([[anna.id], 1, ["visit"]]);
  await hide(anna);
  expect(await visitorsOf(ben)).toEqual([]);
  expect((await ben.client.call(getUser)).body.user?.new_visitors).toBe(0);
  services.clock.advance(3 * hourMs);
  const before = services.mail.sent.length;
  await sendNoticesJob.run(services, {});
  await services.jobs.drain(services);
  const mailed = services.mail.sent.slice(before).filter((mail) => mail.to === ben.form.email);
  expect([services.push.sent, mailed]).toEqual([[], []]);
  services.clock.set("2026-11-20T18:00:00Z");
});

test("R6.08 likes and messages of an invisible member send events, as these make them visible", async ({
  couple,
  services,
}) => {
  const [anna, ben] = await couple();
  await hide(anna);
  const events: string[] = [];
  services.events.subscribe(ben.id, (event) => events.push(event.type));
  await like(anna, ben);
  await write(anna, ben);
  expect(events).toEqual(["like", "message"]);
});

test("D3.9 a deleted member is hidden everywhere, and comes back with everything", async ({ setDeleted, couple }) => {
  const [anna, ben] = await couple();
  await write(anna, ben);
  await write(ben, anna);
  await like(anna, ben);
  await like(ben, anna);
  const before = (await ben.client.call(searchMembers)).body.total.count;
  const [chat] = (await ben.client.call(getChats)).body.chats;
  const conversation = chat?.conversation ?? { id: "" };
  await setDeleted(anna, true);
  expect([await finds(ben, anna), await viewStatuses(ben, anna)]).toEqual([false, [404, 404]]);
  expect((await ben.client.call(searchMembers)).body.total.count).toBe(before - 1);
  expect((await ben.client.call(getChats)).body.chats).toEqual([]);
  expect((await ben.client.call(getChat, { query: { conversation: conversation.id } })).status).toBe(404);
  expect((await ben.client.call(getLikes)).body).toMatchObject({ profiles: [], liked_by: [], liked: [], matches: [] });
  expect((await write(ben, anna)).body.error?.code).toBe("profile_not_found");
  expect((await like(ben, anna)).body.error?.code).toBe("profile_not_found");
  await setDeleted(anna, false);
  expect([await finds(ben, anna), await viewStatuses(ben, anna)]).toEqual([true, [200, 200]]);
  expect((await ben.client.call(getChats)).body.chats).toMatchObject([{ conversation, num_unread_messages: 1 }]);
  expect((await ben.client.call(getLikes)).body.matches).toMatchObject([{ id: anna.id }]);
  expect((await ben.client.call(deleteChat, { body: { conversation } })).status).toBe(200);
});

test("R6.08 D3.9 a member who was invisible comes back invisible", async ({ setDeleted, couple }) => {
  const [anna, ben] = await couple();
  await hide(anna);
  await setDeleted(anna, true);
  await setDeleted(anna, false);
  expect([await finds(ben, anna), await viewStatuses(ben, anna)]).toEqual([false, [404, 404]]);
});

test("R6.08 the database refuses to list an invisible member", async ({ person, services }) => {
  const anna = await person("Anna");
  await hide(anna);
  const list = services.db.updateTable("profiles").set({ listed: true }).where("member_id", "=", anna.id);
  await expect(list.execute()).rejects.toThrow("profiles_listed");
});

test("D3.9 R6.08 deleting the account and becoming visible at the same time leaves the member unlisted", async ({
  setDeleted,
  person,
  services,
}) => {
  for (let round = 0; round < 8; round += 1) {
    const anna = await person("Anna");
    await hide(anna);
    await Promise.all([setDeleted(anna, true), hide(anna, false)]);
    const row = services.db.selectFrom("profiles").select("listed").where("member_id", "=", anna.id);
    expect((await row.executeTakeFirstOrThrow()).listed).toBe(false);
  }
});
