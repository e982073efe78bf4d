import { getChat } from "#contract/chat.ts";
import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { blockMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { getMemberFile, restoreMember } from "#contract/staff-members.ts";
import { removeVoiceFiles } from "#server/features/chat/voice/jobs.ts";
import { haveWritten, speakTo } from "#server/features/chat/voice/test-voice.ts";
import { purgeReports } from "#server/features/moderation/keep-reported.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { recording } from "#server/features/profiles/voice/test-recording.ts";
import { expect, type Member } from "#server/test.ts";
import { test as base, decideOn, reportOn } from "./test-office.ts";

type Staff = Awaited<ReturnType<typeof staffMember>>;

const test = base
  .extend("sound", { scope: "file" }, () => recording())
  /** Ben sends Anna a voice message. */
  .extend("spoken", { scope: "file" }, ({ pair, sound, services }) => async () => {
    const [anna, ben] = await pair();
    await haveWritten(anna, ben);
    const { message } = (await speakTo(ben, anna, sound)).body;
    const voices = services.db.selectFrom("voice_messages").select("id").where("message_id", "=", message.id);
    const { id: voice } = await voices.executeTakeFirstOrThrow();
    return { anna, ben, message: message.id, voice };
  })
  .extend("hears", { scope: "file" }, () => async ({ client }: Staff, url: string | null | undefined) => {
    const { statusCode, headers } = await client.get(url ?? "/staff-files/voice/none.sound");
    if (statusCode === 200)
      expect([headers["content-type"], headers["cache-control"]]).toEqual(["audio/webm", "no-store"]);
    return statusCode === 200;
  })
  .extend("cleanUp", { scope: "file" }, ({ services }) => async () => {
    await removeVoiceFiles.run(services, {});
    await services.jobs.drain(services);
  })
  .extend("filesOf", { scope: "file" }, ({ services }) => (voice: string) => {
    return [...services.files.stored.keys()].filter((key) => key.includes(voice)).length;
  });

const report = (from: Member, about: Member, more: object) =>
  reportOn(from, about, { reason: "harassment", text: "Listen", ...more });
const itemOf = async ({ client }: Staff, { id }: Member) =>
  (await client.call(office.takeReports, { body: { count: 12 } })).body.items.find((item) => item.id === id);
const latestOf = async ({ client }: Member) => (await client.call(getDecisions)).body.decisions[0];

test("R12.01 D11.2 staff hear a reported voice message and take it down: its credits come back, and both hear why", async ({
  spoken,
  mia,
  max,
  hears,
  services,
  cleanUp,
  filesOf,
}) => {
  const { anna, ben, message, voice } = await spoken();
  const id = await report(anna, ben, { about: "message", message });
  const sound = `/staff-files/voice/${voice}.sound`;
  const item = await itemOf(mia, ben);
  expect(item?.reports).toMatchObject([{ about: "message", message: "", attachment: "voice", image: null, sound }]);
  expect(await hears(mia, sound)).toBe(true);
  expect((await decideOn(mia, ben, id, { verdict: "removed", ground: "explicit" })).status).toBe(200);
  expect(await hears(mia, sound)).toBe(false);
  const statement = await latestOf(ben);
  expect(statement).toMatchObject({ decision: "voice_rejected", ground: "explicit", words: "Why", source: "notice" });
  expect(await latestOf(anna)).toMatchObject({ decision: "report_acted", report: id });
  const wallet = services.db.selectFrom("wallets").select("credits").where("member_id", "=", ben.id);
  expect(await wallet.executeTakeFirstOrThrow()).toEqual({ credits: 19 });
  const { messages } = (await ben.client.call(getChat, { query: { member: anna.id } })).body;
  expect(messages.at(-1)?.attachment).toMatchObject({
    status: "rejected",
    rejected: { reason: "explicit", credits: 3 },
  });
  // another person hears it for an appeal, and no one else
  await cleanUp();
  expect(filesOf(voice)).toBe(1);
  await ben.client.call(objectToDecision, { body: { id: statement?.id ?? "", text: "I only sang" } });
  const appeal = async ({ client }: Staff) =>
    (await client.call(office.takeObjections, { body: { count: 12 } })).body.items.find(
      (each) => each.id === statement?.id,
    );
  const appealed = await appeal(max);
  expect(appealed).toMatchObject({ kind: "voice_rejected", sound: null, reports: [{ id, sound }] });
  expect(await hears(max, sound)).toBe(true);
  const spokenAddress = `/staff-files/spoken/${statement?.id}.sound`;
  expect([await hears(max, spokenAddress), await hears(mia, spokenAddress)]).toEqual([true, false]);
  // what the report has is forgotten before the appeal is answered
  await services.db.updateTable("reports").set({ evidence: null }).where("id", "=", id).execute();
  services.clock.advance(6 * 60_000);
  expect(await appeal(max)).toMatchObject({ sound: spokenAddress });
  const answer = { id: statement?.id ?? "", verdict: "rejected", words: "It stays", unfounded: false } as const;
  expect((await max.client.call(office.decideObjection, { body: answer })).status).toBe(200);
  expect(await hears(max, spokenAddress)).toBe(false);
  await cleanUp();
  expect(filesOf(voice)).toBe(0);
});

test("R12.01 D11.2 staff take the rejection of a voice message back without an appeal, and its author is told", async ({
  spoken,
  mia,
}) => {
  const { anna, ben, message } = await spoken();
  const id = await report(anna, ben, { about: "message", message });
  await decideOn(mia, ben, id, { verdict: "removed", ground: "explicit" });
  const statement = (await latestOf(ben))?.id ?? "";
  const { member, safety } = (await mia.client.call(getMemberFile, { query: { id: ben.id } })).body;
  expect(safety?.decisions).toMatchObject([{ id: statement, decision: "voice_rejected", can_take_back: true }]);
  const { version } = member;
  const body = { id: ben.id, decision: statement, words: "A mistake of ours", version };
  expect((await mia.client.call(restoreMember, { body })).status).toBe(200);
  expect(await latestOf(ben)).toMatchObject({ decision: "rejection_withdrawn", words: "A mistake of ours" });
  const again = { ...body, version: version + 1 };
  expect((await mia.client.call(restoreMember, { body: again })).status, "once").toBe(409);
});

test("R12.01 a rejected voice message that no one appeals against is kept as long as its author could", async ({
  spoken,
  mia,
  services,
  cleanUp,
  filesOf,
}) => {
  const { anna, ben, message, voice } = await spoken();
  const id = await report(anna, ben, { about: "message", message });
  await decideOn(mia, ben, id, { verdict: "removed", ground: "harassment" });
  const begin = services.clock.now();
  const leftAfter = async (days: number) => {
    services.clock.set(new Date(begin.getTime() + days * dayMs).toISOString());
    await cleanUp();
    return filesOf(voice);
  };
  expect([await leftAfter(182), await leftAfter(184)]).toEqual([1, 0]);
  services.clock.set(begin.toISOString());
});

test("R12.01 D11.4 staff hear the voice messages of a chat once they read it for a report, which is logged", async ({
  spoken,
  mia,
  given,
  hears,
}) => {
  const { anna, ben, voice } = await spoken();
  const sound = `/staff-files/voice/${voice}.sound`;
  const id = await report(anna, ben, { about: "chat" });
  expect(await hears(mia, sound)).toBe(false);
  const { lines } = (await mia.client.call(office.openReportedChat, { body: { id } })).body;
  expect(lines.map((line) => [line.attachment, line.sound])).toEqual([
    [null, null],
    [null, null],
    ["voice", sound],
  ]);
  expect(await hears(mia, sound)).toBe(true);
  expect(await hears(await staffMember(given, "finance"), sound)).toBe(false);
  await decideOn(mia, ben, id, { verdict: "kept" });
  expect(await hears(mia, sound)).toBe(false);
});

test.for(["message", "chat", "profile"])(
  "R12.01 D6.6 of a chat that a block deleted after a report of a %s, staff hear the voice message until they decide",
  async (about, { spoken, mia, hears, cleanUp, filesOf }) => {
    const { anna, ben, message, voice } = await spoken();
    const sound = `/staff-files/voice/${voice}.sound`;
    const id = await report(anna, ben, { about, ...(about === "message" && { message }) });
    await anna.client.call(blockMember, { body: { id: ben.id } });
    await cleanUp();
    const { lines } = (await mia.client.call(office.openReportedChat, { body: { id } })).body;
    expect(lines.at(-1)).toMatchObject({ attachment: "voice", sound });
    expect(await hears(mia, sound)).toBe(true);
    await decideOn(mia, ben, id, { verdict: "kept" });
    await cleanUp();
    expect([await hears(mia, sound), filesOf(voice)]).toEqual([false, 0]);
  },
);

test("R12.01 D6.6 the voice messages of a chat that a block deleted go after thirty days, also without a decision", async ({
  spoken,
  services,
  cleanUp,
  filesOf,
}) => {
  const { anna, ben, message, voice } = await spoken();
  await report(anna, ben, { about: "message", message });
  await anna.client.call(blockMember, { body: { id: ben.id } });
  const begin = services.clock.now();
  const leftAfter = async (days: number) => {
    services.clock.set(new Date(begin.getTime() + days * dayMs).toISOString());
    await purgeReports.run(services, {});
    await cleanUp();
    return filesOf(voice);
  };
  expect([await leftAfter(29), await leftAfter(31)]).toEqual([1, 0]);
  services.clock.set(begin.toISOString());
});

test("R12.01 D11.2 one that its author takes away by leaving is decided on all the same", async ({
  spoken,
  mia,
  cleanUp,
}) => {
  const { anna, ben, message } = await spoken();
  const id = await report(anna, ben, { about: "message", message });
  await anna.client.call(blockMember, { body: { id: ben.id } });
  await cleanUp();
  expect((await decideOn(mia, ben, id, { verdict: "removed", ground: "scam" })).status).toBe(200);
  expect(await latestOf(ben)).toMatchObject({ decision: "voice_rejected", ground: "scam" });
});
