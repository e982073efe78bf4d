import { readChat } from "#contract/chat.ts";
import { likeMember, seeLike } from "#contract/likes.ts";
import { setNotification } from "#contract/notifications.ts";
import { sendMassMailJob } from "#server/features/mails/index.ts";
import { expect } from "#server/test.ts";
import { sendNoticesJob } from "./send-notices.ts";
import { type TestMember, test } from "./test-away.ts";
import { unsubscribeToken } from "./unsubscribe.ts";

/** Notifications that wait: behind an outage of the mail server, or as dead letters that staff retry. */
test.beforeEach(({ services }) => {
  services.clock.set("2026-11-20T12:00:00Z");
});

const off = ({ client }: TestMember, kind: "message" | "digest", channel: "email" | "push") =>
  client.call(setNotification, { body: { kind, channel, enabled: false } });
type Meanwhile = (ben: TestMember, chat: string) => Promise<unknown>;

const meanwhile: [string, Meanwhile][] = [
  ["was read", (ben, chat) => ben.client.call(readChat, { body: { conversation: { id: chat } } })],
  ["has its kind switched off", (ben) => Promise.all([off(ben, "message", "email"), off(ben, "message", "push")])],
];

test.for(meanwhile)(
  "D9.1 a message that %s while its mail and its push wait: neither is sent",
  async ([_, act], { world, services }) => {
    const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
    const device = await world.subscribe(ben);
    await world.pass(10);
    const chat = await world.write(anna, ben);
    services.clock.advance(180_000);
    await sendNoticesJob.run(services, {});
    await act(ben, chat);
    await services.jobs.drain(services);
    expect([world.mailsTo(ben), world.pushesTo(device)]).toEqual([[], []]);
  },
);

test("D9.1 of two likes in a waiting mail one was looked at: it is sent for the other", async ({ world, services }) => {
  const [anna, eva, ben] = [await world.someone("Anna"), await world.someone("Eva"), await world.someone("Ben")];
  for (const { client } of [anna, eva]) await client.call(likeMember, { body: { id: ben.id } });
  services.clock.advance(180_000);
  await sendNoticesJob.run(services, {});
  await ben.client.call(seeLike, { body: { id: anna.id } });
  await services.jobs.drain(services);
  expect(world.mailsTo(ben)).toHaveLength(1);
});

test("D9.1 a waiting notice does not go to an address that the member has replaced", async ({ world, services }) => {
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  await world.write(anna, ben);
  services.clock.advance(180_000);
  await sendNoticesJob.run(services, {});
  const account = services.db.updateTable("accounts").set({ email: "new-address-of-ben@example.org" });
  await account.where("id", "=", ben.id).execute();
  await services.jobs.drain(services);
  expect(world.mailsTo(ben)).toEqual([]);
});

test("D11.5 a weekly mail that waits is not sent to a member who has withdrawn the consent", async ({
  world,
  services,
}) => {
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  const enabled = { kind: "digest", channel: "email", enabled: true } as const;
  const queue = () =>
    services.jobs.add(services.db, sendMassMailJob, {
      ...{ siteId: ben.siteId, accountId: ben.id, about: [anna.id], to: ben.email, language: "en" },
      origin: "http://localhost:3000",
      kind: "digest",
      params: {
        ...{ name: ben.name, link: "/likes", token: unsubscribeToken(services.config.secret, ben.id, "digest") },
        lines: [{ kind: "like", count: 1 }],
      },
    });
  await ben.client.call(setNotification, { body: enabled });
  await queue();
  await services.jobs.drain(services);
  expect(world.mailsTo(ben)).toHaveLength(1);
  await queue();
  await off(ben, "digest", "email");
  await services.jobs.drain(services);
  expect(world.mailsTo(ben)).toHaveLength(1);
});
