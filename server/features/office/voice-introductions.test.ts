import { getAuditLog } from "#contract/audit-log.ts";
import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import * as office from "#contract/office.ts";
import { saveProfile } from "#contract/profiles.ts";
import { getMemberFile, restoreMember } from "#contract/staff-members.ts";
import { deleteVoiceIntroduction, getVoiceIntroduction } from "#contract/voice-introductions.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { removeIntroductionFiles } from "#server/features/profiles/voice/jobs.ts";
import { activeIntroduction, waitingIntroduction } from "#server/features/profiles/voice/test-recording.ts";
import { expect, type Member } from "#server/test.ts";
import { decideHeld } from "./held-decisions.ts";
import { test as base, decideOn, reportOn } from "./test-office.ts";

type Staff = Awaited<ReturnType<typeof staffMember>>;

const test = base
  .extend("hears", { scope: "file" }, () => async ({ client }: Staff, url: string) => {
    const { statusCode, headers } = await client.get(url);
    if (statusCode === 200)
      expect([headers["content-type"], headers["cache-control"]]).toEqual(["audio/webm", "no-store"]);
    return statusCode === 200;
  })
  .extend("memberHears", { scope: "file" }, () => async ({ client }: Member, id: string) => {
    return (await client.get(`/voice-introductions/${id}.webm`)).statusCode === 200;
  })
  .extend("filesLeft", { scope: "file" }, ({ services }) => async (id: string) => {
    await removeIntroductionFiles.run(services, {});
    await services.jobs.drain(services);
    return [...services.files.stored.keys()].filter((key) => key.includes(id)).length;
  });

test.beforeEach(async ({ services }) => {
  await services.db.deleteFrom("voice_introductions").execute();
  await services.db.deleteFrom("staff_claims").execute();
});

const take = async ({ client }: Staff) => (await client.call(office.takeIntroductions, { body: { count: 12 } })).body;
const decide = async ({ client }: Staff, id: string, verdict: "approved" | "advertising", hold = false) =>
  (await client.call(office.decideIntroduction, { body: { id, verdict, hold } })).status;
const latestOf = async ({ client }: Member) => (await client.call(getDecisions)).body.decisions[0];
const own = async ({ client }: Member) => (await client.call(getVoiceIntroduction)).body;
const reportProfile = (from: Member, about: Member) => reportOn(from, about, { reason: "harassment", text: "Listen" });

test("R12.01 D8.2 D11.2 staff hear the oldest introduction and approve it: others hear it from then on", async ({
  pair,
  mia,
  ada,
  given,
  hears,
  memberHears,
}) => {
  const [anna, ben] = await pair();
  const id = await waitingIntroduction(anna);
  const sound = `/staff-files/introduction/${id}.sound`;
  expect(await take(mia)).toMatchObject({ waiting: 1, items: [{ id, sound, seconds: 2, member: { id: anna.id } }] });
  expect(await hears(mia, sound)).toBe(true);
  expect(await hears(await staffMember(given, "support"), sound)).toBe(false);
  const { queues } = (await mia.client.call(office.getQueues)).body;
  expect(queues.find(({ name }) => name === "introductions")).toMatchObject({ waiting: 1, target_hours: 4 });
  expect(await decide(mia, id, "approved")).toBe(200);
  expect(await decide(mia, id, "approved"), "once").toBe(409);
  expect([await hears(mia, sound), await memberHears(ben, id)]).toEqual([false, true]);
  const [entry] = (await ada.client.call(getAuditLog)).body.entries;
  expect(entry).toMatchObject({ action: "introduction_approved", member_id: anna.id, subject: `introduction:${id}` });
});

test("R12.01 on a site without introductions none waits for the team", async ({ member, mia, siteHas }) => {
  const id = await waitingIntroduction(await member());
  await siteHas({ voice_introductions: false });
  expect((await take(mia)).items).toEqual([]);
  await siteHas({ voice_introductions: true });
  expect((await take(mia)).items).toMatchObject([{ id }]);
});

test("R12.01 D11.2 a decision can be taken back for ten seconds, and no one hears of it before", async ({
  pair,
  mia,
  services,
  memberHears,
}) => {
  const [anna, ben] = await pair();
  const id = await waitingIntroduction(anna);
  await take(mia);
  expect(await decide(mia, id, "advertising", true)).toBe(200);
  expect((await take(mia)).items).toEqual([]);
  const undone = await mia.client.call(office.undoDecision, { body: { queue: "introductions", id } });
  expect([undone.status, await latestOf(anna)]).toEqual([200, undefined]);
  expect(await decide(mia, id, "approved", true)).toBe(200);
  expect(await memberHears(ben, id)).toBe(false);
  const held = await services.db.selectFrom("held_decisions").select("id").execute();
  for (const { id: decision } of held) await decideHeld.run(services, { id: decision });
  expect(await memberHears(ben, id)).toBe(true);
});

test("R12.01 D11.2 a rejected one: its owner reads why, appeals, and another person hears it until they answer", async ({
  pair,
  mia,
  max,
  hears,
  memberHears,
  filesLeft,
}) => {
  const [anna, ben] = await pair();
  const id = await waitingIntroduction(anna);
  await take(mia);
  expect(await decide(mia, id, "advertising")).toBe(200);
  const statement = await latestOf(anna);
  expect(statement).toMatchObject({
    ...{ decision: "introduction_rejected", ground: "advertising", source: "own_initiative" },
    ...{ words: "It offers or advertises something: a product, a service or another site." },
    content: { about: "voice", text: "" },
  });
  const decision = statement?.id ?? "";
  expect(await own(anna)).toEqual({ active: null, waiting: null, rejected: { reason: "advertising", decision } });
  expect([await memberHears(anna, id), await memberHears(ben, id)]).toEqual([false, false]);
  await anna.client.call(objectToDecision, { body: { id: decision, text: "I only sang" } });
  const { items } = (await max.client.call(office.takeObjections, { body: { count: 12 } })).body;
  const sound = `/staff-files/spoken/${decision}.sound`;
  expect(items.find((each) => each.id === decision)).toMatchObject({ kind: "introduction_rejected", sound });
  expect([await hears(max, sound), await hears(mia, sound), await filesLeft(id)]).toEqual([true, false, 1]);
  const answer = { id: decision, verdict: "upheld", words: "You are right", unfounded: false } as const;
  expect((await max.client.call(office.decideObjection, { body: answer })).status).toBe(200);
  expect([await hears(max, sound), await filesLeft(id)]).toEqual([false, 0]);
  expect(await own(anna)).toMatchObject({ rejected: null });
});

test("R12.01 D11.2 staff take a rejection back without an appeal, and its owner is told", async ({
  member,
  mia,
  filesLeft,
}) => {
  const anna = await member();
  const id = await waitingIntroduction(anna);
  await take(mia);
  await decide(mia, id, "advertising");
  const statement = (await latestOf(anna))?.id ?? "";
  const file = (await mia.client.call(getMemberFile, { query: { id: anna.id } })).body;
  const version = file.member.version;
  const body = { id: anna.id, decision: statement, words: "A mistake of ours", version };
  expect((await mia.client.call(restoreMember, { body })).status).toBe(200);
  expect(await latestOf(anna)).toMatchObject({ decision: "rejection_withdrawn", words: "A mistake of ours" });
  expect(await own(anna)).toMatchObject({ rejected: null });
  expect(await filesLeft(id), "an appeal is still possible").toBe(1);
});

test("R12.01 D11.4 a member's file has what others hear, what waits and what was rejected; hearing one is logged once an hour", async ({
  member,
  mia,
  ada,
  given,
  services,
  hears,
}) => {
  const anna = await member();
  const fileOf = async ({ client }: Staff) =>
    (await client.call(getMemberFile, { query: { id: anna.id } })).body.introductions ?? [];
  const rejected = await waitingIntroduction(anna);
  await take(mia);
  await decide(mia, rejected, "advertising");
  services.clock.advance(1_000);
  const active = await activeIntroduction(services, anna);
  services.clock.advance(1_000);
  const waiting = await waitingIntroduction(anna);
  const kept = await fileOf(mia);
  expect(kept.map(({ id, status, seconds }) => [id, status, seconds])).toEqual([
    [waiting, "inspection", 2],
    [active, "active", 2],
    [rejected, "rejected", 2],
  ]);
  for (const { sound } of kept) expect(await hears(mia, sound)).toBe(true);
  const support = await staffMember(given, "finance");
  expect([await fileOf(support), await hears(support, kept[0]?.sound ?? "")]).toEqual([[], false]);
  const { entries } = (await ada.client.call(getAuditLog, { query: { action: "introduction_opened" } })).body;
  expect(entries.filter(({ member_id: of }) => of === anna.id)).toHaveLength(1);
  await anna.client.call(deleteVoiceIntroduction, { body: { id: active } });
  expect((await fileOf(mia)).map(({ id }) => id)).toEqual([waiting, rejected]);
  expect(await hears(mia, `/staff-files/heard/${active}.sound`)).toBe(false);
});

test("R12.01 one that no one appeals against is kept as long as its owner could", async ({
  member,
  mia,
  services,
  filesLeft,
}) => {
  const anna = await member();
  const id = await waitingIntroduction(anna);
  await take(mia);
  await decide(mia, id, "advertising");
  const begin = services.clock.now();
  const leftAfter = async (days: number) => {
    services.clock.set(new Date(begin.getTime() + days * dayMs).toISOString());
    return await filesLeft(id);
  };
  expect([await leftAfter(182), await leftAfter(184)]).toEqual([1, 0]);
  services.clock.set(begin.toISOString());
});

test("R12.01 a banned or leaving member's introduction does not wait; one that is deleted or replaced can't be decided on", async ({
  member,
  mia,
  services,
  hears,
}) => {
  const anna = await member();
  const id = await waitingIntroduction(anna);
  const account = services.db.updateTable("accounts").where("id", "=", anna.id);
  const now = services.clock.now();
  await account.set({ status: "banned", banned_at: now }).execute();
  expect((await take(mia)).items).toEqual([]);
  await account.set({ status: "deleted", banned_at: null, deleted_at: now }).execute();
  expect((await take(mia)).items).toEqual([]);
  await account.set({ status: "active", deleted_at: null }).execute();
  expect((await take(mia)).items).toHaveLength(1);
  services.clock.advance(1_000);
  const next = await waitingIntroduction(anna);
  expect([await decide(mia, id, "approved"), await decide(mia, id, "advertising")]).toEqual([409, 409]);
  expect(await hears(mia, `/staff-files/introduction/${id}.sound`)).toBe(false);
  expect(await take(mia)).toMatchObject({ items: [{ id: next }] });
  await anna.client.call(deleteVoiceIntroduction, { body: { id: next } });
  expect(await decide(mia, next, "approved")).toBe(409);
  expect((await latestOf(anna))?.decision).toBeUndefined();
});

test("R12.01 D11.2 D6.6 staff hear the introduction of a reported profile, also once its owner deleted it, until they decide", async ({
  pair,
  services,
  mia,
  hears,
  filesLeft,
}) => {
  const [anna, ben] = await pair();
  const id = await activeIntroduction(services, anna);
  const report = await reportProfile(ben, anna);
  await anna.client.call(deleteVoiceIntroduction, { body: { id } });
  expect(await filesLeft(id)).toBe(1);
  const { items } = (await mia.client.call(office.takeReports, { body: { count: 12 } })).body;
  const sound = `/staff-files/reported/${report}.sound`;
  expect(items.find((item) => item.id === anna.id)?.reports).toMatchObject([{ about: "profile", sound }]);
  expect(await hears(mia, sound)).toBe(true);
  await decideOn(mia, anna, report, { verdict: "kept" });
  expect([await hears(mia, sound), await filesLeft(id)]).toEqual([false, 0]);
});

test("R12.01 D11.2 staff take a reported profile's introduction and text down, each with its own statement", async ({
  pair,
  services,
  mia,
  memberHears,
  filesLeft,
}) => {
  const [anna, ben] = await pair();
  const id = await activeIntroduction(services, anna);
  await anna.client.call(saveProfile, { body: { about_me: "I sail.", about_me_consent: true } });
  const report = await reportProfile(ben, anna);
  expect((await decideOn(mia, anna, report, { verdict: "removed", ground: "harassment" })).status).toBe(200);
  expect(await memberHears(ben, id)).toBe(false);
  const { decisions } = (await anna.client.call(getDecisions)).body;
  expect(decisions.map((each) => [each.decision, each.words, each.source]).sort()).toEqual([
    ["introduction_rejected", "Why", "notice"],
    ["text_removed", "Why", "notice"],
  ]);
  expect(await latestOf(ben)).toMatchObject({ decision: "report_acted", report });
  expect(await filesLeft(id)).toBe(1);
});
