import { randomUUID } from "node:crypto";
import { getAuditLog } from "#contract/audit-log.ts";
import { sendMessage } from "#contract/chat.ts";
import { getComplaints, sendComplaint } from "#contract/complaints.ts";
import { getDecisions, objectToDecision, settlementBodiesUrl } from "#contract/decisions.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import * as office from "#contract/office.ts";
import { getMemberFile, sanctionMember } from "#contract/staff-members.ts";
import { getUpdates } from "#contract/updates.ts";
import { picture, sendTo } from "#server/features/chat/photos/test-photos.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect, type Member } from "#server/test.ts";
import { decideOn, reportOn, test } from "./test-office.ts";

const decisionsOf = async ({ client }: Member) => (await client.call(getDecisions)).body;

test("D11.2 a report: receipt, a warning with one statement for each side, and an objection answered by another person", async ({
  member,
  mia,
  max,
  ada,
  mails,
  services,
}) => {
  const [anna, ben] = [await member({ name: "Anna" }), await member({ name: "Ben" })];
  const id = await reportOn(anna, ben);
  expect((await anna.client.call(getUpdates)).body.updates).toMatchObject([{ kind: "report_received" }]);
  const about = { name: "Ben", fictional: false, automatic: false };
  const sent = { id, about: "profile", reason: "scam", member: about };
  expect((await decisionsOf(anna)).reports).toMatchObject([{ ...sent, open: true }]);
  // the receipt is mailed once, however often the open report is changed, and does not name the other
  await reportOn(anna, ben, { text: "Look, again" });
  const [receipt, ...others] = await mails(anna.email);
  expect([receipt?.subject, others]).toEqual(["We’ve got your report on Rendezvous", []]);
  expect(receipt?.text).toContain(`/decisions#${id}`);
  expect(receipt?.text).not.toContain("Ben");
  const { items } = (await mia.client.call(office.takeReports, { body: {} })).body;
  const told = { id, about: "profile", reason: "scam", image: null, text: "Look, again", reporter: { id: anna.id } };
  expect(items).toMatchObject([{ id: ben.id, member: { id: ben.id, name: "Ben" }, reports: [told] }]);
  const words = "Please don't ask for money.";
  const decide = () => decideOn(mia, ben, id, { verdict: "warned", words });
  const answers = await Promise.all([decide(), decide()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);

  const [his] = (await decisionsOf(ben)).decisions;
  // whose report it was stays with the team
  expect(his).toMatchObject({ decision: "warned", ground: "scam", words, objection: null, report: null });
  expect((await decisionsOf(ben)).decisions).toHaveLength(1);
  const hers = await decisionsOf(anna);
  const updatesOf = async ({ client }: Member) => (await client.call(getUpdates)).body.updates[0]?.kind;
  expect([await updatesOf(anna), await updatesOf(ben)]).toEqual(["report_decided", "decision"]);
  // what the team wrote to him is between them and him
  expect(hers.decisions).toMatchObject([{ decision: "report_acted", ground: "scam", report: id, words: "" }]);
  expect(hers.reports).toMatchObject([{ ...sent, open: false }]);
  const decided = (await mails(anna.email)).find(({ subject }) => subject === "A decision from Rendezvous");
  expect(decided?.text).toContain("We looked into what you reported and took action.");
  // she reads which report it answers
  expect(decided?.text).toMatch(/Profile, .* 2026:\s+Asking for money, or advertising/);
  expect(decided?.text).not.toContain(words);
  expect(decided?.text).not.toContain("From our team");
  expect((await mails(ben.email)).map(({ text }) => text.includes(words))).toEqual([true]);

  const object = (client = ben.client, decision = his?.id ?? "") =>
    client.call(objectToDecision, { body: { id: decision, text: "I only joked" } });
  expect((await object(anna.client)).body.error?.code).toBe("decision_not_found");
  expect((await object()).body.decision.objection).toMatchObject({ text: "I only joked", answer: null });
  expect((await object()).body.error?.code).toBe("objection_over");
  // who decided does not see it, and can't answer it either
  expect((await mia.client.call(office.takeObjections, { body: {} })).body).toEqual({ items: [], waiting: 0 });
  const answer = (who: typeof mia) =>
    who.client.call(office.decideObjection, { body: { id: his?.id ?? "", verdict: "upheld", words: "Fair." } });
  expect((await answer(mia)).body.error?.code).toBe("staff_item_gone");
  const objections = (await max.client.call(office.takeObjections, { body: {} })).body;
  expect(objections.items).toMatchObject([{ id: his?.id, text: "I only joked" }]);
  expect((await answer(max)).status).toBe(200);
  const [after] = (await decisionsOf(ben)).decisions;
  expect(after?.objection?.answer).toMatchObject({ upheld: true, text: "Fair." });
  // the answer comes to him: he need not look for it
  expect(await updatesOf(ben)).toBe("appeal_answered");
  const answered = (await mails(ben.email)).at(-1);
  expect(answered?.subject).toBe("Our team has answered your appeal");
  expect(answered?.text).toContain("you were right");
  expect(answered?.text).not.toContain("certified body");
  expect(answered?.text).toContain("Fair.");
  const log = (await ada.client.call(getAuditLog)).body.entries.map(({ action }) => action);
  expect(log.slice(0, 3)).toContain("objection_upheld");
  expect(log).toContain("report_warned");
  // staff read the appeal, the answer and whose it is on his page; her report has led to nothing that stands
  const { safety } = (await mia.client.call(getMemberFile, { query: { id: ben.id } })).body;
  const answering = services.db.selectFrom("staff").select("name").where("id", "=", max.id);
  const by = (await answering.executeTakeFirstOrThrow()).name;
  const reply = { words: "Fair.", at: services.clock.now().toISOString(), by };
  expect(safety?.decisions[0]).toMatchObject({ objection: "upheld", appeal: { text: "I only joked", answer: reply } });
  const cleo = await member();
  const next = await reportOn(anna, cleo);
  const waiting = (await mia.client.call(office.takeReports, { body: { count: 12 } })).body.items;
  expect(waiting.find(({ id: of }) => of === cleo.id)?.reports).toMatchObject([
    { reporter: { decided: 1, upheld: 0 } },
  ]);
  await decideOn(mia, cleo, next, { verdict: "kept" });
});

test("D11.2 a report of what breaks no rule: only the reporter hears; after six months no objection is taken", async ({
  member,
  mia,
  mails,
  services,
}) => {
  const [anna, ben] = [await member(), await member()];
  const id = await reportOn(anna, ben);
  const words = "He broke no rule. You can block him.";
  await decideOn(mia, ben, id, { verdict: "kept", words });
  expect((await decisionsOf(ben)).decisions).toEqual([]);
  const [decision] = (await decisionsOf(anna)).decisions;
  expect(decision).toMatchObject({ decision: "report_kept", ground: null, words });
  expect((await mails(anna.email)).filter(({ text }) => text.includes(words))).toHaveLength(1);
  const old = new Date(services.clock.now().getTime() - 184 * dayMs);
  const table = services.db.updateTable("statements").set({ created_at: old });
  await table.where("id", "=", decision?.id ?? "").execute();
  expect((await decisionsOf(anna)).decisions[0]?.object_until).toBeNull();
  const late = await anna.client.call(objectToDecision, { body: { id: decision?.id ?? "", text: "Still" } });
  expect(late.body.error?.code).toBe("objection_over");
});

test("D11.2 a statement of reasons: the message, the rule, how we noticed, a person, and each redress; nothing of it for the reporter", async ({
  member,
  pair,
  mia,
  mails,
  services,
}) => {
  const [anna, ben] = await pair();
  const sent = await ben.client.call(sendMessage, { body: { member: anna.id, text: "Send me money" } });
  const id = await reportOn(anna, ben, { about: "message", message: sent.body.message.id });
  const at = `${services.clock.now().toISOString().slice(0, 10)}T12:00:00.000Z`;
  await decideOn(mia, ben, id, { verdict: "warned" });
  const [his] = (await decisionsOf(ben)).decisions;
  expect(his).toMatchObject({ source: "notice", content: { about: "message", text: "Send me money", at } });
  const [hers] = (await decisionsOf(anna)).decisions;
  expect(hers).toMatchObject({ decision: "report_acted", source: null, content: null });
  const [mail] = await mails(ben.email);
  for (const said of [
    "Send me money",
    "Someone reported it to us.",
    "Our terms, “How we treat each other”",
    "made by a person",
    "appeal within six months",
    settlementBodiesUrl,
    "go to court",
  ])
    expect(mail?.text).toContain(said);
  expect(mail?.text).not.toContain(anna.id);

  // found in a member's file, without a report
  const cleo = await member();
  const { version } = (await mia.client.call(getMemberFile, { query: { id: cleo.id } })).body.member;
  const measure = { id: cleo.id, version, measure: "warned", ground: "underage", words: "How old are you?" } as const;
  await mia.client.call(sanctionMember, { body: measure });
  expect((await decisionsOf(cleo)).decisions).toMatchObject([{ source: "own_initiative", content: null }]);
  expect((await mails(cleo.email))[0]?.text).toContain("Our terms, “Your account”");
});

test("D8.2 D11.2 a rejected photo of a chat: one statement of reasons and a mail; upheld, the picture can be sent again", async ({
  pair,
  mia,
  max,
  mails,
  services,
}) => {
  const [anna, ben] = await pair();
  const file = await picture("#f0a", "#0af");
  await sendTo(anna, ben, file);
  const { items } = (await mia.client.call(office.takeChatPhotos, { body: { count: 12 } })).body;
  const id = items.find(({ member }) => member.id === anna.id)?.id ?? "";
  const reject = () => mia.client.call(office.decideChatPhoto, { body: { id, verdict: "someone_else" } });
  const answers = await Promise.all([reject(), reject()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { decisions } = await decisionsOf(anna);
  expect(decisions).toMatchObject([
    { decision: "chat_photo_rejected", ground: "someone_else", objection: null, content: { about: "photo" } },
  ]);
  expect((await decisionsOf(ben)).decisions).toEqual([]);
  expect((await mails(anna.email)).map(({ subject }) => subject)).toEqual(["A decision from Rendezvous"]);
  expect((await sendTo(anna, ben, file)).body.error?.code).toBe("photo_rejected_before");

  const statement = decisions[0]?.id ?? "";
  await anna.client.call(objectToDecision, { body: { id: statement, text: "That is me" } });
  const uphold = { id: statement, verdict: "upheld", words: "Why" } as const;
  expect((await max.client.call(office.decideObjection, { body: uphold })).status).toBe(200);
  expect((await sendTo(anna, ben, file)).status).toBe(200);
  const entries = services.db.selectFrom("audit_log").select("member_id").where("subject", "=", `chat_photo:${id}`);
  expect(await entries.execute()).toEqual([{ member_id: anna.id }]);
});

test("D11.2 a reported photo of a chat that is removed is told to its author as what it was", async ({ pair, mia }) => {
  const [anna, ben] = await pair();
  await sendTo(ben, anna, await picture("#12f", "#f21"));
  const { items } = (await mia.client.call(office.takeChatPhotos, { body: { count: 12 } })).body;
  const photo = items.find(({ member }) => member.id === ben.id)?.id ?? "";
  await mia.client.call(office.decideChatPhoto, { body: { id: photo, verdict: "approved" } });
  const id = await reportOn(anna, ben, { about: "photo", photo, reason: "explicit" });
  await decideOn(mia, ben, id, { verdict: "removed", ground: "explicit" });
  expect((await decisionsOf(ben)).decisions).toMatchObject([{ decision: "chat_photo_rejected", ground: "explicit" }]);
});

test("D11.4 a private chat is read only from an open report about it, and that is logged", async ({
  pair,
  member,
  mia,
  ada,
}) => {
  const [anna, ben] = await pair();
  await sendTo(ben, anna, await picture("#a11", "#1a1"));
  const open = (id: string) => mia.client.call(office.openReportedChat, { body: { id } });
  const aboutProfile = await reportOn(anna, await member());
  expect((await open(aboutProfile)).body.error?.code).toBe("staff_item_gone");
  expect((await open(randomUUID())).body.error?.code).toBe("staff_item_gone");
  const id = await reportOn(anna, ben, { about: "chat" });
  expect((await open(id)).body.lines).toMatchObject([{ reported: true }]);
  const entries = (await ada.client.call(getAuditLog)).body.entries;
  expect(entries[0]).toMatchObject({ action: "chat_opened", member_id: ben.id, subject: `report:${id}` });
  await decideOn(mia, ben, id, { verdict: "kept" });
  expect((await open(id)).body.error?.code).toBe("staff_item_gone");
});

test("D8.2 D11.3 photos in chats and profile texts: approved, rejected, or changed meanwhile", async ({
  pair,
  mia,
  services,
}) => {
  const [anna, ben] = await pair();
  await sendTo(anna, ben, await picture("#c0f", "#0fc"));
  const { items } = (await mia.client.call(office.takeChatPhotos, { body: { count: 12 } })).body;
  const photo = items.find(({ member }) => member.id === anna.id);
  expect(photo?.image).toMatch(/^\/staff-files\/chat\//);
  expect(photo?.status).toBe("active");
  const rejected = await mia.client.call(office.decideChatPhoto, {
    body: { id: photo?.id ?? "", verdict: "explicit" },
  });
  expect(rejected.status).toBe(200);

  const waits = { about_me_inspection: "Call 0171 2345678", about_me_inspection_since: services.clock.now() };
  await services.db.updateTable("profiles").set(waits).where("member_id", "=", ben.id).execute();
  const texts = (await mia.client.call(office.takeTexts, { body: { count: 12 } })).body.items;
  const detected = { kinds: ["phone"], places: [{ start: 5, end: 17 }], whole: true };
  expect(texts).toMatchObject([{ id: ben.id, kind: "about_me", text: "Call 0171 2345678", detected }]);
  const language = { label: "language", value: "English" };
  expect(texts[0]?.facts).toEqual([language]);
  expect(texts[0]?.replies.map(({ title }) => title)).toEqual(["Hatred", "Contact details", "Against the law"]);
  await services.db.updateTable("accounts").set({ status: "not_confirmed" }).where("id", "=", ben.id).execute();
  const [unconfirmed] = (await mia.client.call(office.takeTexts, { body: { count: 12 } })).body.items;
  expect(unconfirmed?.facts).toEqual([language, { label: "account", value: "Email not confirmed" }]);
  const decide = (text: string) =>
    mia.client.call(office.decideText, { body: { id: ben.id, verdict: "contact_details", text } });
  expect((await decide("An older text")).body.error?.code).toBe("staff_item_gone");
  expect((await decide("Call 0171 2345678")).status).toBe(200);
  const [refused, ...others] = (await decisionsOf(ben)).decisions;
  expect([refused, others]).toMatchObject([{ decision: "text_rejected", ground: "contact_details" }, []]);
  // one update, which names what it is about
  const updates = (await ben.client.call(getUpdates)).body.updates.map(({ kind, path }) => ({ kind, path }));
  expect(updates).toEqual([{ kind: "text_rejected", path: `/decisions#${refused?.id}` }]);
});

test("R2.01 a complaint’s answer is mailed once, in its language, closes it, and shows to its member and to staff", async ({
  given,
  member,
  ada,
  mails,
}) => {
  const [one, two] = [await staffMember(given, "support"), await staffMember(given, "support")];
  const ben = await member({ name: "Bernardo" });
  const send = async (text: string) =>
    (await ben.client.call(sendComplaint, { body: { email: ben.email, text } }, { language: "nl" })).body.number;
  const number = await send("It is slow");
  const answersMailed = async () => (await mails(ben.email)).filter(({ subject }) => subject.includes("beantwoord"));
  const mine = async () => (await ben.client.call(getComplaints)).body.complaints;
  expect(await mine()).toMatchObject([{ number, kind: "complaint", text: "It is slow", open: true, answer: null }]);
  const { items } = (await one.client.call(office.takeComplaints, { body: {} })).body;
  const id = items[0]?.id ?? "";
  expect(items[0]?.facts).toContainEqual({ label: "language", value: "Dutch" });
  const decide = (who: typeof one, words: string) =>
    who.client.call(office.decideComplaint, { body: { id, verdict: "answered", words } });
  // the other one is refused while the first works on it, longer than on a decision
  given.services.clock.advance(6 * minuteMs);
  expect((await decide(two, "Mine")).body.error?.code).toBe("staff_item_claimed");
  expect((await decide(one, "")).body.error?.field_codes).toEqual({ words: "required" });
  const words = "We have added a server.\nIs it better now?";
  const answers = await Promise.all([decide(one, words), decide(one, words), decide(one, words)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await decide(two, "Mine")).body.error?.code).toBe("staff_item_gone");

  const [mail, ...others] = await answersMailed();
  expect([mail?.subject, others]).toEqual([`Rendezvous heeft je bericht beantwoord: ${number}`, []]);
  for (const text of [...words.split("\n"), `/nl/decisions#${id}`, number]) expect(mail?.text).toContain(text);
  expect(await mine()).toMatchObject([{ number, open: false, answer: { text: words } }]);
  const { updates } = (await ben.client.call(getUpdates)).body;
  expect(updates).toMatchObject([{ kind: "complaint_answered", path: `/decisions#${id}` }]);
  const file = (await one.client.call(getMemberFile, { query: { id: ben.id } })).body;
  const kept = {
    id,
    number,
    text: "It is slow",
    open: false,
    answer: { text: words, by: expect.stringMatching(/^Staff /) },
  };
  expect(file.safety?.complaints).toMatchObject([kept]);
  const { entries } = (await ada.client.call(getAuditLog)).body;
  const entry = entries.find(({ action }) => action !== "file_opened");
  expect(entry).toMatchObject({ action: "complaint_answered", member_id: ben.id, subject: `complaint:${id}` });
  expect(JSON.stringify(entry)).not.toContain("server");

  // the next complaint shows this one
  given.services.clock.advance(minuteMs);
  await send("Slow again");
  const next = (await two.client.call(office.takeComplaints, { body: {} })).body.items;
  expect(next).toMatchObject([{ text: "Slow again", earlier: [kept] }]);
  const again = { id: next[0]?.id ?? "", verdict: "closed" } as const;
  expect((await two.client.call(office.decideComplaint, { body: again })).status).toBe(200);
  expect(await answersMailed()).toHaveLength(1);
  expect((await mine())[0]).toMatchObject({ text: "Slow again", open: false, answer: null });

  // staff find a closed one by its number, as a person types it, and the log has it
  const find = async (typed: string) =>
    (await two.client.call(office.findComplaints, { body: { text: typed } })).body.complaints;
  const found = { ...kept, email: ben.email, member: { id: ben.id }, site: "rendezvous" };
  for (const typed of [number, number.toLowerCase().replace("-", " ")])
    expect(await find(typed)).toMatchObject([found]);
  expect(await find("AAAA-AAAA")).toEqual([]);
  const [last] = (await ada.client.call(getAuditLog)).body.entries;
  expect(last).toMatchObject({ action: "complaint_opened", member_id: ben.id, subject: `complaint:${id}` });
});

test("R2.01 a stranger’s complaint is answered to the address in it, without a link to a login", async ({
  given,
  visitor,
  mails,
}) => {
  const support = await staffMember(given, "support");
  const body = { email: "stranger@example.org", text: "That’s my picture" };
  await visitor().call(sendComplaint, { body }, { language: "fi" });
  const [item] = (await support.client.call(office.takeComplaints, { body: {} })).body.items;
  expect(item).toMatchObject({ member: null, text: body.text, earlier: [] });
  const typed = item?.facts.find(({ label }) => label === "number")?.value ?? "";
  const { complaints } = (await support.client.call(office.findComplaints, { body: { text: typed } })).body;
  expect(complaints).toMatchObject([{ id: item?.id, email: body.email, member: null, open: true }]);
  const answer = { id: item?.id ?? "", verdict: "answered", words: "We removed it." } as const;
  expect((await support.client.call(office.decideComplaint, { body: answer })).status).toBe(200);
  const [mail, ...others] = await mails(body.email);
  expect([mail?.language, others]).toEqual(["fi", []]);
  expect(mail?.text).toContain("We removed it.");
  expect(mail?.text).not.toContain("/decisions");
});

test("R2.01 D7.4 complaints, withdrawals and payment issues are shown and closed once, each by its roles", async ({
  given,
  services,
  member,
}) => {
  const { db, clock } = services;
  const [support, finance] = [await staffMember(given, "support"), await staffMember(given, "finance")];
  const ben = await member({ name: "Benedict" });
  const now = clock.now();
  const owned = { site_id: ben.siteId, member_id: ben.id };
  await db
    .insertInto("withdrawals")
    .values({ ...owned, outcome: "recorded", email: "ben@example.org", number: "2026-17", created_at: now })
    .execute();
  const issue = { kind: "unusual_spending", subject: "x", member_id: ben.id, detail: '{"purchases":6}' };
  await db
    .insertInto("payment_issues")
    .values({ ...issue, found_at: now })
    .execute();
  await ben.client.call(sendComplaint, { body: { email: ben.email, text: "It is slow" } });

  const queues = [
    [support, office.takeComplaints, office.decideComplaint, "number"],
    [finance, office.takeWithdrawals, office.decideWithdrawal, "number"],
    [finance, office.takePayments, office.decidePaymentIssue, "detail"],
  ] as const;
  for (const [who, take, decide, fact] of queues) {
    const { items } = (await who.client.call(take, { body: {} })).body;
    expect(items).toMatchObject([{ member: { id: ben.id, name: "Benedict" } }]);
    expect(items[0]?.facts.map(({ label }) => label)).toContain(fact);
    const close = () => who.client.call(decide, { body: { id: items[0]?.id ?? "", verdict: "closed" } });
    expect([(await close()).status, (await close()).status]).toEqual([200, 409]);
    expect((await who.client.call(take, { body: {} })).body.items).toEqual([]);
  }
  const seen = (await support.client.call(office.getQueues)).body.queues.map(({ name }) => name);
  expect(seen).toEqual(["complaints"]);
});
