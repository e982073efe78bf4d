import { getAuditLog } from "#contract/audit-log.ts";
import { sendMessage } from "#contract/chat.ts";
import { getDecisions } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { getMember } from "#contract/members.ts";
import { decideReports, takeReports } from "#contract/office.ts";
import { deletePhoto } from "#contract/photos.ts";
import { saveProfile } from "#contract/profiles.ts";
import { getMemberFile } from "#contract/staff-members.ts";
import { picture } from "#server/features/chat/photos/test-photos.ts";
import type { staffMember } from "#server/features/office/staff/test-staff.ts";
import { addPhoto } from "#server/features/profiles/index.ts";
import { expect, type Member } from "#server/test.ts";
import { test as base, decideOn, reportOn } from "./test-office.ts";

type Staff = Awaited<ReturnType<typeof staffMember>>;

const test = base
  /** Reports a member, a second later than the report before. */
  .extend("report", { scope: "file" }, ({ services }) => async (from: Member, about: Member, more: object = {}) => {
    services.clock.advance(1000);
    return await reportOn(from, about, more);
  });

const take = async ({ client }: Staff) => (await client.call(takeReports, { body: { count: 12 } })).body.items;
const itemOf = async (staff: Staff, { id }: Member) => (await take(staff)).find((item) => item.id === id);
const decisionsOf = async ({ client }: Member) => (await client.call(getDecisions)).body;

test("D11.2 all open reports about a member are one item, the gravest and newest first, with what staff have to know", async ({
  member,
  pair,
  mia,
  report,
}) => {
  const [anna, ben] = await pair();
  const eva = await member({ name: "Eva" });
  const earlier = await report(eva, ben, { reason: "fake" });
  expect((await decideOn(mia, ben, earlier, { verdict: "warned", ground: "fake" })).status).toBe(200);
  await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
  const old = await report(anna, ben);
  const grave = await report(eva, ben, { reason: "underage" });
  const chat = await report(anna, ben, { about: "chat", reason: "harassment" });
  const item = await itemOf(mia, ben);
  expect(item?.reports.map(({ id }) => id)).toEqual([grave, chat, old]);
  expect(item).toMatchObject({
    urgent: true,
    about: { status: "active" },
    reports: [
      { reason: "underage", has_chat: false, reporter: { id: eva.id, name: "Eva", decided: 1, upheld: 1 } },
      { about: "chat", has_chat: true, reporter: { id: anna.id, decided: 0, upheld: 0 } },
      { about: "profile" },
    ],
    decisions: [{ decision: "warned", ground: "fake", in_force: false }],
  });
  expect(item?.about?.age).toBeGreaterThan(17);
  expect(item?.about?.photo ?? "/staff-files/profile/").toMatch(/^\/staff-files\/profile\//);
});

test("D11.2 a report that someone is under 18 comes before older ones, also as a page after other items", async ({
  member,
  max,
  report,
}) => {
  const [anna, old, child] = [await member(), await member(), await member()];
  await report(anna, old);
  await report(anna, child, { reason: "underage" });
  const order = async (after?: { since: string; id: string; urgency: number }) => {
    const { items } = (await max.client.call(takeReports, { body: { count: 12, after } })).body;
    return items.filter(({ id }) => id === old.id || id === child.id);
  };
  const items = await order();
  expect(items.map(({ id, urgent }) => [id, urgent])).toEqual([
    [child.id, true],
    [old.id, false],
  ]);
  const [first, second] = items;
  if (!first || !second) throw new Error("two items were expected");
  expect((await order(first)).map(({ id }) => id)).toEqual([old.id]);
  expect(await order(second)).toEqual([]);
});

test("D11.2 one decision on several reports: the ground and the length are those that staff chose, each reporter is told", async ({
  member,
  max,
  ada,
  report,
  services,
}) => {
  const [anna, eva, ben] = [await member(), await member(), await member()];
  const reports = [await report(anna, ben), await report(eva, ben, { reason: "fake" })] as const;
  const until = new Date(services.clock.now().getTime() + 10 * dayMs);
  const decision = { verdict: "suspended", ground: "harassment", days: undefined, until: until.toISOString() } as const;
  expect((await decideOn(max, ben, reports, decision)).status).toBe(200);
  const { member: file, safety } = (await ada.client.call(getMemberFile, { query: { id: ben.id } })).body;
  expect(file.suspended_until).toBe(until.toISOString());
  expect(safety?.decisions).toMatchObject([{ decision: "suspended", ground: "harassment" }]);
  for (const [who, id] of [
    [anna, reports[0]],
    [eva, reports[1]],
  ] as const) {
    const { decisions, reports: sent } = await decisionsOf(who);
    expect(decisions).toMatchObject([{ decision: "report_acted", ground: "harassment", report: id }]);
    expect(sent).toMatchObject([{ id, open: false }]);
  }
  expect(await itemOf(max, ben)).toBeUndefined();
  const { entries } = (await ada.client.call(getAuditLog)).body;
  const decided = entries.filter(({ action }) => action === "report_suspended");
  const subjects = decided.map(({ action, subject, reason }) => `${action} ${subject} ${reason}`);
  expect(subjects.sort()).toEqual(reports.map((id) => `report_suspended report:${id} harassment`).sort());
});

test("D11.2 two reports by one member are answered one by one; what is not named stays open", async ({
  pair,
  max,
  report,
}) => {
  const [anna, ben] = await pair();
  await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
  const profile = await report(anna, ben);
  const chat = await report(anna, ben, { about: "chat" });
  const left = await report(ben, anna);
  expect((await decideOn(max, ben, [profile], { verdict: "kept" })).status).toBe(200);
  expect((await itemOf(max, ben))?.reports.map(({ id }) => id)).toEqual([chat]);
  expect((await decideOn(max, ben, [chat], { verdict: "warned" })).status).toBe(200);
  const { decisions } = await decisionsOf(anna);
  expect(decisions.map(({ report: of }) => of)).toEqual([chat, profile]);
  // a report about someone else can't be closed as one of this member's
  expect((await decideOn(max, ben, [left], { verdict: "kept" })).body.error?.code).toBe("staff_item_gone");
  expect((await itemOf(max, anna))?.reports.map(({ id }) => id)).toEqual([left]);
});

test("D11.2 two reported photos that are removed are two decisions, so that each can be objected to", async ({
  member,
  mia,
  report,
  services,
}) => {
  const [anna, ben] = [await member(), await member()];
  const photos = await Promise.all(
    ["#a2b", "#2ab"].map(async (colour) => {
      const image = await picture(colour, "#fff");
      return await addPhoto(services, { siteId: ben.siteId, memberId: ben.id, image, status: "active" });
    }),
  );
  const reports: string[] = [];
  for (const { id: photo } of photos)
    reports.push(await report(anna, ben, { about: "photo", photo, reason: "explicit" }));
  const profile = await report(anna, ben);
  const decision = { verdict: "removed", ground: "explicit" } as const;
  expect((await decideOn(mia, ben, [...reports, profile], decision)).status).toBe(200);
  const { decisions } = await decisionsOf(ben);
  expect(decisions.map(({ decision: kind, ground }) => [kind, ground])).toEqual([
    ["photo_rejected", "explicit"],
    ["photo_rejected", "explicit"],
  ]);
  expect((await decisionsOf(anna)).decisions).toHaveLength(3);
  const left = services.db.selectFrom("photos").select("id").where("member_id", "=", ben.id);
  const ids = (await left.execute()).map(({ id }) => id);
  for (const { id } of photos) expect(ids).not.toContain(id);
});

test("D11.2 a reported photo that its owner has deleted meanwhile is decided on all the same, and both hear why", async ({
  member,
  mia,
  report,
  services,
}) => {
  const [anna, ben] = [await member(), await member()];
  const image = await picture("#7c3", "#fff");
  const { id } = await addPhoto(services, { siteId: ben.siteId, memberId: ben.id, image, status: "active" });
  const reported = await report(anna, ben, { about: "photo", photo: id, reason: "explicit" });
  expect((await ben.client.call(deletePhoto, { body: { photo: id } })).status).toBe(200);
  expect((await decideOn(mia, ben, reported, { verdict: "removed", ground: "explicit" })).status).toBe(200);
  const stated = { decision: "photo_rejected", ground: "explicit", words: "Why", source: "notice" };
  expect((await decisionsOf(ben)).decisions).toMatchObject([stated]);
  expect((await decisionsOf(anna)).decisions).toMatchObject([{ decision: "report_acted", report: reported }]);
});

test("D11.2 what staff saw is out of date: a decision that names a closed report changes nothing", async ({
  member,
  mia,
  max,
  report,
  services,
}) => {
  const [anna, eva, ben] = [await member(), await member(), await member()];
  const first = await report(anna, ben);
  await itemOf(mia, ben);
  // while one moderator works on the member, another one is refused
  expect((await decideOn(max, ben, first, { verdict: "kept" })).body.error?.code).toBe("staff_item_claimed");
  const second = await report(eva, ben);
  services.clock.advance(6 * 60_000);
  expect((await decideOn(max, ben, first, { verdict: "kept" })).status).toBe(200);
  const late = await decideOn(mia, ben, [first, second], { verdict: "banned" });
  expect(late.body.error?.code).toBe("staff_item_gone");
  expect((await itemOf(mia, ben))?.reports.map(({ id }) => id)).toEqual([second]);
  expect((await decisionsOf(ben)).decisions).toEqual([]);
});

test("D11.2 two moderators at once decide on overlapping reports: one of them decides", async ({
  member,
  mia,
  max,
  report,
}) => {
  const [anna, eva, ben] = [await member(), await member(), await member()];
  const reports = [await report(anna, ben), await report(eva, ben)] as const;
  const answers = await Promise.all([
    decideOn(mia, ben, [...reports], { verdict: "warned" }),
    decideOn(max, ben, [...reports].reverse(), { verdict: "muted" }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await decisionsOf(ben)).decisions).toHaveLength(1);
});

test("D11.2 a measure needs a ground, a mute a length that is not over a year; nothing is closed without", async ({
  member,
  mia,
  report,
  services,
}) => {
  const [anna, ben] = [await member(), await member()];
  const id = await report(anna, ben);
  const send = async (body: object) =>
    (await mia.client.call(decideReports, { body: { id: ben.id, reports: [id], words: "Why", ...body } as never })).body
      .error?.field_codes;
  const in400Days = new Date(services.clock.now().getTime() + 400 * dayMs).toISOString();
  expect(await send({ verdict: "warned" })).toEqual({ ground: "required" });
  expect(await send({ verdict: "kept", words: "" })).toEqual({ words: "required" });
  expect(await send({ verdict: "muted", ground: "scam" })).toEqual({ until: "required" });
  expect(await send({ verdict: "muted", ground: "scam", until: in400Days })).toEqual({ until: "too_big" });
  expect(await send({ verdict: "muted", ground: "scam", until: services.clock.now().toISOString() })).toEqual({
    until: "too_small",
  });
  expect(await send({ verdict: "removed", ground: "scam" })).toEqual({ verdict: "unknown_option" });
  expect(await send({ verdict: "kept", reports: [] })).toEqual({ reports: "required" });
  expect((await itemOf(mia, ben))?.reports).toHaveLength(1);
});

test("D11.2 DSA 17 an “About me” that is reported can be taken down: no one sees it, and its author hears which text and why", async ({
  member,
  mia,
  report,
}) => {
  const [anna, ben] = [await member(), await member()];
  const empty = await decideOn(mia, ben, await report(anna, ben), { verdict: "removed", ground: "scam" });
  expect(empty.body.error?.field_codes).toEqual({ verdict: "unknown_option" });
  await ben.client.call(saveProfile, {
    body: { about_me: "My neighbour Paul is a thief", about_me_consent: true },
  });
  const id = await report(anna, ben, { reason: "harassment" });
  expect((await decideOn(mia, ben, id, { verdict: "removed", ground: "harassment" })).status).toBe(200);
  expect((await anna.client.call(getMember, { query: { id: ben.id } })).body.profile.about_me).toBe("");
  const [stated] = (await decisionsOf(ben)).decisions;
  const content = { about: "text", text: "My neighbour Paul is a thief" };
  expect(stated).toMatchObject({ decision: "text_removed", ground: "harassment", content });
  const { safety } = (await mia.client.call(getMemberFile, { query: { id: ben.id } })).body;
  expect(safety?.decisions).toMatchObject([{ content: content.text, can_take_back: true }]);
});
