import { getAuditLog } from "#contract/audit-log.ts";
import {
  getComplaintByLink,
  getComplaints,
  replyByLink,
  replyToComplaint,
  sendComplaint,
} from "#contract/complaints.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import * as office from "#contract/office.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect } from "#server/test.ts";

type Staff = Awaited<ReturnType<typeof staffMember>>;

const test = base
  .extend("sue", ({ given }) => staffMember(given, "support"))
  .extend("fin", ({ given }) => staffMember(given, "finance"));

const take = async ({ client }: Staff) =>
  (await client.call(office.takeComplaints, { body: { count: 12 } })).body.items;
const decide = (
  { client }: Staff,
  id: string,
  verdict: "answered" | "closed" | "to_finance" | "to_support" | "banned",
  more = {},
) => client.call(office.decideComplaint, { body: { id, verdict, ...more } });

test("R2.01 a member and staff write to each other about a complaint, on the member's page, in one thread", async ({
  member,
  sue,
  mails,
  services,
}) => {
  const [ben, eva] = [await member(), await member()];
  await ben.client.call(sendComplaint, { body: { email: ben.email, topic: "technical", text: "It is slow" } });
  const [item] = await take(sue);
  const id = item?.id ?? "";
  expect(item?.topic).toBe("technical");
  expect((await decide(sue, id, "answered", { words: "Which page?", read: 0 })).status).toBe(200);
  services.clock.advance(minuteMs);
  const reply = (text: string, client = ben.client) => client.call(replyToComplaint, { body: { id, text } });
  expect((await reply("Mine!", eva.client)).body.error?.code).toBe("complaint_not_found");
  expect((await reply("The search.")).body.complaint).toMatchObject({ open: true, may_reply: true });
  const toStaff = await mails("help@rendezvous.invalid");
  expect(toStaff.filter(({ text }) => text.includes("The search."))).toHaveLength(1);
  const [again] = await take(sue);
  expect(again).toMatchObject({ id, since: services.clock.now().toISOString(), thread: [{ team: false, by: null }] });
  services.clock.advance(minuteMs);
  // what the member adds while staff write is not closed unread
  await reply("And the chat.");
  const answer = (read: number) => decide(sue, id, "answered", { words: "Both are fixed.", read });
  expect((await answer(1)).body.error?.code).toBe("site_changed");
  services.clock.advance(minuteMs);
  expect((await answer(2)).status).toBe(200);
  const [shown] = (await ben.client.call(getComplaints)).body.complaints;
  expect(shown).toMatchObject({ open: false, answer: { text: "Which page?" } });
  expect(shown?.messages.map(({ team, text }) => [team, text])).toEqual([
    [false, "The search."],
    [false, "And the chat."],
    [true, "Both are fixed."],
  ]);
  expect((await mails(ben.email)).filter(({ text }) => text.includes("Both are fixed."))).toHaveLength(1);
});

test("R2.01 a stranger answers by the link in the mail, which shows this complaint and nothing else", async ({
  visitor,
  sue,
  mails,
  services,
}) => {
  const email = "stranger@example.org";
  await visitor().call(sendComplaint, { body: { email, text: "That’s my picture" } }, { language: "de" });
  const [item] = await take(sue);
  // what staff send often is in the sender's language, its title in that of staff
  expect(item?.replies.find(({ title }) => title === "Problem fixed")).toMatchObject({
    title: "Problem fixed",
    text: expect.stringContaining("Fehler gefunden"),
  });
  const id = item?.id ?? "";
  await decide(sue, id, "answered", { words: "Which profile?" });
  const [mail] = await mails(email);
  const token = /\/complaint\/([A-Za-z0-9_-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const show = (given: string) => visitor().call(getComplaintByLink, { query: { token: given } });
  expect((await show(token)).body.complaint).toMatchObject({
    text: "That’s my picture",
    answer: { text: "Which profile?" },
  });
  expect((await show(`${token.slice(0, -2)}AA`)).body.error?.code).toBe("complaint_not_found");
  const sent = await visitor().call(replyByLink, { body: { token, text: "Lena92" } });
  expect(sent.body.complaint).toMatchObject({ open: true, messages: [{ team: false, text: "Lena92" }] });
  expect(await take(sue)).toMatchObject([{ id, member: null, thread: [{ text: "Lena92" }] }]);
  await decide(sue, id, "closed");
  services.clock.advance(31 * dayMs);
  const late = await visitor().call(replyByLink, { body: { token, text: "And Lena93" } });
  expect(late.body.error?.code).toBe("complaint_over");
  expect((await show(token)).body.complaint).toMatchObject({ may_reply: false });
});

test("R2.01 a reply and an answer at once: neither is lost, and what was not read is open", async ({ member, sue }) => {
  for (let time = 0; time < 5; time += 1) {
    const ben = await member();
    await ben.client.call(sendComplaint, { body: { email: ben.email, text: "It is slow" } });
    const [item] = await take(sue);
    const id = item?.id ?? "";
    const [reply, answer] = await Promise.all([
      ben.client.call(replyToComplaint, { body: { id, text: "Very slow" } }),
      decide(sue, id, "answered", { words: "It is fixed.", read: 0 }),
    ]);
    expect(reply.status).toBe(200);
    const [shown] = (await ben.client.call(getComplaints)).body.complaints;
    expect(shown?.open).toBe(true);
    expect(shown?.answer?.text).toBe(answer.status === 200 ? "It is fixed." : undefined);
    await decide(sue, id, "closed");
  }
});

test("R2.01 a complaint about a payment is handed over to finance, and back; each works on their own", async ({
  given,
  member,
  sue,
  fin,
}) => {
  const ada = await staffMember(given, "admin");
  const ben = await member();
  await ben.client.call(sendComplaint, { body: { email: ben.email, topic: "payment", text: "Charged twice" } });
  const [item] = await take(sue);
  const id = item?.id ?? "";
  const note = { note: "Yours, I think" };
  expect(await take(fin)).toEqual([]);
  expect((await decide(fin, id, "answered", { words: "Mine" })).body.error?.code).toBe("staff_item_claimed");
  expect((await decide(sue, id, "to_support", note)).body.error?.code).toBe("staff_item_gone");
  expect((await decide(sue, id, "to_finance", note)).status).toBe(200);
  expect(await take(sue)).toEqual([]);
  expect(await take(fin)).toMatchObject([{ id, kind: "finance" }]);
  expect((await decide(fin, id, "to_support", note)).status).toBe(200);
  expect((await decide(fin, id, "closed")).body.error?.code).toBe("staff_item_gone");
  expect(await take(ada)).toMatchObject([{ id, kind: "support" }]);
  const { entries } = (await ada.client.call(getAuditLog)).body;
  const actions = entries.map(({ action }) => action).filter((action) => action.startsWith("complaint_to"));
  expect(actions).toEqual(["complaint_to_support", "complaint_to_finance"]);
});

test("R2.01 complaints about safety come first, and staff find closed ones by address and by words", async ({
  visitor,
  sue,
  services,
}) => {
  const send = async (email: string, topic: "safety" | "other", text: string) => {
    services.clock.advance(minuteMs);
    return (await visitor().call(sendComplaint, { body: { email, topic, text } })).body.number;
  };
  const slow = await send("Slow@example.org", "other", "The chat is slow");
  const threat = await send("threat@example.org", "safety", "A man threatens me");
  const items = await take(sue);
  const numberOf = (item: (typeof items)[number]) => item.facts.find(({ label }) => label === "number")?.value;
  expect(items.map((item) => [numberOf(item), item.urgent])).toEqual([
    [threat, true],
    [slow, false],
  ]);
  for (const { id } of items) await decide(sue, id, "closed");
  const find = async (text: string) =>
    (await sue.client.call(office.findComplaints, { body: { text } })).body.complaints.map(({ number }) => number);
  expect(await find("slow@EXAMPLE.org")).toEqual([slow]);
  expect(await find("man threatens")).toEqual([threat]);
  expect(await find("nothing like it")).toEqual([]);
  expect(await find("%")).toEqual([]);
});
