import { setNotification } from "#contract/notifications.ts";
import { askTalk, endTalk, ringSeconds } from "#contract/talks.ts";
import { expect } from "#server/test.ts";
import { type TestMember, test, type World } from "./test-away.ts";

test.beforeEach(({ services }) => {
  services.clock.set("2026-11-20T12:00:00Z");
});

/** Two members who have both written; Ben has a device and has been away for an hour. */
async function away(world: World, timeZone = "UTC") {
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  const phone = await world.subscribe(ben, timeZone);
  const chat = await world.write(anna, ben);
  await world.write(ben, anna);
  await world.pass(60);
  return { anna, ben, phone, chat };
}

const ask = (from: TestMember, { id }: { id: string }) =>
  from.client.call(askTalk, { body: { member: id, page: crypto.randomUUID() } });
const ringsOn = (world: World, device: Parameters<typeof world.pushesTo>[0]) =>
  world.pushesTo(device).filter(({ content }) => content.tag?.startsWith("talk-"));

test("R12.02 a call that rings is pushed at once, and only as long as it can be taken", async ({ world, services }) => {
  const { anna, ben, phone, chat } = await away(world);
  const { body, status } = await ask(anna, ben);
  expect(status, JSON.stringify(body)).toBe(200);
  await services.jobs.drain(services);
  const [push, ...more] = ringsOn(world, phone);
  expect(more).toEqual([]);
  expect(push?.content).toEqual({
    title: `${anna.name} would like to talk to you now`,
    tag: `talk-${anna.id}`,
    lang: "en",
    url: `/chats/${chat}`,
  });
  expect(push).toMatchObject({ urgency: "high", ttl: ringSeconds });
  // no mail, then or later
  const mails = world.mailsTo(ben).length;
  await world.pass(10);
  expect(world.mailsTo(ben)).toHaveLength(mails);
});

test("R12.02 a push of a call that a worker sends too late is not sent", async ({ world, services }) => {
  const { anna, ben, phone } = await away(world);
  const { body } = await ask(anna, ben);
  services.clock.advance(ringSeconds * 1000);
  await services.jobs.drain(services);
  expect(ringsOn(world, phone)).toEqual([]);
  expect((await anna.client.call(endTalk, { body: { id: body.talk.id } })).status).toBe(200);
});

test("R12.02 no push of a call in the quiet hours, nor to members who want no pushes of messages", async ({
  world,
  services,
}) => {
  // there it is midnight
  const night = await away(world, "Pacific/Auckland");
  await ask(night.anna, night.ben);
  const off = await away(world);
  const noPush = { kind: "message", channel: "push", enabled: false } as const;
  await off.ben.client.call(setNotification, { body: noPush });
  await ask(off.anna, off.ben);
  await services.jobs.drain(services);
  expect(ringsOn(world, night.phone)).toEqual([]);
  expect(ringsOn(world, off.phone)).toEqual([]);
});
