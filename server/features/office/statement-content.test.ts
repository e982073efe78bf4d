import { sendMessage } from "#contract/chat.ts";
import { getDecisions } from "#contract/decisions.ts";
import { type ReportReason, reportMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { test as base, talkIn } from "#server/features/chat/talks/test-talk.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect } from "#server/test.ts";
import { decideOn, decisionsOf, waitingPhoto } from "./test-office.ts";

const test = base.extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"));

// a message went to one person: its words and its minute would tell who reported it
const cases: [ReportReason, string][] = [
  ["danger", "What I wrote"],
  ["harassment", "What I wrote"],
  ["scam", "What I wrote"],
  ["explicit", "What I wrote"],
  ["intimate", ""],
  ["fake", ""],
  ["underage", ""],
  ["other", ""],
];
test.for(cases)(
  "DSA 17 the statement about a message reported as %s gives its day, and its words only if they are the reason",
  async ([reason, text], { pair, mia, services, mails }) => {
    const [anna, ben] = await pair();
    const sent = await ben.client.call(sendMessage, { body: { member: anna.id, text: "What I wrote" } });
    const about = { about: "message", message: sent.body.message.id } as const;
    const answer = await anna.client.call(reportMember, { body: { member: ben.id, ...about, reason, text: "" } });
    const decision = { verdict: "warned", ground: reason, words: "Please read our rules" } as const;
    await decideOn(mia, ben, answer.body.report, decision);
    const at = `${services.clock.now().toISOString().slice(0, 10)}T12:00:00.000Z`;
    expect(await decisionsOf(ben)).toMatchObject([{ content: { about: "message", text, at } }]);
    const [mail] = await mails(ben.email);
    expect(mail?.text.includes("What I wrote")).toBe(text !== "");
    expect(mail?.text).not.toMatch(/\d\d:\d\d/);
  },
);

test("R12.02 DSA 17 what was said in a call: staff read when it was and how long, the statement says its day alone", async ({
  talking,
  pass,
  mia,
  services,
  mails,
}) => {
  const { anna, ben, hers, his, id } = await talking();
  const asked = services.clock.now().toISOString();
  await pass(90, id, hers, his);
  talkIn(await his.end(id));
  const body = { member: ben.id, about: "profile", talk: id, reason: "harassment" } as const;
  const { report } = (await anna.client.call(reportMember, { body: { ...body, text: "" } })).body;
  // the reporter's words come after the two taps
  const answer = await anna.client.call(reportMember, { body: { ...body, text: "He threatened me" } });
  expect(answer.body).toEqual({ report, changed: true });
  const { items } = (await mia.client.call(office.takeReports, { body: { count: 10 } })).body;
  const mine = items.find(({ id: item }) => item === ben.id)?.reports;
  expect(mine).toMatchObject([{ id: report, text: "He threatened me", talk: { at: asked, seconds: 90 } }]);
  const own = await anna.client.call(getDecisions);
  expect(own.body.reports).toMatchObject([{ id: report, about: "call" }]);
  await decideOn(mia, ben, report, { verdict: "warned", ground: "harassment", words: "Please read our rules" });
  const at = `${asked.slice(0, 10)}T12:00:00.000Z`;
  expect(await decisionsOf(ben)).toMatchObject([{ content: { about: "call", text: "", at } }]);
  const [mail] = await mails(ben.email);
  expect(mail?.text).toContain("What it’s about: Call, ");
  expect(mail?.text).not.toContain("threatened me");
  expect(mail?.text).not.toMatch(/\d\d:\d\d/);
});

test("DSA 17 a message whose reporter asks for it is not quoted: the statement names its kind alone", async ({
  pair,
  mia,
  mails,
}) => {
  const [anna, ben] = await pair();
  const sent = await ben.client.call(sendMessage, { body: { member: anna.id, text: "What I wrote" } });
  const about = { about: "message", message: sent.body.message.id, reason: "harassment", text: "" } as const;
  const body = { member: ben.id, ...about };
  await anna.client.call(reportMember, { body });
  // changed their mind before staff decided
  const { report } = (await anna.client.call(reportMember, { body: { ...body, unquoted: true } })).body;
  const { items } = (await mia.client.call(office.takeReports, { body: { count: 10 } })).body;
  expect(items.find(({ id }) => id === ben.id)?.reports).toMatchObject([{ id: report, unquoted: true }]);
  await decideOn(mia, ben, report, { verdict: "warned", ground: "harassment", words: "Please read our rules" });
  expect(await decisionsOf(ben)).toMatchObject([{ content: { about: "message", text: "", at: null } }]);
  const [mail] = await mails(ben.email);
  expect(mail?.text).not.toContain("What I wrote");
});

test("DSA 17 the statement about a profile photo gives when it was uploaded, and whether a program pointed it out", async ({
  member,
  mia,
  services,
}) => {
  const anna = await member();
  const at = services.clock.now().toISOString();
  const [plain, suspected] = [await waitingPhoto(anna), await waitingPhoto(anna)];
  const finding = { photo_id: suspected, kind: "nudity", found_at: services.clock.now() };
  await services.db.insertInto("photo_suspicions").values(finding).execute();
  for (const id of [plain, suspected]) {
    await mia.client.call(office.decidePhoto, { body: { id, verdict: "explicit" } });
  }
  const content = { about: "photo", text: "", at };
  const stated = await decisionsOf(anna);
  expect(stated.map((one) => one.content)).toEqual([content, content]);
  expect(stated.map(({ source }) => source).sort()).toEqual(["own_initiative", "program"]);
});

test("DSA 17 the statement about a rejected “About me” quotes it, and says that a program pointed it out", async ({
  member,
  mia,
  services,
  mails,
}) => {
  const anna = await member();
  const text = "Call 0171 2345678";
  const waits = { about_me_inspection: text, about_me_inspection_since: services.clock.now() };
  await services.db.updateTable("profiles").set(waits).where("member_id", "=", anna.id).execute();
  await mia.client.call(office.decideText, {
    body: { id: anna.id, verdict: "contact_details", text, words: "No numbers, please." },
  });
  const [stated] = await decisionsOf(anna);
  expect(stated).toMatchObject({ source: "program", content: { about: "text", text }, decision: "text_rejected" });
  expect(stated?.words).toBe("No numbers, please.");
  const [mail] = await mails(anna.email);
  for (const said of [text, "No numbers, please.", "A program pointed it out", "by a person on our team"])
    expect(mail?.text).toContain(said);
});
