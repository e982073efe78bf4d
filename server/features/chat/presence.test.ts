import { getChats, sendMessage } from "#contract/chat.ts";
import { onlineMinutes } from "#contract/constants.ts";
import { minuteMs } from "#contract/durations.ts";
import { getCard } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import { markPresent } from "#server/features/profiles/index.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";
import { createPresence } from "./presence.ts";

const write = (from: Member, to: Member) => from.client.call(sendMessage, { body: { member: to.id, text: "Hello" } });

/** Members who have just been active, as if they had made a call. */
async function active({ db, clock }: Fixtures["services"], ...members: readonly Member[]) {
  const ids = members.map(({ id }) => id);
  await db.updateTable("profiles").set({ last_active_at: clock.now() }).where("member_id", "in", ids).execute();
}

test("D6.5 those who have a chat with a member learn at once that they came, and that they are gone", async ({
  services,
  pair,
  member,
  events,
}) => {
  const [anna, ben] = await pair();
  await write(anna, ben);
  const stranger = await member();
  const [his, others] = [events(ben), events(stranger)];
  const presence = createPresence(services);
  await active(services, anna, ben, stranger);
  presence.pageOpened(anna.id);
  await expect.poll(() => his).toEqual([{ type: "presence", member: anna.id, online: true }]);
  presence.lastPageClosed(anna.id);
  services.clock.advance((onlineMinutes - 1) * minuteMs);
  await active(services, ben);
  await presence.publishOffline();
  expect(his).toHaveLength(1);
  expect((await ben.client.call(getCard, { query: { id: anna.id } })).body.member.online).toBe(true);
  services.clock.advance(2 * minuteMs);
  await presence.publishOffline();
  await presence.publishOffline();
  expect(his.slice(1)).toEqual([{ type: "presence", member: anna.id, online: false }]);
  expect((await ben.client.call(getCard, { query: { id: anna.id } })).body.member.online).toBe(false);
  expect(others).toEqual([]);
});

test("D6.5 a reload, or a page in another process, is neither a departure nor an arrival", async ({
  services,
  pair,
  events,
}) => {
  const [anna, ben] = await pair();
  await write(anna, ben);
  const his = events(ben);
  const presence = createPresence(services);
  presence.lastPageClosed(anna.id);
  presence.pageOpened(anna.id);
  presence.lastPageClosed(anna.id);
  services.clock.advance((onlineMinutes + 1) * minuteMs);
  await active(services, anna, ben);
  await presence.publishOffline();
  expect(his).toEqual([]);
});

test("D9.1 R4.23 a member whose page closed without saying so has left by the next minute, unless they came back", async ({
  services,
  pair,
}) => {
  const { db, clock } = services;
  const [anna, ben] = await pair();
  const presence = createPresence(services);
  await markPresent(db, [anna.id, ben.id], clock.now());
  clock.advance(2 * minuteMs);
  const left = clock.now();
  presence.lastPageClosed(anna.id);
  presence.lastPageClosed(ben.id);
  presence.pageOpened(ben.id);
  clock.advance(minuteMs);
  await presence.recordLeft();
  const seen = async ({ id }: Member) => {
    const profiles = db.selectFrom("profiles").select("last_active_at").where("member_id", "=", id);
    return (await profiles.executeTakeFirstOrThrow()).last_active_at;
  };
  expect(await seen(anna)).toEqual(left);
  expect((await seen(ben)).getTime()).toBeGreaterThan(clock.now().getTime());
});

test("D4.6 D11.1 R6.07 no one is told of an invisible, a fictional or an automatic member, nor after a block", async ({
  services,
  pair,
  member,
  events,
}) => {
  const [anna, ben] = await pair();
  await write(anna, ben);
  const presence = createPresence(services);
  const heard = events(ben);
  await anna.client.call(saveProfile, { body: { invisible: true } });
  const invented = [await member({ fictional: true }), await member({ automatic: true })];
  for (const one of invented) await write(ben, one);
  heard.length = 0;
  await active(services, anna, ben, ...invented);
  for (const { id } of [anna, ...invented]) presence.pageOpened(id);
  // her card says the same: she wrote first, so he may see her, but not when she is here
  expect((await ben.client.call(getCard, { query: { id: anna.id } })).body.member.online).toBe(false);
  expect(
    (await ben.client.call(getChats)).body.chats.map(({ profile }) => [profile.id, profile.online]),
  ).toContainEqual([anna.id, false]);
  await anna.client.call(saveProfile, { body: { invisible: false } });
  await anna.client.call(blockMember, { body: { id: ben.id } });
  heard.length = 0;
  presence.pageOpened(anna.id);
  presence.lastPageClosed(anna.id);
  services.clock.advance((onlineMinutes + 1) * minuteMs);
  await active(services, ben);
  await presence.publishOffline();
  expect(heard).toEqual([]);
});
