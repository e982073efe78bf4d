import { logOut } from "#contract/auth.ts";
import { getChat, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import { ringSeconds, talkLostSeconds } from "#contract/talks.ts";
import { expect, type Fixtures, type Member } from "#server/test.ts";
import { endLeftTalks } from "./jobs.ts";
import { pageOf, talkIn, test } from "./test-talk.ts";

const onChat = async (viewer: Member, other: { id: string }) =>
  (await viewer.client.call(getChat, { query: { member: other.id } })).body.talk;
const talksOf = async ({ db }: Fixtures["services"], { id }: { id: string }) =>
  await db.selectFrom("talks").selectAll().where("asker_id", "=", id).orderBy("asked_at").execute();
const sidesOf = async ({ db }: Fixtures["services"], id: string) =>
  await db.selectFrom("talk_sides").selectAll().where("talk_id", "=", id).execute();

test("R12.02 a call rings for the asked member, and begins once both have pressed", async ({ friends, events }) => {
  const { anna, ben, hers, his } = await friends();
  const [heard, heardToo] = [events(anna), events(ben)];
  const asked = talkIn(await hers.ask(ben));
  const expected = { role: "asker", state: "ringing", end: null, page: hers.page, begun_at: null, charged: 0 };
  expect(asked).toMatchObject({ ...expected, profile: { id: ben.id } });
  expect(await his.open()).toMatchObject({ id: asked.id, role: "asked", page: null, profile: { id: anna.id } });
  const ringing = { type: "talk", talk: asked.id, state: "ringing", end: null };
  expect(heardToo).toEqual([ringing]);

  expect(talkIn(await his.accept(asked.id))).toMatchObject({ state: "running", page: his.page });
  expect(talkIn(await his.accept(asked.id))).toMatchObject({ state: "running" });
  expect(heard).toEqual([ringing, { ...ringing, state: "running" }]);
  expect(await hers.open()).toMatchObject({ state: "running", page: hers.page });
});

test("R12.02 who both ask at the same moment have both pressed", async ({ friends }) => {
  for (let round = 0; round < 5; round += 1) {
    const { anna, ben, hers, his } = await friends();
    const [one, other] = await Promise.all([hers.ask(ben), his.ask(anna)]);
    expect(talkIn(one).id).toBe(talkIn(other).id);
    expect(await hers.open()).toMatchObject({ state: "running", page: hers.page });
    expect(await his.open()).toMatchObject({ state: "running", page: his.page });
  }
});

test("R12.02 a call needs that both have written", async ({ pair }) => {
  const [anna, ben] = await pair();
  const hers = pageOf(anna);
  expect((await hers.ask(ben)).body).toMatchObject({ error: { code: "talk_needs_answer" } });
  await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
  expect(await onChat(anna, ben)).toMatchObject({ chance: "needs_answer" });
  expect((await hers.ask(ben)).body).toMatchObject({ error: { code: "talk_needs_answer" } });
  expect((await pageOf(ben).ask(anna)).body).toMatchObject({ error: { code: "talk_needs_answer" } });
  await ben.client.call(sendMessage, { body: { member: anna.id, text: "Hi" } });
  expect(await onChat(anna, ben)).toEqual({ chance: "open", minute_credits: 0, last: null });
  expect((await hers.ask(ben)).status).toBe(200);
});

test("R12.02 members can switch calls off: none rings for them, and one that rings ends", async ({
  friends,
  services,
}) => {
  const { anna, ben, hers, his } = await friends();
  const { id } = talkIn(await hers.ask(ben));
  const { body } = await ben.client.call(saveProfile, { body: { takes_talks: false } });
  expect(body.takes_talks).toBe(false);
  services.clock.advance(1_000);
  expect(talkIn(await hers.beat(id))).toMatchObject({ state: "ended", end: "no_answer" });
  services.clock.advance(dayMs);
  expect(await onChat(anna, ben)).toMatchObject({ chance: "off" });
  expect((await hers.ask(ben)).body).toMatchObject({ error: { code: "talk_off" } });
  // they can still ask
  expect((await his.ask(anna)).status).toBe(200);
});

test("R12.02 without a relay there are no calls", async ({ friends, services }) => {
  const { anna, ben, hers } = await friends();
  const { relay } = services;
  services.relay = undefined;
  expect(await onChat(anna, ben)).toMatchObject({ chance: "unavailable" });
  expect((await hers.ask(ben)).body).toMatchObject({ error: { code: "talk_unavailable" } });
  services.relay = relay;
});

test('R12.02 "not now" and no answer look the same to the asker', async ({ friends, services, events, pass }) => {
  const ends: unknown[] = [];
  for (const answer of ["declined", "missed"] as const) {
    const { anna, ben, hers, his } = await friends();
    const { id } = talkIn(await hers.ask(ben));
    const heard = events(anna);
    if (answer === "declined") talkIn(await his.end(id));
    else await pass(ringSeconds, id, hers);
    expect(await hers.open()).toBeNull();
    const { last } = await onChat(anna, ben);
    ends.push({ heard: heard.map((event) => ({ ...event, talk: "" })), mine: last?.mine, seconds: last?.seconds });
    expect(await talksOf(services, anna)).toMatchObject([{ ending: answer }]);
    expect(await onChat(ben, anna)).toMatchObject({ last: { id, mine: false, seconds: null } });
  }
  const [declined, missed] = ends;
  expect(declined).toEqual({
    heard: [{ type: "talk", talk: "", state: "ended", end: "no_answer" }],
    mine: true,
    seconds: null,
  });
  expect(missed).toEqual(declined);
});

test("R12.02 who gives up asking ends the ring", async ({ friends, events }) => {
  const { ben, hers, his } = await friends();
  const { id } = talkIn(await hers.ask(ben));
  const heard = events(ben);
  expect(talkIn(await hers.end(id))).toMatchObject({ state: "ended", end: "cancelled" });
  expect(heard).toEqual([{ type: "talk", talk: id, state: "ended", end: "cancelled" }]);
  expect(await his.open()).toBeNull();
  expect((await his.accept(id)).body).toMatchObject({ error: { code: "talk_over" } });
});

test("R12.02 either can hang up, once, and the chat says how long the call was", async ({
  talking,
  events,
  pass,
  services,
}) => {
  const { anna, ben, hers, his, id } = await talking();
  await pass(90, id, hers, his);
  const heard = events(anna);
  expect(talkIn(await his.end(id))).toMatchObject({ state: "ended", end: "hung_up" });
  expect(talkIn(await hers.end(id))).toMatchObject({ state: "ended", end: "hung_up" });
  expect(heard).toEqual([{ type: "talk", talk: id, state: "ended", end: "hung_up" }]);
  expect(await onChat(ben, anna)).toMatchObject({ last: { id, mine: false, seconds: 90 } });
  expect(await sidesOf(services, id)).toEqual([]);
  expect(talkIn(await hers.beat(id))).toMatchObject({ state: "ended", end: "hung_up" });
});

test("R12.02 a member is in one call at a time, and a third who asks never learns of it", async ({
  talking,
  friends,
  events,
  pass,
}) => {
  const { ben, hers, his, id } = await talking();
  const { anna: cleo, hers: cleos } = await friends();
  await cleo.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
  await ben.client.call(sendMessage, { body: { member: cleo.id, text: "Hi" } });
  expect((await his.ask(cleo)).body).toMatchObject({ error: { code: "talk_running" } });

  const heard = events(ben);
  const third = talkIn(await cleos.ask(ben));
  expect(third).toMatchObject({ state: "ringing", page: cleos.page });
  expect(heard).toEqual([]);
  expect(await his.open()).toMatchObject({ id });
  expect((await his.accept(third.id)).body).toMatchObject({ error: { code: "talk_not_found" } });
  for (let second = 0; second < ringSeconds; second += 3) {
    await pass(3, third.id, cleos);
    await Promise.all([hers.beat(id), his.beat(id)]);
  }
  expect(await cleos.open()).toBeNull();
  expect(heard).toEqual([{ type: "talk", talk: third.id, state: "ended", end: "no_answer" }]);
  expect(await onChat(ben, cleo)).toMatchObject({ last: { id: third.id, mine: false, seconds: null } });
  expect(await hers.open()).toMatchObject({ id });
});

test("R12.02 one whose call ends can press for the call that rang for the asker alone", async ({
  talking,
  friends,
}) => {
  const { ben, his, id } = await talking();
  const { anna: cleo, hers: cleos } = await friends();
  await cleo.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
  await ben.client.call(sendMessage, { body: { member: cleo.id, text: "Hi" } });
  const third = talkIn(await cleos.ask(ben));
  talkIn(await his.end(id));
  expect(talkIn(await his.ask(cleo))).toMatchObject({ id: third.id, state: "running" });
  expect(await cleos.open()).toMatchObject({ state: "running" });
});

test("R12.02 who asks many at once, and is asked by them, sits in one call", async ({ member, services }) => {
  const people = await Promise.all([1, 2, 3].map(() => member({ credits: 20 })));
  const pairs = people.flatMap((one, at) => people.flatMap((other, to) => (at === to ? [] : [[one, other] as const])));
  for (const [one, other] of pairs) {
    await one.client.call(sendMessage, { body: { member: other.id, text: "Hello" } });
  }
  const answers = await Promise.all(pairs.map(([one, other]) => pageOf(one).ask(other)));
  for (const { status, body } of answers) {
    if (status !== 200) expect(body).toMatchObject({ error: { code: "talk_running" } });
  }
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const sides = await services.db
    .selectFrom("talk_sides")
    .select("member_id")
    .where(
      "member_id",
      "in",
      people.map(({ id }) => id),
    )
    .execute();
  expect(new Set(sides.map((side) => side.member_id)).size).toBe(sides.length);
});

test("R12.02 a page that is silent for ten seconds has left, and the call ends for the other one", async ({
  talking,
  events,
  pass,
}) => {
  const { anna, hers, his, id } = await talking();
  await pass(30, id, hers, his);
  const heard = events(anna);
  await pass(talkLostSeconds - 1, id, hers);
  expect(await hers.open()).toMatchObject({ state: "running" });
  await pass(2, id, hers);
  expect(heard).toEqual([{ type: "talk", talk: id, state: "ended", end: "lost" }]);
  expect(talkIn(await his.beat(id))).toMatchObject({ state: "ended", end: "lost" });
});

test("R12.02 an outage of the service ends no call: both pages report themselves again", async ({
  talking,
  pass,
  services,
}) => {
  const { hers, his, id } = await talking();
  await pass(30, id, hers, his);
  services.clock.advance(40_000);
  await endLeftTalks.run(services, {});
  expect(talkIn(await hers.beat(id))).toMatchObject({ state: "running" });
  await pass(6, id, hers);
  expect(talkIn(await his.beat(id))).toMatchObject({ state: "running" });
  await pass(30, id, hers, his);
  await endLeftTalks.run(services, {});
  expect(await his.open()).toMatchObject({ state: "running" });
});

test("R12.02 a job ends calls that both have left, and rings whose asker has left", async ({
  talking,
  friends,
  services,
  events,
}) => {
  const { anna, ben, id } = await talking();
  const ringing = await friends();
  const { id: rings } = talkIn(await ringing.hers.ask(ringing.ben));
  const [heard, heardToo] = [events(ben), events(ringing.ben)];
  services.clock.advance(11_000);
  await endLeftTalks.run(services, {});
  expect(heardToo).toEqual([{ type: "talk", talk: rings, state: "ended", end: "cancelled" }]);
  expect(heard).toEqual([]);
  services.clock.advance(60_000);
  await endLeftTalks.run(services, {});
  await endLeftTalks.run(services, {});
  expect(heard).toEqual([{ type: "talk", talk: id, state: "ended", end: "lost" }]);
  expect(await onChat(anna, ben)).toMatchObject({ chance: "open" });
});

test("R12.02 after a reload the same member's new page goes on with the call", async ({ talking, events }) => {
  const { anna, ben, his, hers, id } = await talking();
  await his.beat(id, { camera: true });
  const reloaded = pageOf(ben);
  expect(await reloaded.open()).toMatchObject({ id, page: his.page });
  const heard = events(anna);
  expect(talkIn(await reloaded.join(id))).toMatchObject({ page: reloaded.page, mine: { camera: false, clear: false } });
  expect(heard).toEqual([{ type: "talk", talk: id, state: "running", end: null }]);
  // the former page learns that it takes part no more, and changes nothing
  expect(talkIn(await his.beat(id, { camera: true }))).toMatchObject({ page: reloaded.page, mine: { camera: false } });
  expect((await his.signal(id, { kind: "ready" })).body).toMatchObject({ error: { code: "talk_elsewhere" } });
  expect((await his.accept(id)).body).toMatchObject({ error: { code: "talk_elsewhere" } });
  expect(talkIn(await hers.beat(id))).toMatchObject({ theirs: { camera: false } });
});

test("R12.02 each learns what the other one's side shows", async ({ talking, events }) => {
  const { anna, hers, his, id } = await talking();
  const heard = events(anna);
  expect(talkIn(await his.beat(id, { camera: true, clear: true }))).toMatchObject({
    mine: { camera: true, clear: true },
    theirs: { camera: false, clear: false },
  });
  await his.beat(id, { camera: true, clear: true });
  expect(heard).toEqual([{ type: "talk", talk: id, state: "running", end: null }]);
  expect(talkIn(await hers.beat(id))).toMatchObject({ theirs: { camera: true, clear: true } });
});

test("R12.02 a member who does not answer is asked three times a day, and not twice in a minute", async ({
  friends,
  services,
}) => {
  const { anna, ben, hers, his } = await friends();
  for (let asked = 0; asked < 3; asked += 1) {
    const { id } = talkIn(await hers.ask(ben));
    await his.end(id);
    const soon = await hers.ask(ben);
    expect(soon.body).toMatchObject({ error: { code: "talk_too_soon" } });
    services.clock.advance(61_000);
  }
  expect((await hers.ask(ben)).body).toMatchObject({ error: { code: "talk_too_soon" } });
  // who presses themselves can be asked again
  const { id } = talkIn(await his.ask(anna));
  talkIn(await hers.accept(id));
  await hers.end(id);
  expect((await hers.ask(ben)).status).toBe(200);
});

test("R12.02 a block ends the call at once, and leaves no row of it", async ({ talking, events, services }) => {
  const { anna, ben, hers, his, id } = await talking();
  const [heard, heardToo] = [events(anna), events(ben)];
  await ben.client.call(blockMember, { body: { id: anna.id } });
  const ended = { type: "talk", talk: id, state: "ended", end: "closed" };
  expect(heard).toContainEqual(ended);
  expect(heardToo).toContainEqual(ended);
  expect(await hers.open()).toBeNull();
  expect(await his.open()).toBeNull();
  expect((await hers.beat(id)).body).toMatchObject({ error: { code: "talk_not_found" } });
  expect(await talksOf(services, anna)).toEqual([]);
});

test("R12.02 a logout of the page's session ends the call, another one's does not", async ({
  talking,
  services,
  pass,
}) => {
  const { anna, hers, his, id } = await talking();
  await anna.client.call(logOut);
  await pass(3, id, his);
  expect(talkIn(await his.beat(id))).toMatchObject({ state: "ended", end: "closed" });
  expect((await hers.beat(id)).status).toBe(403);
  expect(await talksOf(services, anna)).toMatchObject([{ ending: "closed" }]);
});
