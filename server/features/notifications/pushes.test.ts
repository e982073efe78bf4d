import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getUser } from "#contract/account.ts";
import { logOut } from "#contract/auth.ts";
import { readChat } from "#contract/chat.ts";
import { likeMember } from "#contract/likes.ts";
import { setNotification } from "#contract/notifications.ts";
import { testApp } from "#server/db/test-database.ts";
import { createSession } from "#server/features/auth/index.ts";
import { TestClient } from "#server/http/test-client.ts";
import { sendPushJob } from "./send-push.ts";
import { type Someone, worldOf } from "./test-away.ts";

let given: Awaited<ReturnType<typeof testApp>>;
let world: ReturnType<typeof worldOf>;
beforeAll(async () => {
  given = await testApp();
  world = worldOf(given);
  await world.pass(0);
});
beforeEach(() => {
  given.services.clock.set("2026-11-20T12:00:00Z");
});
afterAll(() => given.close());

/** Two members, one of them with a device that takes pushes and away for an hour. */
async function away(timeZone = "UTC") {
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  const phone = await world.subscribe(ben, timeZone);
  await world.pass(60);
  return { anna, ben, phone };
}

const titles = (device: Parameters<typeof world.pushesTo>[0]) => world.pushesTo(device).map(({ told }) => told.title);
const subscriptionsOf = (who: Someone) =>
  given.services.db.selectFrom("push_subscriptions").select("id").where("account_id", "=", who.id).execute();

test("D9.3 a message is pushed at once: who it was, never what, with the way to the chat", async () => {
  const { anna, ben, phone } = await away();
  const chat = await world.write(anna, ben, "A secret about the sea");
  await world.pass(0);
  const [push, ...more] = world.pushesTo(phone);
  expect(more).toEqual([]);
  expect(push?.told).toEqual({
    title: `${anna.name} sent you a message`,
    tag: `message-${anna.id}`,
    lang: "en",
    url: `/chats/${chat}`,
  });
  expect(push).toMatchObject({ urgency: "high", auth: phone.subscription.keys.auth });
  expect(push?.topic).toMatch(/^[\w-]{32}$/);
  expect(JSON.stringify(world.pushesTo(phone))).not.toContain("secret");
});

test("ux pushes are niche-neutral: the name of the site is not in them", async () => {
  const { anna, ben, phone } = await away();
  await anna.client.call(likeMember, { body: { id: ben.id } });
  await world.write(anna, ben);
  await world.pass(0);
  expect(titles(phone).sort()).toEqual([`${anna.name} likes you`, `${anna.name} sent you a message`]);
  expect(JSON.stringify(world.pushesTo(phone))).not.toContain("Rendezvous");
});

describe("D9.1 nothing is pushed", () => {
  test("while they are here, but two minutes after", async () => {
    const { anna, ben, phone } = await away();
    await ben.client.call(getUser);
    await world.write(anna, ben);
    await world.pass(1);
    expect(titles(phone)).toEqual([]);
    await world.pass(1);
    expect(titles(phone)).toHaveLength(1);
  });

  test("of what they have read meanwhile", async () => {
    const { anna, ben, phone } = await away();
    await ben.client.call(getUser);
    const chat = await world.write(anna, ben);
    await ben.client.call(readChat, { body: { conversation: { id: chat } } });
    await world.pass(60);
    expect(titles(phone)).toEqual([]);
  });

  test("of a kind that they switched off for pushes; its mail comes still", async () => {
    const { anna, ben, phone } = await away();
    await ben.client.call(setNotification, { body: { kind: "message", channel: "push", enabled: false } });
    await world.pass(10);
    await world.write(anna, ben);
    await world.pass(3);
    expect([titles(phone), world.mailsTo(ben).length]).toEqual([[], 1]);
  });

  test("at night where the device is; at eight it comes, if it is unread still", async () => {
    const { anna, ben, phone } = await away("Europe/Helsinki");
    given.services.clock.set("2026-11-20T20:30:00Z");
    await world.write(anna, ben);
    await world.pass(60);
    expect(titles(phone)).toEqual([]);
    given.services.clock.set("2026-11-21T06:00:00Z");
    await world.pass(0);
    expect(titles(phone)).toEqual([`${anna.name} sent you a message`]);
  });

  test("D9.4 on a device where they logged out, or whose session has run out", async () => {
    for (const end of ["log out", "run out"] as const) {
      const { anna, ben, phone } = await away();
      if (end === "log out") await ben.client.call(logOut);
      else given.services.clock.advance(31 * 86_400_000);
      await world.write(await world.someone("Eva"), ben);
      await world.write(anna, ben).catch(() => undefined);
      await world.pass(0);
      expect(titles(phone), end).toEqual([]);
    }
  });
});

test("ux a push that waits at its service is not kept into the night", async () => {
  const { anna, ben, phone } = await away();
  given.services.clock.set("2026-11-20T21:30:00Z");
  await world.write(anna, ben);
  await world.pass(0);
  expect(world.pushesTo(phone).map(({ ttl }) => ttl)).toEqual([1800]);
});

test("D9.1 there are at most five a day, and the day is the member's", async () => {
  const { ben, phone } = await away();
  given.services.clock.set("2026-11-20T15:00:00Z");
  for (let number = 0; number < 8; number += 1) {
    await world.write(await world.someone("Writer"), ben);
    await world.pass(1);
  }
  expect(titles(phone)).toHaveLength(5);
  given.services.clock.set("2026-11-21T09:00:00Z");
  await world.write(await world.someone("Morning"), ben);
  await world.pass(0);
  expect(titles(phone)).toHaveLength(6);
});

test("ux pushes of a chat share a tag, and one that rests unread is pushed again after an hour only", async () => {
  const { anna, ben, phone } = await away();
  await world.write(anna, ben);
  await world.pass(0);
  for (let number = 0; number < 3; number += 1) {
    await world.pass(5);
    await world.write(anna, ben, `And ${number}`);
  }
  await world.pass(30);
  expect(titles(phone)).toHaveLength(1);
  await world.pass(20);
  const pushes = world.pushesTo(phone);
  expect(pushes.map(({ told }) => told.tag)).toEqual([`message-${anna.id}`, `message-${anna.id}`]);
  expect(new Set(pushes.map(({ topic }) => topic)).size).toBe(1);
});

test("ux likes come together", async () => {
  const { anna, ben, phone } = await away();
  const eva = await world.someone("Eva");
  await anna.client.call(likeMember, { body: { id: ben.id } });
  await eva.client.call(likeMember, { body: { id: ben.id } });
  await world.pass(0);
  const [push, ...more] = world.pushesTo(phone);
  expect(more).toEqual([]);
  expect(push?.told.title).toMatch(/ and .* like you$/);
  expect(push?.told).toMatchObject({ tag: "like", url: "/likes" });
});

test("D11.1 a fictional sender has sign and words in the push", async () => {
  const { ben, phone } = await away();
  const invented = await world.someone("Invented", { fictional: true });
  await world.write(invented, ben);
  await world.pass(0);
  expect(titles(phone)).toEqual([`🎭 ${invented.name} (Fictional profile) sent you a message`]);
});

test("D9.1 each device gets it, but for those where it is night; together they count as one of five", async () => {
  const { anna, ben, phone } = await away();
  const { db, clock, random } = given.services;
  const [laptop, elsewhere] = await Promise.all(
    ["Europe/Berlin", "Asia/Tokyo"].map(async (timeZone) => {
      const client = new TestClient(given.app);
      const session = { accountId: ben.id, userAgent: "", now: clock.now() };
      client.cookies.set("auth", await createSession(db, random, session));
      return await world.subscribe({ ...ben, client }, timeZone);
    }),
  );
  await world.pass(60);
  await world.write(anna, ben);
  await world.pass(0);
  for (const device of [phone, laptop]) expect(device && titles(device)).toHaveLength(1);
  expect(elsewhere && titles(elsewhere)).toEqual([]);
  const counted = await db.selectFrom("notices_sent").select("channel").where("account_id", "=", ben.id).execute();
  expect(counted).toEqual([{ channel: "push" }]);
});

test("D9.3 a subscription that the push service calls ended is dropped, at once and for good", async () => {
  const { anna, ben, phone } = await away();
  given.services.push.gone.add(phone.subscription.endpoint);
  await world.write(anna, ben);
  await world.pass(0);
  expect([await subscriptionsOf(ben), titles(phone)]).toEqual([[], []]);
  given.services.push.gone.clear();
  await world.write(await world.someone("Eva"), ben);
  await world.pass(0);
  expect(titles(phone)).toEqual([]);
});

describe("a push job", () => {
  const job = async (who: Someone, until: string) => {
    const [subscription] = await subscriptionsOf(who);
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

  test("fails where the service does, so that it is tried again, and keeps the subscription", async () => {
    const { ben, phone } = await away();
    given.services.push.broken.add(phone.subscription.endpoint);
    const data = await job(ben, "2026-11-20T20:00:00Z");
    await expect(sendPushJob.run(given.services, data)).rejects.toThrow("503");
    given.services.push.broken.clear();
    await sendPushJob.run(given.services, data);
    expect([titles(phone).length, (await subscriptionsOf(ben)).length]).toEqual([1, 1]);
  });

  test("is dropped once it is too late", async () => {
    const { ben, phone } = await away();
    await sendPushJob.run(given.services, await job(ben, "2026-11-20T12:59:00Z"));
    expect(titles(phone)).toEqual([]);
  });

  test("D9.4 never reaches a device that has gone over to somebody else", async () => {
    const { anna, ben, phone } = await away();
    const data = { ...(await job(ben, "2026-11-20T20:00:00Z")), accountId: anna.id };
    await sendPushJob.run(given.services, data);
    expect(titles(phone)).toEqual([]);
  });
});
