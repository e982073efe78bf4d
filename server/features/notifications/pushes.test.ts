import type { Updateable } from "kysely";
import { describe } from "vitest";
import { getUser } from "#contract/account.ts";
import { logOut } from "#contract/auth.ts";
import { readChat, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { likeMember } from "#contract/likes.ts";
import { blockMember } from "#contract/moderation.ts";
import { setNotification } from "#contract/notifications.ts";
import { saveQuestions } from "#contract/opening-questions.ts";
import { saveProfile } from "#contract/profiles.ts";
import { lineId } from "#contract/quote-ids.ts";
import type { Accounts } from "#server/db/tables.ts";
import { createSession } from "#server/features/auth/index.ts";
import { markLeft, markPresent } from "#server/features/profiles/index.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { sendPushJob } from "./push-notices.ts";
import { type TestMember, test, type World } from "./test-away.ts";

test.beforeEach(({ services }) => {
  services.clock.set("2026-11-20T12:00:00Z");
});

/** Two members; Ben has a device that takes pushes and has been away for an hour. */
async function away(world: World, timeZone = "UTC") {
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  const phone = await world.subscribe(ben, timeZone);
  await world.pass(60);
  return { anna, ben, phone };
}

const titles = (world: World, device: Parameters<typeof world.pushesTo>[0]) =>
  world.pushesTo(device).map(({ content }) => content.title);
const subscriptionsOf = (services: Fixtures["services"], who: TestMember) =>
  services.db.selectFrom("push_subscriptions").select("id").where("account_id", "=", who.id).execute();

test("D9.3 a message is pushed at once: with the sender, without the content, with a link to the chat", async ({
  world,
}) => {
  const { anna, ben, phone } = await away(world);
  const chat = await world.write(anna, ben, "A secret about the sea");
  await world.pass(0);
  const [push, ...more] = world.pushesTo(phone);
  expect(more).toEqual([]);
  expect(push?.content).toEqual({
    title: `${anna.name} sent you a message`,
    tag: `message-${anna.id}`,
    lang: "en",
    url: `/chats/${chat}`,
  });
  expect(push).toMatchObject({ urgency: "high", auth: phone.subscription.keys.auth });
  expect(push?.topic).toMatch(/^[\w-]{32}$/);
  expect(JSON.stringify(world.pushesTo(phone))).not.toContain("secret");
});

test("D9.1 a member with a visible page gets no push, however long they read; two minutes after leaving it they do", async ({
  services,
  world,
}) => {
  const { anna, ben, phone } = await away(world);
  await markPresent(services.db, [ben.id], services.clock.now());
  await world.write(anna, ben);
  await world.pass(4);
  await markLeft(services.db, new Map([[ben.id, services.clock.now()]]));
  await world.pass(1);
  expect(titles(world, phone)).toEqual([]);
  await world.pass(1);
  expect(titles(world, phone)).toEqual([`${anna.name} sent you a message`]);
});

test("R11.01 an answer to a question is pushed and mailed as one, without its words and those of the question", async ({
  world,
}) => {
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  const body = { chosen: [], written: ["Who taught you to sail?"] };
  const { own } = (await ben.client.call(saveQuestions, { body })).body;
  const phone = await world.subscribe(ben);
  await world.pass(60);
  const message = { member: ben.id, text: "My aunt Marta.", question: own[0]?.id };
  await anna.client.call(sendMessage, { body: message });
  await world.pass(3);
  expect(titles(world, phone)).toEqual([`${anna.name} answered your question`]);
  const [mail] = world.mailsTo(ben);
  expect(mail?.subject).toBe(`${anna.name} answered your question`);
  for (const sent of [mail, world.pushesTo(phone)]) expect(JSON.stringify(sent)).not.toMatch(/Marta|sail/);
});

test("R11.02 a first message that replies to a profile is pushed and mailed as one, without its words and the line", async ({
  world,
}) => {
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  const line = "I sail on Sundays.";
  expect((await ben.client.call(saveProfile, { body: { about_me: line } })).status).toBe(200);
  const phone = await world.subscribe(ben);
  await world.pass(60);
  const first = { member: ben.id, text: "My aunt Marta does, too.", reply: lineId(line) };
  await anna.client.call(sendMessage, { body: first });
  await world.pass(3);
  expect(titles(world, phone)).toEqual([`${anna.name} replied to something on your profile`]);
  const [mail] = world.mailsTo(ben);
  expect(mail?.subject).toBe(`${anna.name} replied to something on your profile`);
  for (const sent of [mail, world.pushesTo(phone)]) expect(JSON.stringify(sent)).not.toMatch(/Marta|Sundays/);
});

test("R11.02 a reply to a message is pushed as a message", async ({ world }) => {
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  const phone = await world.subscribe(ben);
  const { message } = (await ben.client.call(sendMessage, { body: { member: anna.id, text: "Do you sail?" } })).body;
  await world.pass(60);
  await anna.client.call(sendMessage, { body: { member: ben.id, text: "I do.", reply: message.id } });
  await world.pass(3);
  expect(titles(world, phone)).toEqual([`${anna.name} sent you a message`]);
});

test("D2.2 a site that words the subject of an email words the push about the same too", async ({
  services,
  world,
}) => {
  const { anna, ben, phone } = await away(world);
  const row = { site_id: ben.siteId, page: "mails", language: "en", section: "message.subject_one" };
  const body = "{names} is thinking of you";
  await services.db
    .insertInto("page_texts")
    .values({ ...row, body, changed_at: services.clock.now() })
    .execute();
  await world.write(anna, ben);
  await world.pass(3);
  expect(titles(world, phone)).toEqual([`${anna.name} is thinking of you`]);
  expect(world.mailsTo(ben).map(({ subject }) => subject)).toEqual([`${anna.name} is thinking of you`]);
  await services.db.deleteFrom("page_texts").execute();
});

test("ux pushes are niche-neutral: they do not contain the site's name", async ({ world }) => {
  const { anna, ben, phone } = await away(world);
  await anna.client.call(likeMember, { body: { id: ben.id } });
  await world.write(anna, ben);
  await world.pass(0);
  expect(titles(world, phone).sort()).toEqual([`${anna.name} likes you`, `${anna.name} sent you a message`]);
  expect(JSON.stringify(world.pushesTo(phone))).not.toContain("Rendezvous");
});

describe("D9.1 nothing is pushed", () => {
  test("while the member is active, but two minutes after", async ({ world }) => {
    const { anna, ben, phone } = await away(world);
    await ben.client.call(getUser);
    await world.write(anna, ben);
    await world.pass(1);
    expect(titles(world, phone)).toEqual([]);
    await world.pass(1);
    expect(titles(world, phone)).toHaveLength(1);
  });

  test("about messages that were read meanwhile", async ({ world }) => {
    const { anna, ben, phone } = await away(world);
    await ben.client.call(getUser);
    const chat = await world.write(anna, ben);
    await ben.client.call(readChat, { body: { conversation: { id: chat } } });
    await world.pass(60);
    expect(titles(world, phone)).toEqual([]);
  });

  test("of a kind that is switched off for pushes; its mail is still sent", async ({ world }) => {
    const { anna, ben, phone } = await away(world);
    await ben.client.call(setNotification, { body: { kind: "message", channel: "push", enabled: false } });
    await world.pass(10);
    await world.write(anna, ben);
    await world.pass(3);
    expect([titles(world, phone), world.mailsTo(ben).length]).toEqual([[], 1]);
  });

  test("at night in the device's time zone; at eight it is, if still unread", async ({ world, services }) => {
    const { anna, ben, phone } = await away(world, "Europe/Helsinki");
    services.clock.set("2026-11-20T20:30:00Z");
    await world.write(anna, ben);
    await world.pass(60);
    expect(titles(world, phone)).toEqual([]);
    services.clock.set("2026-11-21T06:00:00Z");
    await world.pass(0);
    expect(titles(world, phone)).toEqual([`${anna.name} sent you a message`]);
  });

  test("D9.4 to a device after a logout or after its session has expired", async ({ world, services }) => {
    for (const end of ["log out", "run out"] as const) {
      const { anna, ben, phone } = await away(world);
      if (end === "log out") await ben.client.call(logOut);
      else services.clock.advance(31 * dayMs);
      await world.write(await world.someone("Eva"), ben);
      await world.write(anna, ben).catch(() => undefined);
      await world.pass(0);
      expect(titles(world, phone), end).toEqual([]);
    }
  });
});

test("ux a push that waits at the push service expires before the night", async ({ world, services }) => {
  const { anna, ben, phone } = await away(world);
  services.clock.set("2026-11-20T21:30:00Z");
  await world.write(anna, ben);
  await world.pass(0);
  expect(world.pushesTo(phone).map(({ ttl }) => ttl)).toEqual([1800]);
});

test("D9.1 there are at most five a day, in the member's time zone", async ({ world, services }) => {
  const { ben, phone } = await away(world);
  services.clock.set("2026-11-20T15:00:00Z");
  for (let number = 0; number < 8; number += 1) {
    await world.write(await world.someone("Writer"), ben);
    await world.pass(1);
  }
  expect(titles(world, phone)).toHaveLength(5);
  services.clock.set("2026-11-21T09:00:00Z");
  await world.write(await world.someone("Morning"), ben);
  await world.pass(0);
  expect(titles(world, phone)).toHaveLength(6);
});

test("ux pushes of a chat share a tag, and an unread chat is pushed again only after an hour", async ({ world }) => {
  const { anna, ben, phone } = await away(world);
  await world.write(anna, ben);
  await world.pass(0);
  for (let number = 0; number < 3; number += 1) {
    await world.pass(5);
    await world.write(anna, ben, `And ${number}`);
  }
  await world.pass(30);
  expect(titles(world, phone)).toHaveLength(1);
  await world.pass(20);
  const pushes = world.pushesTo(phone);
  expect(pushes.map(({ content }) => content.tag)).toEqual([`message-${anna.id}`, `message-${anna.id}`]);
  expect(new Set(pushes.map(({ topic }) => topic)).size).toBe(1);
});

test("ux likes come in one push", async ({ world }) => {
  const { anna, ben, phone } = await away(world);
  const eva = await world.someone("Eva");
  await anna.client.call(likeMember, { body: { id: ben.id } });
  await eva.client.call(likeMember, { body: { id: ben.id } });
  await world.pass(0);
  const [push, ...more] = world.pushesTo(phone);
  expect(more).toEqual([]);
  expect(push?.content.title).toMatch(/ and .* like you$/);
  expect(push?.content).toMatchObject({ tag: "like", url: "/likes" });
});

test("D11.1 a fictional sender is labelled in the push", async ({ world }) => {
  const { ben, phone } = await away(world);
  const invented = await world.someone("Invented", { fictional: true });
  await world.write(invented, ben);
  await world.pass(0);
  expect(titles(world, phone)).toEqual([`🎭 ${invented.name} (Fictional profile) sent you a message`]);
});

test("D9.1 each device gets it, unless it is night there; together they count as one of five", async ({
  visitor,
  world,
  services,
}) => {
  const { anna, ben, phone } = await away(world);
  const { db, clock, random } = services;
  const [laptop, elsewhere] = await Promise.all(
    ["Europe/Berlin", "Asia/Tokyo"].map(async (timeZone) => {
      const client = visitor();
      const session = { accountId: ben.id, userAgent: "", now: clock.now() };
      client.cookies.set("auth", await createSession(db, random, session));
      return await world.subscribe({ ...ben, client }, timeZone);
    }),
  );
  await world.pass(60);
  await world.write(anna, ben);
  await world.pass(0);
  for (const device of [phone, laptop]) expect(device && titles(world, device)).toHaveLength(1);
  expect(elsewhere && titles(world, elsewhere)).toEqual([]);
  const counted = await db.selectFrom("notices_sent").select("channel").where("account_id", "=", ben.id).execute();
  expect(counted).toEqual([{ channel: "push" }]);
});

test("D9.3 a subscription that the push service reports as gone is deleted at once, for good", async ({
  world,
  services,
}) => {
  const { anna, ben, phone } = await away(world);
  services.push.gone.add(phone.subscription.endpoint);
  await world.write(anna, ben);
  await world.pass(0);
  expect([await subscriptionsOf(services, ben), titles(world, phone)]).toEqual([[], []]);
  services.push.gone.clear();
  await world.write(await world.someone("Eva"), ben);
  await world.pass(0);
  expect(titles(world, phone)).toEqual([]);
});

describe("a push job", () => {
  const job = async (services: Fixtures["services"], who: TestMember, until: string) => {
    const [subscription] = await subscriptionsOf(services, who);
    return {
      subscriptionId: subscription?.id ?? "",
      accountId: who.id,
      about: [],
      title: "Anna sent you a message",
      url: "/chats",
      language: "en" as const,
      tag: "message-x",
      topic: "x",
      urgent: true,
      until,
    };
  };

  test("fails if the service fails, so that it is retried, and keeps the subscription", async ({ world, services }) => {
    const { ben, phone } = await away(world);
    services.push.broken.add(phone.subscription.endpoint);
    const data = await job(services, ben, "2026-11-20T20:00:00Z");
    await expect(sendPushJob.run(services, data)).rejects.toThrow("503");
    services.push.broken.clear();
    await sendPushJob.run(services, data);
    expect([titles(world, phone).length, (await subscriptionsOf(services, ben)).length]).toEqual([1, 1]);
  });

  test("is not sent once it is too late", async ({ world, services }) => {
    const { ben, phone } = await away(world);
    await sendPushJob.run(services, await job(services, ben, "2026-11-20T12:59:00Z"));
    expect(titles(world, phone)).toEqual([]);
  });

  const at = new Date("2026-11-20T12:00:00Z");
  const until = new Date("2026-12-20T12:00:00Z");
  /** What becomes of the account of the sender or the receiver; null: they block the other. */
  type Change = [title: string, who: "sender" | "receiver", account: Updateable<Accounts> | null];
  const changes: Change[] = [
    ["D3.9 is not sent if the sender deleted the account since", "sender", { status: "deleted", deleted_at: at }],
    ["D11.2 is not sent if the sender was banned since", "sender", { status: "banned", banned_at: at }],
    ["D11.2 is not sent if the sender was suspended since", "sender", { status: "suspended", suspended_until: until }],
    ["D11.2 is not sent if the receiver was suspended", "receiver", { status: "suspended", suspended_until: until }],
    ["R6.07 is not sent if the sender blocked the receiver since", "sender", null],
    ["R6.07 is not sent if the receiver blocked the sender since", "receiver", null],
  ];
  test.for(changes)("%s", async ([_, who, account], { world, services }) => {
    const { anna, ben, phone } = await away(world);
    const data = { ...(await job(services, ben, "2026-11-20T20:00:00Z")), about: [anna.id] };
    await sendPushJob.run(services, data);
    expect(titles(world, phone)).toHaveLength(1);
    const [one, other] = who === "sender" ? [anna, ben] : [ben, anna];
    if (account) await services.db.updateTable("accounts").set(account).where("id", "=", one.id).execute();
    else await one.client.call(blockMember, { body: { id: other.id } });
    await sendPushJob.run(services, data);
    expect(titles(world, phone)).toHaveLength(1);
  });

  test("D9.4 never reaches a device that now belongs to another member", async ({ world, services }) => {
    const { anna, ben, phone } = await away(world);
    const data = { ...(await job(services, ben, "2026-11-20T20:00:00Z")), accountId: anna.id };
    await sendPushJob.run(services, data);
    expect(titles(world, phone)).toEqual([]);
  });
});
