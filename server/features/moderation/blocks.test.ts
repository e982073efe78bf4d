import { getUser } from "#contract/account.ts";
import { getChat, getChats, sendMessage } from "#contract/chat.ts";
import { hourMs } from "#contract/durations.ts";
import { sendGift } from "#contract/gifts.ts";
import { getLikes, likeMember, unlikeMember } from "#contract/likes.ts";
import { getCard, getMember, searchMembers } from "#contract/members.ts";
import { blockMember, getBlocks, reportMember, unblockMember } from "#contract/moderation.ts";
import { setNotification } from "#contract/notifications.ts";
import { saveProfile } from "#contract/profiles.ts";
import { swipeMember } from "#contract/swipe.ts";
import { getVisitors } from "#contract/visitors.ts";
import { makeMember } from "#demo/factories.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { sendNoticesJob } from "#server/features/notifications/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { test as base, expect, type Fixtures } from "#server/test.ts";

type Member = Awaited<ReturnType<Fixtures["signedUp"]>>;
let count = 0;
const block = async (who: Member, whom: { id: string }) =>
  (await who.client.call(blockMember, { body: { id: whom.id } })).status;
const write = (who: Member, whom: { id: string }, key?: string) =>
  who.client.call(sendMessage, { body: { member: whom.id, text: "Hello there" } }, key ? { key } : {});
const found = async (who: Member) => (await who.client.call(searchMembers)).body;
const finds = async (who: Member, whom: { id: string }) => (await found(who)).members.some(({ id }) => id === whom.id);

const test = base
  .extend("person", { scope: "file" }, ({ signedUp }) => async (name: string): Promise<Member> => {
    count += 1;
    const unique = `${name} ${count}`;
    return await signedUp({ name: unique, email: `${name}${count}@example.org`, seeks: "both" });
  })
  .extend(
    "couple",
    { scope: "file" },
    ({ person }) =>
      async () =>
        [await person("Anna"), await person("Ben")] as const,
  );

test("R6.07 blocking deletes likes, match and chat for both; the ledger entries stay", async ({
  events,
  couple,
  services,
}) => {
  const [anna, ben] = await couple();
  await anna.client.call(likeMember, { body: { id: ben.id } });
  await ben.client.call(likeMember, { body: { id: anna.id } });
  await write(anna, ben);
  await write(ben, anna);
  const [toAnna, toBen] = [events(anna), events(ben)];
  expect(await block(anna, ben)).toBe(200);
  for (const side of [anna, ben]) {
    expect((await side.client.call(getChats)).body.chats).toEqual([]);
    const likes = (await side.client.call(getLikes)).body;
    expect([likes.profiles, likes.liked_by, likes.liked, likes.matches]).toEqual([[], [], [], []]);
    expect(await balanceOf(services.db, side.id)).toBe(4);
  }
  const { db } = services;
  const ours = [anna.id, ben.id];
  expect(await db.selectFrom("messages").select("id").where("author_id", "in", ours).execute()).toEqual([]);
  const booked = await db.selectFrom("ledger").select("cause").where("member_id", "in", ours).execute();
  expect(booked.filter(({ cause }) => cause === "message")).toHaveLength(2);
  expect(toAnna).toEqual([{ type: "member_hidden", member: ben.id }]);
  expect(toBen).toEqual([{ type: "member_hidden", member: anna.id }]);
});

test("R6.07 the blocked member reads the specification's words, the blocker why; neither finds the other", async ({
  couple,
}) => {
  const [anna, ben] = await couple();
  expect([await finds(anna, ben), await finds(ben, anna)]).toEqual([true, true]);
  const totals = [(await found(anna)).total.count, (await found(ben)).total.count];
  await block(anna, ben);
  const refused = await ben.client.call(getMember, { query: { id: anna.id } });
  expect(refused.status).toBe(403);
  expect(refused.body.error).toEqual({
    code: "blocked",
    message: `You're blocked by ${anna.form.name}. You do not have access to this page.`,
  });
  expect(refused.body.authentication_required).toBeUndefined();
  expect((await anna.client.call(getMember, { query: { id: ben.id } })).body.error?.code).toBe("blocked_by_you");
  expect([await finds(anna, ben), await finds(ben, anna)]).toEqual([false, false]);
  expect([(await found(anna)).total.count, (await found(ben)).total.count]).toEqual(totals.map((total) => total - 1));
});

test("R6.07 a block is told on the profile and in the chat alone; elsewhere the blocker has left", async ({
  couple,
  person,
  services,
}) => {
  const [anna, ben] = await couple();
  const clara = await person("Clara");
  const chats = await Promise.all([anna, clara].map(async (who) => (await write(who, ben)).body.conversation.id));
  await block(anna, ben);
  await services.db
    .updateTable("accounts")
    .set({ status: "deleted", deleted_at: services.clock.now() })
    .where("id", "=", clara.id)
    .execute();
  await listProfile(services.db, clara.id);
  const { client } = ben;
  const told = async ({ id }: Member) => {
    const all = await Promise.all([
      client.call(getMember, { query: { id } }),
      client.call(getChat, { query: { member: id } }),
      client.call(sendMessage, { body: { member: id, text: "Hello there" } }),
      client.call(sendGift, { body: { member: id, gift: "rose" } }),
    ]);
    return all.map(({ body }) => body.error?.code);
  };
  const silent = async ({ id }: Member, conversation = "") => {
    const all = await Promise.all([
      client.call(getCard, { query: { id } }),
      client.call(likeMember, { body: { id } }),
      client.call(unlikeMember, { body: { id } }),
      client.call(swipeMember, { body: { id, like: true } }),
      client.call(getChat, { query: { conversation } }),
    ]);
    return all.map(({ status, body }) => [status, body]);
  };
  expect(await told(anna)).toEqual(Array(4).fill("blocked"));
  expect(await told(clara)).toEqual(Array(4).fill("profile_not_found"));
  const ofBlock = await silent(anna, chats[0]);
  expect(ofBlock).toEqual(await silent(clara, chats[1]));
  expect(ofBlock.map(([status]) => status)).toEqual([404, 404, expect.anything(), 404, 404]);
  expect(JSON.stringify(ofBlock)).not.toContain(anna.form.name);
});

test("R6.07 R6.08 D3.9 a block tells nothing of a member who is deleted or invisible", async ({ couple, services }) => {
  const [anna, ben] = await couple();
  await block(anna, ben);
  const code = async () => (await ben.client.call(getMember, { query: { id: anna.id } })).body.error?.code;
  expect(await code()).toBe("blocked");
  await anna.client.call(saveProfile, { body: { invisible: true } });
  expect(await code()).toBe("profile_not_found");
  await anna.client.call(saveProfile, { body: { invisible: false } });
  expect(await code()).toBe("blocked");
  const deleted = { status: "deleted", deleted_at: services.clock.now() } as const;
  await services.db.updateTable("accounts").set(deleted).where("id", "=", anna.id).execute();
  await listProfile(services.db, anna.id);
  expect(await code()).toBe("profile_not_found");
});

test("R6.07 after a block likes, messages and chats are refused in both directions, without events", async ({
  events,
  couple,
  services,
}) => {
  const [anna, ben] = await couple();
  await write(ben, anna);
  await block(anna, ben);
  const toAnna = events(anna);
  const codes = async (who: Member, whom: Member) => [
    (await who.client.call(likeMember, { body: { id: whom.id } })).body.error?.code,
    (await write(who, whom)).body.error?.code,
    (await who.client.call(getChat, { query: { member: whom.id } })).body.error?.code,
  ];
  expect(await codes(ben, anna)).toEqual(["profile_not_found", "blocked", "blocked"]);
  expect(await codes(anna, ben)).toEqual(["blocked_by_you", "blocked_by_you", "blocked_by_you"]);
  expect(toAnna).toEqual([]);
  expect(await balanceOf(services.db, ben.id)).toBe(4);
});

test("R6.07 D4.6 a block deletes the visits of both and the pending visit, like and message notices", async ({
  events,
  couple,
  services,
}) => {
  const [anna, ben] = await couple();
  for (const kind of ["visitor", "like", "message"] as const) {
    await anna.client.call(setNotification, { body: { kind, channel: "push", enabled: true } });
    await anna.client.call(setNotification, { body: { kind, channel: "email", enabled: true } });
  }
  await ben.client.call(getMember, { query: { id: anna.id } });
  await anna.client.call(getMember, { query: { id: ben.id } });
  await ben.client.call(likeMember, { body: { id: anna.id } });
  await write(ben, anna);
  await block(anna, ben);
  const [toAnna, toBen] = [events(anna), events(ben)];
  await ben.client.call(getMember, { query: { id: anna.id } });
  for (const side of [anna, ben]) {
    expect((await side.client.call(getVisitors, { query: {} })).body.visitors).toEqual([]);
    expect((await side.client.call(getUser)).body.user?.new_visitors).toBe(0);
  }
  expect([toAnna, toBen]).toEqual([[], []]);
  const before = services.mail.sent.length;
  services.clock.advance(4 * hourMs);
  await sendNoticesJob.run(services, {});
  await services.jobs.drain(services);
  const mails = services.mail.sent.slice(before).filter((mail) => mail.to === anna.form.email);
  expect([mails, services.push.sent]).toEqual([[], []]);
  services.clock.set("2026-11-20T18:00:00Z");
});

test("R6.07 both may block each other, and blocking twice changes nothing", async ({ couple }) => {
  const [anna, ben] = await couple();
  const statuses = await Promise.all([block(anna, ben), block(ben, anna), block(anna, ben)]);
  expect(statuses).toEqual([200, 200, 200]);
  const listed = async (who: Member) => (await who.client.call(getBlocks)).body.blocks;
  expect(await listed(anna)).toEqual([
    { id: ben.id, name: ben.form.name, fictional: false, main_image: null, created_at: "2026-11-20T18:00:00.000Z" },
  ]);
  expect(await listed(ben)).toHaveLength(1);
  await anna.client.call(unblockMember, { body: { id: ben.id } });
  expect((await anna.client.call(getMember, { query: { id: ben.id } })).body.error?.code).toBe("blocked");
});

test("R6.07 lifting a block restores visibility, not the chat; lifting it twice is allowed", async ({ couple }) => {
  const [anna, ben] = await couple();
  await write(anna, ben);
  await block(anna, ben);
  for (const _ of [1, 2]) {
    expect((await anna.client.call(unblockMember, { body: { id: ben.id } })).body).toEqual({ blocked: false });
  }
  expect((await anna.client.call(getBlocks)).body.blocks).toEqual([]);
  expect([await finds(anna, ben), await finds(ben, anna)]).toEqual([true, true]);
  expect((await ben.client.call(getChats)).body.chats).toEqual([]);
  expect((await write(ben, anna)).status).toBe(200);
});

test("R6.07 D11.1 a fictional profile can be blocked too, and is labelled in the list", async ({
  person,
  services,
  siteIds,
}) => {
  const anna = await person("Anna");
  const [siteId] = siteIds;
  const invented = await makeMember(services, { siteId, fictional: true });
  expect(await block(anna, invented)).toBe(200);
  expect((await anna.client.call(getBlocks)).body.blocks).toMatchObject([{ id: invented.id, fictional: true }]);
  expect((await anna.client.call(getMember, { query: { id: invented.id } })).body.error?.code).toBe("blocked_by_you");
});

test("D6.2 a conversation that a block has deleted still counts among those a free member may begin", async ({
  person,
}) => {
  const anna = await person("Anna");
  const others = [await person("B"), await person("C"), await person("D")] as const;
  await write(anna, others[0]);
  await write(anna, others[1]);
  await block(others[0], anna);
  await block(anna, others[1]);
  const page = await anna.client.call(getMember, { query: { id: others[2].id } });
  expect(page.body.conversations_left).toBe(0);
  expect((await write(anna, others[2])).body.error?.code).toBe("conversation_limit");
});

test.for<[string, boolean]>([
  ["first messages", false],
  ["messages in a chat", true],
])("R6.07 a block comes before or after concurrent %s, never between", async ([, begun], { couple, services }) => {
  for (let round = 0; round < 5; round += 1) {
    const [anna, ben] = await couple();
    if (begun) await write(ben, anna);
    const [first, second] = await Promise.all([write(ben, anna), write(ben, anna), block(anna, ben)]);
    for (const answer of [first, second]) expect([200, 403]).toContain(answer.status);
    const { db } = services;
    const left = await db.selectFrom("conversations").select("id").where("started_by", "=", ben.id).execute();
    expect(left).toEqual([]);
    expect((await write(ben, anna)).body.error?.code).toBe("blocked");
  }
});

test("R6.07 a block concurrent with two likes leaves no like", async ({ couple }) => {
  for (let round = 0; round < 5; round += 1) {
    const [anna, ben] = await couple();
    await Promise.all([
      anna.client.call(likeMember, { body: { id: ben.id } }),
      ben.client.call(likeMember, { body: { id: anna.id } }),
      block(anna, ben),
    ]);
    for (const side of [anna, ben]) {
      expect((await side.client.call(getLikes)).body).toMatchObject({ liked_by: [], liked: [], matches: [] });
    }
  }
});

test("R6.08 an invisible member that the caller never saw is blocked and reported as a deleted one is: not found", async ({
  member,
  pair,
  services,
}) => {
  const [caller, invisible] = await pair();
  const [deleted, partner] = [await member(), await member({ credits: 20 })];
  await partner.client.call(sendMessage, { body: { member: caller.id, text: "Hi" } });
  for (const { client } of [invisible, partner]) await client.call(saveProfile, { body: { invisible: true } });
  const gone = { status: "deleted", deleted_at: services.clock.now() } as const;
  await services.db.updateTable("profiles").set({ listed: false }).where("member_id", "=", deleted.id).execute();
  await services.db.updateTable("accounts").set(gone).where("id", "=", deleted.id).execute();
  const act = async ({ id }: { id: string }) => [
    await caller.client.call(reportMember, { body: { member: id, about: "profile", reason: "scam" } }),
    await caller.client.call(blockMember, { body: { id } }),
  ];
  const answersOf = async (who: { id: string }) =>
    (await act(who)).map(({ status, body }) => [status, body.error?.code]);
  expect(await answersOf(invisible)).toEqual(await answersOf(deleted));
  expect((await caller.client.call(getBlocks)).body.blocks).toEqual([]);
  expect((await answersOf(partner)).map(([status]) => status)).toEqual([200, 200]);
});
