import type { InputOf } from "#contract/call.ts";
import { languages } from "#contract/constants.ts";
import { getNotice, objectToNotice, replyToQuestion, sendNotice } from "#contract/content-notices.ts";
import { objectionDays } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import {
  decideReports,
  findNotices,
  type NoticeState,
  nameReported,
  reopenNotice,
  takeReports,
} from "#contract/office.ts";
import { changeStaffSites } from "#contract/staff.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import type { Services } from "#server/services.ts";
import { test as base, expect } from "#server/test.ts";
import { settleReport } from "../test-reports.ts";
import { answerNotice } from "./answer-notice.ts";

const fields = {
  reason: "harassment",
  text: "It threatens a person by name, which the penal code forbids.",
  name: "Noor Visser",
  email: "noor@example.org",
  good_faith: true,
} as const;

const test = base
  .extend("send", { scope: "file" }, ({ visitor }) => async (changes: { place: string } & Record<string, unknown>) => {
    const body = { ...fields, ...changes } as InputOf<typeof sendNotice>["body"];
    return await visitor().call(sendNotice, { body });
  })
  .extend("photoOf", { scope: "file" }, ({ services }) => async ({ id }: { id: string }) => {
    const photos = services.db.selectFrom("photos").select("id").where("member_id", "=", id);
    return (await photos.executeTakeFirstOrThrow()).id;
  })
  .extend("reports", { scope: "file" }, ({ services }) => async () => {
    const rows = await services.db.selectFrom("reports").selectAll().where("reporter_id", "is", null).execute();
    return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  })
  /** Sends a notice; returns the id of its report. */
  .extend("sendFirst", { scope: "file" }, ({ send, reports }) => async (changes: Parameters<typeof send>[0]) => {
    await send(changes);
    return (await reports())[0]?.id ?? "";
  });
test.beforeEach(async ({ services }) => {
  await services.db.deleteFrom("content_notices").execute();
  await services.db.deleteFrom("reports").execute();
});

/** The token of the link in the newest mail to an address. */
const tokenIn = (text: string) => /\/report\/([\w-]{43})/.exec(text)?.[1] ?? "";

/** Staff find nothing wrong with what a notice is about. */
async function dismiss(services: Services, reportId: string): Promise<void> {
  const ctx = { db: services.db, services, now: services.clock.now() };
  await settleReport(ctx.db, reportId, ctx.now);
  const answer = { reportId, acted: false, isDanger: false, words: "", staffId: null };
  await inTransaction(ctx.db, (db) => answerNotice({ ...ctx, db }, answer));
}

test("DSA 16: anyone tells of a profile by its address, gets a receipt on screen and by mail, and staff get a report", async ({
  member,
  send,
  reports,
  mails,
  services,
}) => {
  const ben = await member();
  const answer = await send({ place: `https://localhost/members/${ben.id}` });
  expect(answer.body).toEqual({ received_at: services.clock.now().toISOString(), mailed: true });
  expect(await reports()).toMatchObject([
    {
      reported_id: ben.id,
      reporter_id: null,
      about: "profile",
      about_id: ben.id,
      reason: "harassment",
      text: fields.text,
    },
  ]);
  const [receipt] = await mails(fields.email);
  expect(receipt?.subject).toBe("We’ve got your report");
  expect(tokenIn(receipt?.text ?? "")).not.toBe("");
});

test("DSA 16: a username and a photo's address name their member; any other place is kept as it was typed", async ({
  member,
  photoOf,
  send,
  reports,
  services,
}) => {
  const ben = await member({ photo: true });
  const photo = await photoOf(ben);
  await send({ place: `@${ben.name.toUpperCase()}` });
  services.clock.advance(1_000);
  await send({ place: `http://localhost/photos/${photo}/full.webp` });
  services.clock.advance(1_000);
  await send({ place: "the message of Monday in my chat" });
  expect(await reports()).toMatchObject([
    { reported_id: ben.id, about: "profile" },
    { reported_id: ben.id, about: "photo", about_id: photo },
    { reported_id: null, about: "profile", about_id: null },
  ]);
});

test("DSA 16: the answer is the same for a place that is there and one that is not, and one mail in a day goes to a mailbox", async ({
  member,
  send,
  mails,
}) => {
  const ben = await member();
  const first = (await send({ place: ben.id, email: "same@example.org" })).body;
  const second = (await send({ place: "no such name", email: "same@example.org" })).body;
  expect([first.mailed, second.mailed]).toEqual([true, false]);
  expect((await send({ place: ben.id, email: "other@example.org" })).body).toEqual(first);
  expect((await send({ place: ben.id, email: "Same+again@example.org" })).body.mailed).toBe(false);
  expect(await mails("same@example.org")).toHaveLength(1);
});

test("DSA 16: each field is asked for; without name and address only for the sexual abuse of children", async ({
  send,
  reports,
  mails,
}) => {
  const codes = async (changes: object) => (await send({ place: "here", ...changes })).body.error?.field_codes;
  expect(await codes({ name: "", email: "", good_faith: false })).toEqual({
    name: "required",
    email: "required",
    good_faith: "required",
  });
  expect(await codes({ good_faith: false })).toEqual({ good_faith: "required" });
  // an empty form is told all at once
  expect(await codes({ place: "", text: "", name: "", email: "", good_faith: false, reason: undefined })).toEqual({
    place: "required",
    text: "required",
    reason: "required",
    name: "required",
    email: "required",
    good_faith: "required",
  });
  expect(await codes({ text: " " })).toEqual({ text: "required" });
  expect(await codes({ place: "" })).toEqual({ place: "required" });
  expect(await codes({ place: "a\u0000b" })).toEqual({ place: "forbidden_characters" });
  expect(await codes({ email: "noor" })).toEqual({ email: "email_invalid" });
  expect(await codes({ reason: "dull" })).toEqual({ reason: "required" });
  expect(await reports()).toEqual([]);
  expect((await send({ place: "here", reason: "underage", name: "", email: "" })).status).toBe(200);
  expect(await reports()).toMatchObject([{ reason: "underage", urgent: true }]);
  expect(await mails(fields.email)).toEqual([]);
});

test("DSA 16(5), 20, 21: the decision is mailed with the redress; an objection goes to another person, who decides again", async ({
  member,
  visitor,
  sendFirst,
  reports,
  mails,
  given,
  services,
}) => {
  const [first, second] = [await staffMember(given, "moderator"), await staffMember(given, "moderator")];
  const ben = await member();
  const report = await sendFirst({ place: ben.id });
  const decide = async ({ client }: typeof first, report: string, verdict: "kept" | "warned", words: string) => {
    const ground = verdict === "kept" ? undefined : ("harassment" as const);
    return await client.call(decideReports, { body: { id: ben.id, reports: [report], verdict, ground, words } });
  };
  expect((await decide(first, report, "kept", "We see no threat.")).status).toBe(200);
  const decided = (await mails(fields.email)).find(({ subject }) => subject === "We’ve decided on your report");
  for (const words of ["left it as it is", "We see no threat.", "six months", "digital-strategy.ec.europa.eu"]) {
    expect(decided?.text).toContain(words);
  }
  const token = tokenIn(decided?.text ?? "");
  const guest = visitor();
  const shown = (await guest.call(getNotice, { query: { token } })).body.notice;
  expect(shown).toMatchObject({ decision: { acted: false, words: "We see no threat." }, objection: null });
  services.clock.advance(60_000);
  const objected = await guest.call(objectToNotice, { body: { token, text: "Read the second line." } });
  expect(objected.body.notice).toMatchObject({ object_until: null, objection: { answer: null } });
  expect((await guest.call(objectToNotice, { body: { token, text: "And again" } })).body.error?.code).toBe(
    "objection_over",
  );

  const [, again] = await reports();
  expect(again).toMatchObject({ reported_id: ben.id, status: "open" });
  expect((await first.client.call(takeReports, { body: {} })).body.items).toEqual([]);
  expect((await decide(first, again?.id ?? "", "kept", "Still none.")).status).not.toBe(200);
  const [item] = (await second.client.call(takeReports, { body: {} })).body.items;
  expect(item?.reports[0]?.notice).toMatchObject({ name: fields.name, objection: "Read the second line." });
  // words about a measure are for the member that it is taken against
  expect((await decide(second, again?.id ?? "", "warned", "Never threaten anyone.")).status).toBe(200);
  const answered = (await mails(fields.email)).find(({ subject }) => subject === "We’ve answered your appeal");
  expect(answered?.text).toContain("Someone else on our team looked at it again and acted on it.");
  expect(answered?.text).not.toContain("Never threaten anyone.");
  expect((await guest.call(getNotice, { query: { token } })).body.notice.objection?.answer).toMatchObject({
    upheld: true,
    words: "",
  });
});

test("DSA 16(5): no measure is taken on a notice that names no member, and its notifier never hears that one was", async ({
  sendFirst,
  reports,
  mails,
  given,
}) => {
  const { client } = await staffMember(given, "moderator");
  const id = await sendFirst({ place: "a profile in Hamburg with a red hat", email: "hat@example.org" });
  const decide = (verdict: "kept" | "warned" | "removed" | "banned") =>
    client.call(decideReports, {
      body: { id, reports: [id], verdict, ground: "scam", words: "We found no such hat." },
    });
  for (const verdict of ["warned", "removed", "banned"] as const) {
    expect((await decide(verdict)).body.error?.field_codes, verdict).toEqual({ verdict: "unknown_option" });
  }
  expect((await reports())[0]?.status).toBe("open");
  expect((await decide("kept")).status).toBe(200);
  const decided = (await mails("hat@example.org")).find(({ subject }) => subject === "We’ve decided on your report");
  expect(decided?.text).toContain("left it as it is. We found no such hat.");
});

test("DSA 16(2): staff ask the notifier of content that they can't find; the reply by the link in the mail begins a report", async ({
  member,
  visitor,
  sendFirst,
  mails,
  given,
  services,
}) => {
  const { client } = await staffMember(given, "moderator");
  const ben = await member();
  const id = await sendFirst({ place: "the man with the red hat", email: "red@example.org" });
  const ask = (id: string, reported: string) =>
    client.call(decideReports, {
      body: { id: reported, reports: [id], verdict: "asked", words: "Which page is it on?" },
    });
  expect((await client.call(takeReports, { body: {} })).body.items[0]?.reports[0]?.notice?.can_ask).toBe(true);
  expect((await ask(id, id)).status).toBe(200);
  expect((await client.call(takeReports, { body: {} })).body.items).toEqual([]);
  const asked = (await mails("red@example.org")).find(({ text }) => text.includes("Which page is it on?"));
  expect(asked?.text).toContain("Which page is it on?");
  const token = tokenIn(asked?.text ?? "");
  const guest = visitor();
  const { notice } = (await guest.call(getNotice, { query: { token } })).body;
  expect(notice).toMatchObject({ decision: null, question: { text: "Which page is it on?", reply: null } });

  services.clock.advance(60_000);
  const place = `http://localhost/members/${ben.id}`;
  const replied = await guest.call(replyToQuestion, { body: { token, text: `It is ${place}` } });
  expect(replied.body.notice.question?.reply?.text).toBe(`It is ${place}`);
  const twice = await guest.call(replyToQuestion, { body: { token, text: "And another" } });
  expect(twice.body.error?.code).toBe("question_answered");
  const [item] = (await client.call(takeReports, { body: {} })).body.items;
  expect(item).toMatchObject({ id: ben.id, reports: [{ notice: { reply: `It is ${place}` } }] });
  // there is a member now: nothing is left to ask
  const again = item?.reports[0]?.id ?? "";
  expect((await ask(again, ben.id)).body.error?.field_codes).toEqual({ verdict: "unknown_option" });
});

test("DSA 16: a notice that was asked back is in a list of those that wait, and found by number and email address", async ({
  visitor,
  send,
  reports,
  mails,
  given,
  services,
}) => {
  const { client } = await staffMember(given, "moderator");
  const boss = await staffMember(given, "admin");
  const elsewhere = await staffMember(given, "moderator");
  await boss.client.call(changeStaffSites, { body: { id: elsewhere.id, sites: ["abendrot"] } });
  const find = async (body: { text?: string; state?: NoticeState }, who = client) =>
    (await who.call(findNotices, { body })).body.notices.map(({ place, state }) => `${place}: ${state}`);
  await send({ place: "the blue hat", email: "blue@example.org" });
  await send({ place: "the green hat", email: "green@example.org" });
  const id = (await reports())[0]?.id ?? "";
  const words = "Which page is it on?";
  expect(await find({ state: "waiting" })).toEqual([]);
  await client.call(takeReports, { body: { count: 12 } });
  await client.call(decideReports, { body: { id, reports: [id], verdict: "asked", words } });
  const { notices } = (await client.call(findNotices, { body: { state: "waiting" } })).body;
  const asked = { place: "the blue hat", question: words, asked_at: services.clock.now().toISOString(), item: null };
  expect(notices).toMatchObject([{ ...asked, email: "blue@example.org", member: null }]);
  expect(await find({ text: notices[0]?.id ?? "" })).toEqual(["the blue hat: waiting"]);
  expect(await find({ text: "Blue@example.ORG" })).toEqual(["the blue hat: waiting"]);
  expect(await find({ state: "open" })).toEqual(["the green hat: open"]);
  expect(await find({ text: "the hat" })).toEqual([]);
  expect(await find({ state: "waiting" }, elsewhere.client)).toEqual([]);
  expect((await client.call(findNotices, { body: {} })).body.error?.field_codes).toEqual({ text: "required" });

  const mail = (await mails("blue@example.org")).find(({ text }) => text.includes(words));
  await visitor().call(replyToQuestion, { body: { token: tokenIn(mail?.text ?? ""), text: "On the third" } });
  expect(await find({ state: "waiting" })).toEqual([]);
  const [again] = (await client.call(findNotices, { body: { text: "blue@example.org" } })).body.notices;
  const item = again?.item ?? "";
  expect((await client.call(takeReports, { body: { first: item } })).body.items[0]?.id).toBe(item);
  await dismiss(services, item);
  expect(await find({ text: "blue@example.org" })).toEqual(["the blue hat: done"]);
});

test("DSA 16, 20: staff take a decided notice of a guest up again as long as the guest could object; the next decision is mailed too", async ({
  member,
  visitor,
  send,
  reports,
  mails,
  given,
  services,
}) => {
  const { client } = await staffMember(given, "moderator");
  const ben = await member();
  await send({ place: ben.id, email: "once@example.org" });
  const newest = async () => (await reports()).findLast(({ reported_id: id }) => id === ben.id)?.id ?? "";
  const first = await newest();
  const decide = (report: string, verdict: "kept" | "warned", words: string) =>
    client.call(decideReports, { body: { id: ben.id, reports: [report], verdict, ground: "harassment", words } });
  const inSearch = async () =>
    (await client.call(findNotices, { body: { text: "once@example.org" } })).body.notices.map(
      ({ state, item, again }) => ({
        state,
        item,
        again: again?.report ?? null,
      }),
    );
  const reopen = (id: string) => client.call(reopenNotice, { body: { id } });
  expect((await reopen(first)).body.error?.code).toBe("staff_item_gone");
  await decide(first, "kept", "We see no threat.");
  expect(await inSearch()).toEqual([{ state: "done", item: null, again: first }]);
  services.clock.advance(60_000);
  expect((await reopen(first)).body).toEqual({ item: ben.id });
  expect((await reopen(first)).body.error?.code).toBe("staff_item_gone");
  expect(await inSearch()).toEqual([{ state: "open", item: ben.id, again: null }]);
  const mail = (await mails("once@example.org")).findLast(({ text }) => text.includes("We see no threat."));
  const query = { token: tokenIn(mail?.text ?? "") };
  const onPage = async () => (await visitor().call(getNotice, { query })).body.notice;
  expect(await onPage()).toMatchObject({ decision: null, object_until: null });
  // the same person may decide otherwise, and the guest can object to that
  const second = await newest();
  expect(second).not.toBe(first);
  expect((await decide(second, "warned", "Stop it.")).status).toBe(200);
  expect(await onPage()).toMatchObject({ decision: { acted: true }, objection: null });
  const decided = (await mails("once@example.org")).filter(({ subject }) => subject === "We’ve decided on your report");
  expect(decided).toHaveLength(2);
  const log = services.db.selectFrom("audit_log").select("member_id").where("action", "=", "notice_reopened");
  expect(await log.where("subject", "=", `report:${second}`).execute()).toEqual([{ member_id: ben.id }]);
  // an objection is another person's, and after its time nothing is taken up
  services.clock.advance(objectionDays * dayMs + 1);
  const later = (await staffMember(given, "moderator")).client;
  expect((await later.call(reopenNotice, { body: { id: second } })).body.error?.code).toBe("staff_item_gone");
});

test("DSA 16: staff name the member of a notice that names none, and decide on it with the other reports about them", async ({
  member,
  sendFirst,
  given,
}) => {
  const { client } = await staffMember(given, "moderator");
  const ben = await member();
  const id = await sendFirst({ place: "the man with the red hat" });
  const name = (place: string) => client.call(nameReported, { body: { id, place } });
  expect((await name("no such member")).body.error?.code).toBe("profile_not_found");
  expect((await name(`@${ben.name}`)).status).toBe(200);
  expect((await name(`@${ben.name}`)).body.error?.code).toBe("staff_item_gone");
  const [item] = (await client.call(takeReports, { body: {} })).body.items;
  expect(item).toMatchObject({ id: ben.id, reports: [{ id, about: "profile" }] });
  const warning = { verdict: "warned", ground: "scam", words: "No red hats." } as const;
  expect((await client.call(decideReports, { body: { id: ben.id, reports: [id], ...warning } })).status).toBe(200);
});

test("DSA 20: an objection is possible for six months; a link of another site or a forged one shows nothing", async ({
  visitor,
  sendFirst,
  mails,
  services,
}) => {
  await dismiss(services, await sendFirst({ place: "somewhere", email: "late@example.org" }));
  const decided = (await mails("late@example.org")).find(({ subject }) => subject === "We’ve decided on your report");
  const token = tokenIn(decided?.text ?? "");
  const codeOf = async (host: string, candidate: string) =>
    (await visitor(host).call(getNotice, { query: { token: candidate } })).body.error?.code;
  expect(await codeOf("127.0.0.1", token)).toBe("link_invalid");
  const forged = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;
  expect(await codeOf("localhost", forged)).toBe("link_invalid");
  services.clock.advance(184 * dayMs);
  const late = await visitor().call(objectToNotice, { body: { token, text: "Too late" } });
  expect(late.body.error?.code).toBe("objection_over");
});

test("D3.9 a notice goes a year after its end, and an erased member's name with the member", async ({
  sendFirst,
  services,
}) => {
  const report = await sendFirst({ place: "somewhere" });
  const count = async () => (await services.db.selectFrom("content_notices").select("id").execute()).length;
  services.clock.advance(400 * dayMs);
  await purgeOldRows.run(services, {});
  expect(await count()).toBe(1);
  await dismiss(services, report);
  services.clock.advance(364 * dayMs);
  await purgeOldRows.run(services, {});
  expect(await count()).toBe(1);
  services.clock.advance(2 * dayMs);
  await purgeOldRows.run(services, {});
  expect(await count()).toBe(0);
});

test("R1.11 DSA 16: the page and the mails are in every language", ({ services }) => {
  for (const language of languages) {
    for (const key of ["complaints:notice.title", "mails:notice_decided.redress", "shell:footer.report"]) {
      expect(services.texts.t(language, key)).not.toBe("");
    }
  }
});
