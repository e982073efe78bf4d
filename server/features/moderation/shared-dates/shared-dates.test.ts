import { sql } from "kysely";
import { getUser } from "#contract/account.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { blockMember } from "#contract/moderation.ts";
import { subscribePush } from "#contract/notifications.ts";
import {
  confirmFine,
  endSharedDate,
  getSharedDates,
  openSharedDate,
  postponeReminder,
  renewDateLink,
  type SharedDate,
  saveSharedDate,
  sharedDatesLimit,
} from "#contract/shared-dates.ts";
import { getUpdates } from "#contract/updates.ts";
import { deleteOwnAccount } from "#server/features/account/test-leaving.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { testDevice } from "#server/features/notifications/test-device.ts";
import { collectData } from "#server/features/privacy/archive.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { endSharedDates, remindOfDates } from "./jobs.ts";

type Plan = {
  day: string;
  time: string;
  fine_by: string;
  time_zone: string;
  place: string;
  note: string;
  friend: string;
};

const test = base
  /** A date in so many hours, "I'm fine" due three hours after its beginning. */
  .extend("planIn", { scope: "file" }, ({ services }) => (hours: number): Plan => {
    const local = (later: number) => new Date(services.clock.now().getTime() + later * hourMs).toISOString();
    const [day = "", time = ""] = local(hours).slice(0, 16).split("T");
    const words = { place: "Café Roest", note: "Taking the tram", friend: "Sam" };
    return { day, time, fine_by: local(hours + 3).slice(11, 16), time_zone: "UTC", ...words };
  })
  .extend("share", { scope: "file" }, ({ planIn }) => async (who: Member, { id }: { id: string }, hours = 2) => {
    const answer = await who.client.call(saveSharedDate, { body: { member: id, ...planIn(hours) } });
    return answer.body.error?.code;
  })
  /** A date of Anna's with Ben, which a friend knows about. */
  .extend("shared", { scope: "file" }, ({ pair, share }) => async (input: Parameters<typeof pair>[0] = {}) => {
    const [anna, ben] = await pair(input);
    await share(anna, ben);
    return { anna, ben, date: await onlyDate(anna) };
  })
  .extend("open", { scope: "file" }, ({ visitor }) => async ({ link }: Pick<SharedDate, "link">, host?: string) => {
    const token = link.split("/").at(-1) ?? "";
    const { status, body } = await visitor(host).call(openSharedDate, { query: { token } });
    return { status, date: status === 200 ? body.date : undefined };
  })
  .extend("pass", { scope: "file" }, ({ services }) => async (minutes: number) => {
    services.clock.advance(minutes * minuteMs);
    await remindOfDates.run(services, {});
    await services.jobs.drain(services);
  });

const datesOf = async ({ client }: Member) => (await client.call(getSharedDates)).body.dates;
async function onlyDate(who: Member): Promise<SharedDate> {
  const [date, ...more] = await datesOf(who);
  if (!date || more.length > 0) throw new Error("not exactly one date");
  return date;
}
const remindersOf = async ({ client }: Member) =>
  (await client.call(getUpdates)).body.updates.filter(({ kind }) => kind === "date_reminder");
const fieldCodes = async (who: Member, { id }: Member, plan: Plan) =>
  (await who.client.call(saveSharedDate, { body: { member: id, ...plan } })).body.error?.field_codes;

test("R12.03 a friend without an account sees when, where and who, and nothing more of the other member", async ({
  pair,
  share,
  open,
}) => {
  const [anna, ben] = await pair();
  expect(await share(anna, ben)).toBeUndefined();
  const own = await onlyDate(anna);
  expect(own).toMatchObject({
    member: ben.id,
    name: ben.name,
    state: "planned",
    friend: "Sam",
    typed: { time: "20:00" },
  });
  const { date } = await open(own);
  expect(date).toEqual({
    sharer: anna.name,
    name: ben.name,
    profile: ben.id,
    state: "planned",
    time_zone: "UTC",
    starts_at: "2026-11-20T20:00:00.000Z",
    fine_by: "2026-11-20T23:00:00.000Z",
    fine_at: null,
    ends_at: "2026-11-21T20:00:00.000Z",
    place: "Café Roest",
    note: "Taking the tram",
    friend: "Sam",
    emergency: expect.stringMatching(/^\d/),
  });
});

test("R12.03 at the chosen time, also at night, the member is reminded once, by words that say nothing", async ({
  pair,
  services,
  share,
  open,
  pass,
  mails,
}) => {
  const [anna, ben] = await pair();
  const device = testDevice("date");
  await anna.client.call(subscribePush, { body: { subscription: device.subscription } });
  await share(anna, ben);
  const date = await onlyDate(anna);
  await pass(299);
  expect(await remindersOf(anna)).toEqual([]);
  await pass(1);
  await remindOfDates.run(services, {});
  await services.jobs.drain(services);
  expect(await remindersOf(anna)).toMatchObject([{ path: `/dates#${date.id}` }]);
  const pushes = services.push.sent.filter(({ endpoint }) => endpoint === device.subscription.endpoint);
  expect(pushes).toHaveLength(1);
  expect(JSON.parse(pushes[0]?.payload ?? "")).toMatchObject({ url: `/dates#${date.id}` });
  const [mail, ...more] = await mails(anna.email);
  expect([mail?.subject, more]).toEqual(["Rendezvous: you asked us to remind you now", []]);
  expect(mail?.text).toContain(`/dates#${date.id}`);
  for (const word of [ben.name, "Roest", "Sam", "tram"]) {
    expect(`${pushes[0]?.payload}${mail?.text}${mail?.html}`).not.toContain(word);
  }
  // the friend reads that the button was not pressed
  expect((await open(date)).date).toMatchObject({ state: "overdue", fine_at: null });

  const fine = () => anna.client.call(confirmFine, { body: { id: date.id } });
  expect((await fine()).status).toBe(200);
  const { fine_at } = await onlyDate(anna);
  expect(await remindersOf(anna)).toEqual([]);
  services.clock.advance(minuteMs);
  await fine();
  expect((await open(date)).date).toMatchObject({ state: "fine", fine_at });
});

test("R12.03 the account names the dates that a friend knows about, until they have ended", async ({
  pair,
  services,
  share,
  pass,
}) => {
  const [anna, ben] = await pair();
  const named = async ({ client }: Member) => (await client.call(getUser)).body.user?.shared_dates;
  await share(anna, ben);
  const { id, fine_by } = await onlyDate(anna);
  const date = { id, member: ben.id, name: ben.name, time_zone: "UTC", fine_by, fine: false };
  expect(await named(anna)).toEqual([date]);
  expect(await named(ben)).toEqual([]);
  await pass(120);
  await anna.client.call(confirmFine, { body: { id } });
  expect(await named(anna)).toEqual([{ ...date, fine: true }]);
  services.clock.advance(dayMs);
  expect(await named(anna)).toEqual([]);
});

test("R12.03 “I’m fine” in time brings no reminder; a later time asks anew", async ({ shared, open, pass }) => {
  const { anna, date } = await shared();
  const fine = async () => (await anna.client.call(confirmFine, { body: { id: date.id } })).body.error?.code;
  expect([await fine(), (await open(date)).date?.state]).toEqual(["shared_date_ahead", "planned"]);
  await pass(120);
  expect(await fine()).toBeUndefined();
  await pass(180);
  expect(await remindersOf(anna)).toEqual([]);
  const { later_at } = await onlyDate(anna);
  if (later_at === null) throw new Error("the date has not ended");
  const later = () => anna.client.call(postponeReminder, { body: { id: date.id, at: later_at } });
  expect([(await later()).status, (await later()).status]).toEqual([200, 200]);
  expect((await open(date)).date).toMatchObject({ state: "early", fine_by: later_at, fine_at: null });
  await pass(60);
  expect(await remindersOf(anna)).toHaveLength(1);
  const wrong = async (at: string) =>
    (await anna.client.call(postponeReminder, { body: { id: date.id, at } })).body.error?.field_codes;
  expect(await wrong(date.starts_at)).toEqual({ at: "time_over" });
  expect(await wrong(new Date(Date.parse(date.ends_at) + 1).toISOString())).toEqual({ at: "invalid" });
});

test("R12.03 a changed place leaves “I’m fine”, a changed time asks anew; the link stays until it is replaced", async ({
  planIn,
  shared,
  open,
  pass,
}) => {
  const planned = planIn(2);
  const { anna, ben, date: before } = await shared();
  await pass(120);
  await anna.client.call(confirmFine, { body: { id: before.id } });
  const change = (plan: Partial<Plan>) =>
    anna.client.call(saveSharedDate, { body: { member: ben.id, ...planned, ...plan } });
  await change({ place: "The old harbour" });
  expect((await open(before)).date).toMatchObject({ place: "The old harbour", state: "fine" });
  await change({ ...planIn(4), place: "The old harbour" });
  const after = await onlyDate(anna);
  expect([after.id, after.link, after.state]).toEqual([before.id, before.link, "planned"]);

  await anna.client.call(renewDateLink, { body: { id: after.id } });
  const renewed = await onlyDate(anna);
  expect([(await open(before)).status, (await open(renewed)).status]).toEqual([410, 200]);
});

test("R12.03 after its end nothing is shown, though a job is days late; then it is erased with its reminder", async ({
  services,
  shared,
  open,
  pass,
}) => {
  const { anna, date } = await shared();
  await pass(300);
  services.clock.advance(21 * hourMs - 1);
  expect((await open(date)).status).toBe(200);
  services.clock.advance(1);
  expect([(await open(date)).status, await datesOf(anna)]).toEqual([410, []]);
  expect((await anna.client.call(confirmFine, { body: { id: date.id } })).body.error?.code).toBe(
    "shared_date_not_found",
  );

  const rows = () => services.db.selectFrom("shared_dates").select("id").where("owner_id", "=", anna.id).execute();
  services.clock.advance(4 * dayMs);
  expect(await rows()).toHaveLength(1);
  await Promise.all([endSharedDates.run(services, {}), endSharedDates.run(services, {})]);
  expect([await rows(), await remindersOf(anna)]).toEqual([[], []]);
});

test("R12.03 no reminder comes once the date has ended, also if a row is still there; a new date has a new link", async ({
  services,
  share,
  shared,
  open,
  pass,
}) => {
  const { anna, ben, date: before } = await shared();
  services.clock.advance(4 * dayMs);
  await pass(0);
  expect(await remindersOf(anna)).toEqual([]);
  expect(await share(anna, ben)).toBeUndefined();
  const after = await onlyDate(anna);
  expect(after.id).not.toBe(before.id);
  expect([(await open(before)).status, (await open(after)).status]).toEqual([410, 200]);
  await endSharedDates.run(services, {});
  expect(await datesOf(anna)).toHaveLength(1);
});

test("R12.03 the member ends it at once, and again without a failure", async ({ services, shared, open, pass }) => {
  const { anna, date } = await shared();
  await pass(300);
  const end = async () => (await anna.client.call(endSharedDate, { body: { id: date.id } })).status;
  expect([await end(), await end()]).toEqual([200, 200]);
  expect([(await open(date)).status, await datesOf(anna), await remindersOf(anna)]).toEqual([410, [], []]);
  expect(await services.db.selectFrom("shared_dates").select("id").where("id", "=", date.id).execute()).toEqual([]);
});

test("R12.03 the other member learns nothing: no event, mail, notice, update or part of the download", async ({
  pair,
  services,
  share,
  events,
  mails,
  pass,
}) => {
  const [anna, ben] = await pair();
  const heard = events(ben);
  const dataOf = (who: Member) =>
    collectData(services.db, { memberId: who.id, siteId: who.siteId }, services.memberData);
  const before = JSON.stringify(await dataOf(ben));
  await share(anna, ben);
  await pass(300);
  const date = await onlyDate(anna);
  await anna.client.call(confirmFine, { body: { id: date.id } });
  await anna.client.call(renewDateLink, { body: { id: date.id } });
  await anna.client.call(endSharedDate, { body: { id: date.id } });
  await share(anna, ben);
  expect(JSON.stringify(await dataOf(ben))).toBe(before);
  expect([heard, await mails(ben.email), await datesOf(ben)]).toEqual([[], [], []]);

  // she has it in hers, without what opens the page
  const { shared_dates } = (await dataOf(anna)) as { shared_dates?: Record<string, unknown>[] };
  expect(shared_dates).toMatchObject([{ place: "Café Roest", note: "Taking the tram", friend: "Sam" }]);
  expect(Object.keys(shared_dates?.[0] ?? {})).not.toContain("link_id");
});

test("R12.03 neither a block by either, nor a ban or a deletion of the other ends a date, and it can be changed", async ({
  pair,
  services,
  share,
  open,
  pass,
}) => {
  const passwordHash = await hashPassword(signupForm().password);
  const block = async ({ client }: Member, { id }: Member) => void (await client.call(blockMember, { body: { id } }));
  const ban = { status: "banned", banned_at: services.clock.now() } as const;
  const ends: ((anna: Member, ben: Member) => Promise<unknown>)[] = [
    block,
    (anna, ben) => block(ben, anna),
    async (_, ben) => {
      await services.db.updateTable("accounts").set(ban).where("id", "=", ben.id).execute();
      await services.db.updateTable("profiles").set({ listed: false }).where("member_id", "=", ben.id).execute();
    },
    (_, ben) => deleteOwnAccount(ben.client),
  ];
  for (const end of ends) {
    const [anna, ben] = await pair({ passwordHash });
    await share(anna, ben);
    await end(anna, ben);
    const date = await onlyDate(anna);
    expect((await open(date)).date).toMatchObject({ name: ben.name, profile: ben.id });
    expect(await share(anna, ben, 3)).toBeUndefined();
    await pass(180);
    expect((await anna.client.call(confirmFine, { body: { id: date.id } })).status).toBe(200);
    // once it is ended there is no new one with them
    await anna.client.call(endSharedDate, { body: { id: date.id } });
    expect(await share(anna, ben)).toMatch(/^(?:profile_not_found|blocked_by_you)$/);
  }
});

test("R12.03 who deletes their account ends what they shared", async ({ shared, open }) => {
  const { anna, date } = await shared({ passwordHash: await hashPassword(signupForm().password) });
  expect((await deleteOwnAccount(anna.client)).status).toBe(200);
  expect((await open(date)).status).toBe(410);
});

test("R12.03 a member has three dates at most, also by requests at once; a repeated one counts once", async ({
  pair,
  member,
  share,
}) => {
  const [anna, ben] = await pair();
  const others = await Promise.all(Array.from({ length: sharedDatesLimit }, () => member()));
  const asked = [ben, ben, ...others];
  const codes = await Promise.all(asked.map((other) => share(anna, other)));
  const refused = asked.filter((_, place) => codes[place] !== undefined);
  expect(new Set(codes)).toEqual(new Set([undefined, "limit_reached"]));
  expect(new Set(refused).size).toBe(1);
  expect(await datesOf(anna)).toHaveLength(sharedDatesLimit);
});

test("R12.03 a date belongs to its owner, and its link to its site; wrong links get the answer of an ended one", async ({
  member,
  siteIds,
  share,
  shared,
  open,
}) => {
  const { anna, ben, date } = await shared();
  for (const call of [confirmFine, renewDateLink] as const) {
    expect((await ben.client.call(call, { body: { id: date.id } })).status).toBe(404);
  }
  await ben.client.call(endSharedDate, { body: { id: date.id } });
  expect((await open(date)).date).toMatchObject({ state: "planned" });
  const altered = { link: date.link.slice(0, -2) + (date.link.endsWith("AA") ? "BB" : "AA") };
  for (const [where, host] of [
    [date, "127.0.0.1"],
    [altered, undefined],
    [{ link: "/where/x" }, undefined],
  ] as const) {
    expect((await open(where, host)).status).toBe(410);
  }
  const stranger = await member({ siteId: siteIds[1] });
  expect(await share(anna, stranger)).toBe("profile_not_found");
  expect(await share(anna, anna)).toBe("own_profile");
  expect(await share(anna, await member({ fictional: true }))).toBe("profile_not_found");
});

test("R12.03 days out of reach, zones that don’t exist and NUL are refused at their fields", async ({
  pair,
  planIn,
}) => {
  const [anna, ben] = await pair();
  const codes = (plan: Partial<Plan>, hours = 2) => fieldCodes(anna, ben, { ...planIn(hours), ...plan });
  expect(await codes({}, 10 * 24 + 1)).toEqual({ day: "day_too_late" });
  expect(await codes({}, -25)).toEqual({ day: "time_over" });
  expect(await codes({}, -4)).toEqual({ fine_by: "time_over" });
  expect(await codes({ time_zone: "Mars/Olympus" })).toEqual({ time_zone: "invalid" });
  expect(await codes({ place: "Ca\u0000fé" })).toEqual({ place: "forbidden_characters" });
  expect(await codes({ note: "x\u0000", friend: "S\u0000" })).toEqual({
    note: "forbidden_characters",
    friend: "forbidden_characters",
  });
  expect(await codes({ place: " \u200b ", time: "24:00", day: "2026-02-30" })).toMatchObject({
    place: "invisible_text",
    time: "invalid",
    day: "invalid",
  });
  expect(await datesOf(anna)).toEqual([]);
});

type Given = Fixtures["given"];

/** The rows of stored answers that say something of a date. */
const storedWords = ({ services }: Given) =>
  services.db
    .selectFrom("idempotency_keys")
    .select("answer")
    .where(sql<boolean>`answer::text like ${"%Café Roest%"}`)
    .execute();

test("R12.03 no stored answer outlives the date with its words", async ({ given, pair, planIn }) => {
  const [anna, ben] = await pair();
  await anna.client.call(saveSharedDate, { body: { member: ben.id, ...planIn(2) } }, { key: crypto.randomUUID() });
  expect(await datesOf(anna)).toHaveLength(1);
  expect(await storedWords(given)).toEqual([]);
});
