import { sendMessage } from "#contract/chat.ts";
import { sendNotice } from "#contract/content-notices.ts";
import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { reportMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { getMemberFile, noteAuthority, restoreMember, sanctionMember } from "#contract/staff-members.ts";
import type { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect, type Member } from "#server/test.ts";
import { decideOn, decisionsOf, reportOn, test } from "./test-office.ts";

type Staff = Awaited<ReturnType<typeof staffMember>>;

test.beforeEach(async ({ services }) => {
  await services.db.deleteFrom("reports").execute();
  await services.db.deleteFrom("staff_claims").execute();
});

const report = (from: Member, about: Member, more: object = {}) =>
  from.client.call(reportMember, { body: { member: about.id, about: "profile", reason: "scam", text: "", ...more } });
const reported = (from: Member, about: Member, more: object = {}) => reportOn(from, about, { text: "", ...more });
const dismiss = (staff: Staff, about: Member, id: string) =>
  decideOn(staff, about, id, { verdict: "kept", words: "Nothing is wrong", unfounded: true });

test("DSA 18 reports about danger and minors stand first, the gravest before all, marked, however old the others are; who was told is logged", async ({
  member,
  services,
  mia,
  ada,
  visitor,
}) => {
  const anna = await member();
  const about: Record<string, Member> = {};
  const ids: Record<string, string> = {};
  for (const reason of ["scam", "intimate", "underage", "fake", "danger"]) {
    about[reason] = await member();
    ids[reason] = await reported(anna, about[reason], { reason });
    services.clock.advance(minuteMs);
  }
  const of = (reason: string) => about[reason]?.id;
  const first = (await mia.client.call(office.takeReports, { body: { count: 4 } })).body.items;
  expect(first.map(({ id, urgent }) => [id, urgent])).toEqual([
    [of("danger"), true],
    [of("underage"), true],
    [of("intimate"), true],
    [of("scam"), false],
  ]);
  const { queues } = (await mia.client.call(office.getQueues, { query: { queue: "reports" } })).body;
  expect(queues).toMatchObject([{ waiting: 5, urgent: 3 }]);
  // the next page goes on behind the last one that was seen
  const take = async (after: (typeof first)[number] | undefined) =>
    after &&
    (
      await mia.client.call(office.takeReports, {
        body: { count: 3, after: { since: after.since, id: after.id, urgency: after.urgency } },
      })
    ).body.items.map(({ id }) => id);
  expect(await take(first[0])).toEqual([of("underage"), of("intimate"), of("scam")]);
  expect(await take(first[2])).toEqual([of("scam"), of("fake")]);
  expect(await take(first[3])).toEqual([of("fake")]);
  // a danger that is reported meanwhile comes before what is left, by a member or a guest, and no other one twice
  const had = first.flatMap(({ id, urgent }) => (urgent ? id : []));
  const late = await member();
  await reported(anna, late, { reason: "danger" });
  services.clock.advance(minuteMs);
  const notice = { place: "A page of yours", text: "A threat", name: "G", email: "g@example.org", good_faith: true };
  await visitor().call(sendNotice, { body: { ...notice, reason: "danger" } });
  const last = first[3];
  const page = { count: 3, after: last && { since: last.since, id: last.id, urgency: last.urgency }, had };
  const next = (await mia.client.call(office.takeReports, { body: page })).body.items;
  expect(next.map(({ id, member: who, urgent }) => [who === null ? "notice" : id, urgent])).toEqual([
    [late.id, true],
    ["notice", true],
    [of("fake"), false],
  ]);

  const decide = { verdict: "banned", ground: "danger", words: "A threat", authority_told: true } as const;
  expect((await decideOn(mia, { id: of("danger") ?? "" }, ids.danger ?? "", decide)).status).toBe(200);
  const log = await services.db
    .selectFrom("audit_log")
    .select(["action", "detail"])
    .where("subject", "=", `report:${ids.danger}`)
    .execute();
  expect(log).toMatchObject([{ action: "report_banned", detail: { authority_told: true } }]);
  // what was decided on can be read again, and the log says so
  const again = await mia.client.call(office.getDecidedReport, { query: { id: ids.danger ?? "" } });
  expect(again.body).toMatchObject({ reports: [{ id: ids.danger, reason: "danger" }], authority_told: true });
  const open = await mia.client.call(office.getDecidedReport, { query: { id: ids.scam ?? "" } });
  expect(open.body.error?.code).toBe("staff_item_gone");
  const reads = services.db.selectFrom("audit_log").select("subject").where("action", "=", "report_opened");
  expect(await reads.execute()).toEqual([{ subject: `report:${ids.danger}` }]);
  expect((await ada.client.call(office.getQueues)).status).toBe(200);
});

test("DSA 18 who worried about someone is thanked, and not told that no rule is broken; staff see where that person lives", async ({
  member,
  mia,
  services,
}) => {
  const [anna, ben] = [await member(), await member()];
  const id = await reported(anna, ben, { reason: "danger" });
  const [item] = (await mia.client.call(office.takeReports, { body: { count: 3 } })).body.items;
  const profile = services.db.selectFrom("profiles").select("country").where("member_id", "=", ben.id);
  expect(item?.about?.country).toBe((await profile.executeTakeFirst())?.country);
  await decideOn(mia, ben, id, { verdict: "kept", words: "It was a joke." });
  expect(await decisionsOf(anna)).toMatchObject([{ decision: "danger_checked", words: "It was a joke." }]);
});

test("DSA 18 help that was given counts for the reporter as action, a false alarm does not; help is only for a danger", async ({
  member,
  mia,
}) => {
  const [anna, ben, cleo, dora] = [await member(), await member(), await member(), await member()];
  const helped = { verdict: "helped", words: "We called for help." } as const;
  await decideOn(mia, ben, await reported(anna, ben, { reason: "danger" }), helped);
  expect(await decisionsOf(anna)).toMatchObject([{ decision: "danger_helped", words: "We called for help." }]);
  await decideOn(mia, cleo, await reported(anna, cleo, { reason: "danger" }), { verdict: "kept" });
  const scam = await reported(anna, dora);
  const refused = await decideOn(mia, dora, scam, helped);
  expect(refused.body.error?.field_codes).toEqual({ verdict: "unknown_option" });
  const [item] = (await mia.client.call(office.takeReports, { body: {} })).body.items;
  expect(item?.reports[0]?.reporter).toMatchObject({ id: anna.id, decided: 2, upheld: 1 });
});

test("DSA 18 a member's page has once, with its author and time, that help was given or the police told, with their number", async ({
  member,
  mia,
  services,
}) => {
  const [anna, ben, cleo, dora] = [await member(), await member(), await member(), await member()];
  const ids = [await reported(anna, ben, { reason: "danger" }), await reported(cleo, ben, { reason: "danger" })];
  const told = { authority_told: true, authority_reference: "POL-7/26" };
  await decideOn(mia, ben, ids, { verdict: "helped", ...told });
  await decideOn(mia, dora, await reported(anna, dora, { reason: "danger" }), { verdict: "kept" });
  const helpOf = async ({ id }: Member) => (await mia.client.call(getMemberFile, { query: { id } })).body.safety?.help;
  const at = services.clock.now().toISOString();
  expect(await helpOf(ben)).toEqual([{ at, by: expect.any(String), helped: true, ...told }]);
  expect((await mia.client.call(office.getDecidedReport, { query: { id: ids[0] ?? "" } })).body).toMatchObject(told);
  expect(await helpOf(dora)).toEqual([]);
});

test("DSA 18 that the police were told is added to a decided case or a member afterwards, and stands in their page, the report and the log", async ({
  member,
  mia,
  services,
}) => {
  const [anna, ben, cleo] = [await member(), await member(), await member()];
  const report = await reported(anna, ben, { reason: "danger" });
  const note = (about: Member, more: object = {}) =>
    mia.client.call(noteAuthority, { body: { id: about.id, ...more } });
  // an open report has its own tick
  expect((await note(ben, { report })).body.error?.code).toBe("staff_item_gone");
  await decideOn(mia, ben, report, { verdict: "helped" });
  services.clock.advance(minuteMs);
  expect((await note(cleo, { report })).body.error?.code).toBe("staff_item_gone");
  expect((await note(ben, { report, reference: "POL-8/26" })).status).toBe(200);
  const helpOf = async ({ id }: Member) => (await mia.client.call(getMemberFile, { query: { id } })).body.safety?.help;
  const told = { authority_told: true, authority_reference: "POL-8/26" };
  expect(await helpOf(ben)).toMatchObject([
    { helped: false, ...told },
    { helped: true, authority_told: false },
  ]);
  expect((await mia.client.call(office.getDecidedReport, { query: { id: report } })).body).toMatchObject(told);
  const log = services.db.selectFrom("audit_log").select(["member_id", "subject", "detail"]);
  expect(await log.where("action", "=", "authority_told").execute()).toEqual([
    { member_id: ben.id, subject: `report:${report}`, detail: told },
  ]);
  // without a report, such as of a member who was banned from their page
  expect((await note(cleo)).status).toBe(200);
  expect(await helpOf(cleo)).toMatchObject([{ authority_told: true, authority_reference: "" }]);
});

test("DSA 18 D11.2 a ban on a member's page says too that the police were told; a mute there may end on a day of one's own", async ({
  member,
  mia,
  services,
}) => {
  const [ben, cleo] = [await member(), await member()];
  const fileOf = async ({ id }: Member) => (await mia.client.call(getMemberFile, { query: { id } })).body;
  const sanction = async (about: Member, more: object) => {
    const { version } = (await fileOf(about)).member;
    const body = { id: about.id, version, ground: "danger", words: "A threat", measure: "muted", ...more } as const;
    return await mia.client.call(sanctionMember, { body });
  };
  const told = { authority_told: true, authority_reference: "POL-9/26" };
  expect((await sanction(ben, { measure: "banned", ...told })).status).toBe(200);
  expect((await fileOf(ben)).safety?.help).toMatchObject([{ helped: false, ...told }]);
  expect((await sanction(cleo, {})).body.error?.field_codes).toEqual({ until: "required" });
  const until = new Date(services.clock.now().getTime() + 45 * dayMs).toISOString();
  expect((await sanction(cleo, { until })).status).toBe(200);
  const file = await fileOf(cleo);
  expect(file.member.muted_until).toBe(until);
  expect(file.safety?.help).toEqual([]);
  expect(file.measure_replies.length).toBeGreaterThan(1);
});

test("DSA 18 a chat can be reported for danger too", async ({ pair }) => {
  const [anna, ben] = await pair();
  await ben.client.call(sendMessage, { body: { member: anna.id, text: "I can't go on any more" } });
  expect((await report(anna, ben, { about: "chat", reason: "danger" })).status).toBe(200);
});

test("DSA 18 staff say that someone is in danger, whatever the reason of a report: it comes first, with all that a report of danger has, logged", async ({
  pair,
  member,
  mia,
  max,
  services,
}) => {
  const [anna, ben] = await pair();
  const older = await member();
  const other = await reported(anna, older, { reason: "underage" });
  services.clock.advance(minuteMs);
  const id = await reported(anna, ben, { reason: "harassment", text: "He says that he will end it all" });
  const body = { id };
  const take = async (count = 2) => (await mia.client.call(office.takeReports, { body: { count } })).body.items;
  expect((await take()).map((item) => [item.id, item.urgency, item.danger])).toEqual([
    [older.id, 2, null],
    [ben.id, 0, null],
  ]);
  // it is another person's item
  expect((await max.client.call(office.markDanger, { body })).body.error?.code).toBe("staff_item_claimed");
  expect((await mia.client.call(office.markDanger, { body })).status).toBe(200);
  const again = await mia.client.call(office.markDanger, { body });
  expect(again.body.error?.code).toBe("staff_item_gone");
  const [first] = await take(1);
  expect(first).toMatchObject({
    id: ben.id,
    urgency: 3,
    reports: [{ id, reason: "danger", filed_as: "harassment" }],
    danger: [
      { id: ben.id, reported: true },
      { id: anna.id, reported: false },
    ],
  });
  // who may harm themselves and who is threatened need other words
  const titles = first?.danger?.map(({ replies }) => replies.map(({ title }) => title));
  expect(titles).toEqual([
    ["Self-harm: where to get help", "Threatened: what to do"],
    ["Threatened: what to do", "Self-harm: where to get help"],
  ]);
  expect((await mia.client.call(office.writePoliceText, { body })).body.text).toContain("He says that he will end it");
  // the reporter reads the reason that they chose, and a new one takes nothing back
  const reportsOf = async () => (await anna.client.call(getDecisions)).body.reports;
  expect((await reportsOf()).find((each) => each.id === id)).toMatchObject({ reason: "harassment" });
  await reported(anna, ben, { reason: "other" });
  expect((await reportsOf()).find((each) => each.id === id)).toMatchObject({ reason: "other" });
  expect((await take(1))[0]).toMatchObject({ reports: [{ reason: "danger", filed_as: "other" }] });

  await decideOn(mia, ben, id, { verdict: "kept", words: "We called for help." });
  expect(await decisionsOf(anna)).toMatchObject([{ decision: "danger_checked" }]);
  const log = services.db.selectFrom("audit_log").select(["action", "member_id"]).where("subject", "=", `report:${id}`);
  expect(await log.where("action", "=", "report_danger_marked").execute()).toEqual([
    { action: "report_danger_marked", member_id: ben.id },
  ]);
  // by month and reason, a report is closed as what it was received as
  const events = services.db.selectFrom("moderation_events").select(["what", "kind"]).orderBy("id", "desc");
  const closed = await events.where("what", "=", "report_closed").executeTakeFirst();
  expect(closed?.kind).toBe("other");
  await decideOn(mia, older, other, { verdict: "kept", words: "Adult." });
});

test("DSA 18 that someone is in danger can be taken back for ten seconds, and the report has its own reason again", async ({
  member,
  mia,
  services,
}) => {
  const [anna, ben] = [await member(), await member()];
  const id = await reported(anna, ben, { reason: "harassment" });
  const body = { id };
  const mark = () => mia.client.call(office.markDanger, { body });
  const unmark = () => mia.client.call(office.unmarkDanger, { body });
  expect((await unmark()).body.error?.code).toBe("staff_item_gone");
  await mark();
  services.clock.advance(9_000);
  expect((await unmark()).status).toBe(200);
  const [item] = (await mia.client.call(office.takeReports, { body: { count: 1 } })).body.items;
  expect(item).toMatchObject({ urgent: false, danger: null, reports: [{ reason: "harassment", filed_as: null }] });
  expect((await mia.client.call(office.writePoliceText, { body })).body.error?.code).toBe("staff_item_gone");
  await mark();
  services.clock.advance(minuteMs);
  expect((await unmark()).body.error?.code).toBe("staff_item_gone");
  const log = services.db.selectFrom("audit_log").select("action").where("subject", "=", `report:${id}`).orderBy("id");
  expect((await log.execute()).map(({ action }) => action)).toEqual([
    "report_danger_marked",
    "report_danger_unmarked",
    "report_danger_marked",
  ]);
});

test("DSA 16 DSA 18 a notice that staff mark as danger is answered like one of danger", async ({
  member,
  visitor,
  mia,
  services,
  mails,
}) => {
  const ben = await member();
  const words = { reason: "harassment", text: "He may hurt himself", name: "Noor", email: "noor@example.org" } as const;
  const notice = { ...words, place: ben.id, good_faith: true } as const;
  expect((await visitor().call(sendNotice, { body: notice })).status).toBe(200);
  const { id } = await services.db.selectFrom("reports").select("id").executeTakeFirstOrThrow();
  await mia.client.call(office.markDanger, { body: { id } });
  await decideOn(mia, ben, id, { verdict: "kept", words: "We called for help." });
  const sent = await mails("noor@example.org");
  expect(sent.map(({ text }) => text).join()).toContain("Thank you for looking out for someone");
});

test("DSA 18 one text has what the police need: who, how to reach them, what was written and when; it is logged", async ({
  pair,
  mia,
  services,
}) => {
  const [anna, ben] = await pair();
  await ben.client.call(sendMessage, { body: { member: anna.id, text: "I will come to your house" } });
  const id = await reported(anna, ben, { about: "chat", reason: "danger", text: "He knows where I live" });
  const open = (report: string) => mia.client.call(office.writePoliceText, { body: { id: report } });
  const { text } = (await open(id)).body;
  for (const part of [id, anna.id, ben.id, anna.email, ben.email, "He knows where I live"])
    expect(text).toContain(part);
  expect(text).toMatch(/UTC · .*: I will come to your house/);
  expect(text).toContain("Digital Services Act, Article 18");
  expect(text).not.toContain("undefined");
  const log = services.db.selectFrom("audit_log").select(["member_id", "reason"]).where("subject", "=", `report:${id}`);
  expect(await log.where("action", "=", "police_text_opened").execute()).toEqual([
    { member_id: ben.id, reason: "danger" },
    { member_id: anna.id, reason: "danger" },
  ]);
  await decideOn(mia, ben, id, { verdict: "kept", words: "We called for help." });
  expect((await open(id)).body.error?.code).toBe("staff_item_gone");
});

test("DSA 18 a report for another reason has no text for the police", async ({ member, mia }) => {
  const [anna, ben] = [await member(), await member()];
  const id = await reported(anna, ben, { reason: "scam" });
  const { body } = await mia.client.call(office.writePoliceText, { body: { id } });
  expect(body.error?.code).toBe("staff_item_gone");
});

test("DSA 23 reports without any ground are counted; after a warning they are not looked at for a time, but urgent ones are", async ({
  member,
  services,
  mails,
  mia,
}) => {
  const [anna, ben, cleo] = [await member(), await member(), await member()];
  await dismiss(mia, ben, await reported(anna, ben));
  await dismiss(mia, cleo, await reported(anna, cleo));
  await reported(anna, ben);
  const [item] = (await mia.client.call(office.takeReports, { body: {} })).body.items;
  expect(item?.reports[0]?.reporter).toMatchObject({ id: anna.id, unfounded: 2 });
  await decideOn(mia, ben, item?.reports[0]?.id ?? "", { verdict: "warned", words: "Stop it" });
  const { body: file } = await mia.client.call(getMemberFile, { query: { id: anna.id } });
  expect(file.safety?.reports.filter(({ unfounded }) => unfounded)).toHaveLength(2);

  const sanction = async (measure: "warned" | "reports_paused", ground: "misuse" | "scam" = "misuse") => {
    const { version } = (await mia.client.call(getMemberFile, { query: { id: anna.id } })).body.member;
    const body = { id: anna.id, version, measure, days: 30, ground, words: "Too many reports" } as const;
    return mia.client.call(sanctionMember, { body });
  };
  // never before a warning, and for nothing else
  expect((await sanction("reports_paused")).body.error?.field_codes).toEqual({ measure: "warning_needed" });
  await sanction("warned", "scam");
  expect((await sanction("reports_paused")).body.error?.field_codes).toEqual({ measure: "warning_needed" });
  expect((await sanction("warned")).status).toBe(200);
  // what may follow is a pause, not a suspension
  const warnings = (await mails(anna.email)).filter(({ text }) => text.includes("This is a warning"));
  expect(warnings).toHaveLength(2);
  const warning = warnings.find(({ text }) => !text.includes("scam"));
  expect(warning?.text).toContain("we may stop looking at your reports and appeals for a while");
  expect(warning?.text).not.toContain("suspend your account");
  expect((await sanction("reports_paused", "scam")).body.error?.field_codes).toEqual({ ground: "unknown_option" });
  expect((await sanction("reports_paused")).status).toBe(200);
  const statements = await decisionsOf(anna);
  expect(statements[0]).toMatchObject({ decision: "reports_paused", ground: "misuse", until: expect.any(String) });

  const refused = await report(anna, cleo);
  expect([refused.status, refused.body.error?.code]).toEqual([403, "reports_paused"]);
  expect(refused.body.error?.message).toContain("If a person is in danger or under 18, or");
  expect((await report(anna, cleo, { reason: "danger" })).status).toBe(200);
  expect((await report(anna, cleo, { reason: "underage" })).status).toBe(200);
  expect((await report(ben, cleo)).status).toBe(200);

  // her other objections wait too, but not the one to the pause
  const object = (id: string | undefined) =>
    anna.client.call(objectToDecision, { body: { id: id ?? "", text: "They were all right" } });
  expect((await object(statements[1]?.id)).body.error?.code).toBe("reports_paused");
  expect((await object(statements[0]?.id)).status).toBe(200);
  const over = new Date(services.clock.now().getTime() - minuteMs);
  await services.db.updateTable("statements").set({ until: over }).where("decision", "=", "reports_paused").execute();
  expect((await report(anna, cleo)).status).toBe(200);
  expect((await object(statements[1]?.id)).status).toBe(200);
});

test("DSA 23 a case knows its reporter: what they reported of others in the same words, and whether they were warned, which staff can do from there", async ({
  member,
  mia,
  services,
}) => {
  const [anna, ben, cleo, dora] = [await member(), await member(), await member(), await member()];
  await reported(anna, ben, { text: "A fake!  Ban him" });
  await reported(anna, cleo, { text: " a fake! ban HIM" });
  const photo = { about: "photo", about_id: crypto.randomUUID(), reason: "fake", text: "A fake! Ban him" } as const;
  const now = services.clock.now();
  const pair = { site_id: anna.siteId, reporter_id: anna.id, reported_id: cleo.id, created_at: now, changed_at: now };
  await services.db
    .insertInto("reports")
    .values({ ...photo, ...pair })
    .execute();
  await reported(anna, dora, { text: "Something else" });
  const reporterOf = async (of: Member) => {
    const { items } = (await mia.client.call(office.takeReports, { body: { count: 12 } })).body;
    return items.find(({ id }) => id === of.id)?.reports.at(-1)?.reporter;
  };
  expect(await reporterOf(ben)).toMatchObject({ same_words: { reports: 2, members: 1 }, warned_at: null });
  const others = [{ id: ben.id, name: ben.name }];
  expect(await reporterOf(cleo)).toMatchObject({ same_words: { reports: 1, members: 1, others } });
  expect(await reporterOf(dora)).toMatchObject({ same_words: { reports: 0, members: 0, others: [] } });
  const version = (await reporterOf(dora))?.version ?? -1;
  const warn = {
    id: anna.id,
    version,
    measure: "warned",
    ground: "misuse",
    words: "Report only what is true",
  } as const;
  expect((await mia.client.call(sanctionMember, { body: warn })).status).toBe(200);
  expect((await mia.client.call(sanctionMember, { body: warn })).body.error?.code).toBe("staff_item_gone");
  expect(await reporterOf(dora)).toMatchObject({ warned_at: expect.any(String), version: version + 1 });
  await mia.client.call(sanctionMember, { body: { ...warn, version: version + 1, measure: "banned" } });
  expect(await reporterOf(dora)).toMatchObject({ version: null });
});

test("DSA 23 a pause can be lifted, and an objection without any ground counts like a report", async ({
  member,
  mia,
  max,
}) => {
  const [anna, ben] = [await member(), await member()];
  const versionOf = async () => (await mia.client.call(getMemberFile, { query: { id: anna.id } })).body.member.version;
  const sanction = async (measure: "warned" | "reports_paused") =>
    mia.client.call(sanctionMember, {
      body: { id: anna.id, version: await versionOf(), measure, days: 30, ground: "misuse", words: "Again" },
    });
  await sanction("warned");
  const [warning] = await decisionsOf(anna);
  await anna.client.call(objectToDecision, { body: { id: warning?.id ?? "", text: "Idiots" } });
  const reject = { id: warning?.id ?? "", verdict: "rejected", words: "It stands", unfounded: true } as const;
  expect((await max.client.call(office.decideObjection, { body: reject })).status).toBe(200);
  await reported(anna, ben);
  const [item] = (await mia.client.call(office.takeReports, { body: {} })).body.items;
  expect(item?.reports[0]?.reporter).toMatchObject({ id: anna.id, unfounded: 1 });

  await sanction("reports_paused");
  expect((await report(anna, await member())).status).toBe(403);
  const restore = { id: anna.id, version: await versionOf(), words: "All right" };
  expect((await mia.client.call(restoreMember, { body: restore })).status).toBe(200);
  expect((await report(anna, await member())).status).toBe(200);
});
