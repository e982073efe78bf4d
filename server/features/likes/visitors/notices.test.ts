import { describe } from "vitest";
import { getMember } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { setNotification } from "#contract/notifications.ts";
import { saveProfile } from "#contract/profiles.ts";
import { getVisitors, seeVisitors } from "#contract/visitors.ts";
import { type TestMember, test, type World } from "#server/features/notifications/test-away.ts";
import { expect, type Fixtures } from "#server/test.ts";

test.beforeEach(({ services }) => services.clock.set("2026-11-20T08:30:00Z"));

const look = async (who: TestMember, whom: { id: string }) =>
  expect((await who.client.call(getMember, { query: { id: whom.id } })).status).toBe(200);
const want = (who: TestMember, channel: "email" | "push") =>
  who.client.call(setNotification, { body: { kind: "visitor", channel, enabled: true } });
const subjects = (world: World, who: TestMember) => world.mailsTo(who).map((mail) => mail.subject);
const notices = async (services: Fixtures["services"], who: TestMember) =>
  (await services.db.selectFrom("notices").select("kind").where("member_id", "=", who.id).execute()).length;

/** Anna, who wants mails about visitors and is away, and three other members. */
async function away(world: World) {
  const anna = await world.someone("Anna");
  await want(anna, "email");
  await world.pass(60);
  return {
    anna,
    others: [await world.someone("Ben"), await world.someone("Carl"), await world.someone("Dan")] as const,
  };
}

describe("D9.1 visits to the profile of a member who is away", () => {
  test("are not notified, nor stored as notices, unless the member switched that on", async ({ world, services }) => {
    const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
    await look(ben, anna);
    expect(await notices(services, anna)).toBe(0);
    await world.pass(600);
    expect(world.mailsTo(anna)).toEqual([]);
  });

  test("are collected for two hours, and one mail counts them without names", async ({ world }) => {
    const { anna, others } = await away(world);
    for (const who of others) await look(who, anna);
    await world.pass(119);
    expect(subjects(world, anna)).toEqual([]);
    await world.pass(2);
    expect(subjects(world, anna)).toEqual(["3 members looked at your profile"]);
    const [mail] = world.mailsTo(anna);
    expect(mail?.text).toContain("See your visitors\nhttp://localhost:3000/visitors\n");
    for (const { name } of others) expect(JSON.stringify(mail)).not.toContain(name);
    expect(mail?.concerns).toEqual(expect.arrayContaining([anna.id, ...others.map(({ id }) => id)]));
  });

  test("make one mail a day; a repeated visit that week is not notified again", async ({ world }) => {
    const { anna, others } = await away(world);
    const [ben, carl, dan] = others;
    await look(ben, anna);
    await world.pass(121);
    expect(subjects(world, anna)).toEqual(["Someone looked at your profile"]);
    await world.pass(60);
    await look(carl, anna);
    await world.pass(22 * 60);
    expect(subjects(world, anna)).toHaveLength(1);
    await look(ben, anna);
    await world.pass(61);
    expect(subjects(world, anna)).toEqual(["Someone looked at your profile", "Someone looked at your profile"]);
    await look(dan, anna);
    await world.pass(10 * 60);
    expect(subjects(world, anna)).toHaveLength(2);
  });

  test("are not notified after they were seen, taken back, hidden or blocked", async ({ world }) => {
    const { anna, others } = await away(world);
    const [ben, carl, dan] = others;
    const eve = await world.someone("Eve");
    for (const who of [...others, eve]) await look(who, anna);
    await ben.client.call(saveProfile, { body: { leaves_visits: false } });
    await carl.client.call(saveProfile, { body: { invisible: true } });
    await dan.client.call(blockMember, { body: { id: anna.id } });
    const listed = (await anna.client.call(getVisitors, { query: {} })).body.visitors.map((one) => one.member.id);
    expect(listed).toEqual([eve.id]);
    await anna.client.call(seeVisitors, { body: { ids: listed } });
    await world.pass(300);
    expect(subjects(world, anna)).toEqual([]);
  });

  test("make one push a day, in the daytime, without names and with a link to the list", async ({ world }) => {
    const anna = await world.someone("Anna");
    const phone = await world.subscribe(anna);
    await want(anna, "push");
    await world.pass(60);
    const [ben, carl] = [await world.someone("Ben"), await world.someone("Carl")];
    await look(ben, anna);
    await look(carl, anna);
    await world.pass(110);
    expect(world.pushesTo(phone)).toEqual([]);
    await world.pass(11);
    const [push, ...more] = world.pushesTo(phone);
    expect([push?.content.title, push?.content.url, more]).toEqual([
      "2 members looked at your profile",
      "/visitors",
      [],
    ]);
    for (const { name } of [ben, carl]) expect(JSON.stringify(push)).not.toContain(name);
    await look(await world.someone("Dan"), anna);
    await world.pass(180);
    expect(world.pushesTo(phone)).toHaveLength(1);
    expect(world.mailsTo(anna)).toEqual([]);
  });
});
