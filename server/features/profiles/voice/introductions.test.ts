import { randomUUID } from "node:crypto";
import { dayMs } from "#contract/durations.ts";
import { getMember } from "#contract/members.ts";
import { blockMember, reportMember } from "#contract/moderation.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import { maxRecordingBytes } from "#contract/recordings.ts";
import { getUpdates } from "#contract/updates.ts";
import { deleteVoiceIntroduction, getVoiceIntroduction } from "#contract/voice-introductions.ts";
import { eraseAccount } from "#server/features/privacy/index.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { listProfile } from "../listing-store.ts";
import { approveIntroduction, rejectIntroduction } from "./decide-introduction.ts";
import { removeIntroductionFiles, removeUnfinishedIntroduction } from "./jobs.ts";
import { activeIntroduction, introduce, recording, waitingIntroduction } from "./test-recording.ts";

const test = base
  .extend("sound", { scope: "file" }, () => recording())
  .extend("rowsOf", { scope: "file" }, ({ services }) => async ({ id }: { id: string }) => {
    const rows = services.db.selectFrom("voice_introductions").select(["id", "status"]).where("member_id", "=", id);
    return await rows.orderBy("created_at").orderBy("id").execute();
  })
  .extend("hear", { scope: "file" }, ({ app }) => async (id: string, viewer?: Member, more: object = {}) => {
    const headers = { host: viewer?.client.host ?? "localhost", ...(viewer && { cookie: viewer.cookie }), ...more };
    return await app.inject({ url: `/voice-introductions/${id}.webm`, headers });
  })
  .extend("hears", { scope: "file" }, ({ hear }) => async (id: string, ...viewers: (Member | undefined)[]) => {
    const answers = await Promise.all(viewers.map((viewer) => hear(id, viewer)));
    return answers.map(({ statusCode }) => statusCode);
  });

const own = async ({ client }: Member) => (await client.call(getVoiceIntroduction)).body;
const onProfile = async (viewer: Member, { id }: { id: string }) =>
  (await viewer.client.call(getMember, { query: { id } })).body.profile?.voice;
const filesOf = ({ files }: Fixtures["services"], { id }: { id: string }) =>
  [...files.stored.keys()].filter((key) => key.includes(id)).length;
const reject = (services: Fixtures["services"], id: string) =>
  services.db.transaction().execute((trx) =>
    rejectIntroduction({ db: trx as never, services, now: services.clock.now() }, id, {
      reason: "someone_else",
      decisionId: randomUUID(),
    }),
  );
const cleanUp = async (services: Fixtures["services"]) => {
  await removeIntroductionFiles.run(services, {});
  await services.jobs.drain(services);
};

test("R12.01 D8.2 others hear a voice introduction once staff have approved it, and its owner is told", async ({
  pair,
  sound,
  services,
  hears,
  events,
}) => {
  const [anna, ben] = await pair();
  expect(await own(anna)).toEqual({ active: null, waiting: null, rejected: null });
  const { status, body } = await introduce(anna, sound);
  const { id = "" } = body.waiting ?? {};
  expect([status, body]).toEqual([
    200,
    {
      active: null,
      waiting: { id, filename: `/voice-introductions/${id}.webm`, seconds: 2, waveform: [0, 80, 35] },
      rejected: null,
    },
  ]);
  expect(await hears(id, anna, ben, undefined)).toEqual([200, 404, 404]);
  expect([await onProfile(ben, anna), await onProfile(anna, anna)]).toEqual([null, null]);
  const heard = events(anna);
  const { db, clock } = services;
  const emit = (member: string, event: object) => void (member === anna.id && heard.push(event as never));
  expect(await approveIntroduction({ db, emit, now: clock.now() }, id)).toBe(anna.id);
  expect(await approveIntroduction({ db, emit, now: clock.now() }, id), "once").toBeUndefined();
  expect(heard).toEqual([{ type: "voice_introduction" }]);
  expect((await anna.client.call(getUpdates)).body.updates[0]).toMatchObject({
    kind: "introduction_approved",
    path: "/profile#voice",
  });
  expect(await own(anna)).toMatchObject({ active: { id }, waiting: null });
  expect(await hears(id, anna, ben, undefined)).toEqual([200, 200, 404]);
  const player = { filename: `/voice-introductions/${id}.webm`, seconds: 2, waveform: [0, 80, 35] };
  expect([await onProfile(ben, anna), await onProfile(ben, ben)]).toEqual([player, null]);
  expect((await anna.client.call(getOwnProfile)).body.profile.voice).toEqual(player);
});

test("R12.01 it is served in parts, and no shared cache keeps it; any other name of the file is not found", async ({
  member,
  services,
  app,
  hear,
}) => {
  const anna = await member();
  const id = await activeIntroduction(services, anna);
  const whole = await hear(id, anna);
  expect(whole.headers).toMatchObject({ "content-type": "audio/webm", "cache-control": "private, no-cache" });
  const part = await hear(id, anna, { range: "bytes=0-9" });
  expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(0, 10)]);
  const statusOf = async (path: string) =>
    (await app.inject({ url: path, headers: { host: "localhost", cookie: anna.cookie } })).statusCode;
  for (const path of [`${id}.m4a`, `${id}`, `${id}.webm.webm`, `${randomUUID()}.webm`, "x%00.webm", `${id}%00.webm`])
    expect([path, await statusOf(`/voice-introductions/${path}`)]).toEqual([path, 404]);
});

test("R12.01 R6.07 who can't see the profile doesn't hear it: blocked, hidden, banned, another site, a proof of age missing", async ({
  member,
  pair,
  services,
  siteIds,
  hears,
}) => {
  const [anna, ben] = await pair();
  const { db } = services;
  const id = await activeIntroduction(services, anna);
  const stranger = await member();
  const elsewhere = await member({ siteId: siteIds[1] });
  expect(await hears(id, ben, stranger, elsewhere)).toEqual([200, 200, 404]);
  const profile = db.updateTable("profiles").where("member_id", "=", anna.id);
  await profile.set({ listed: false, invisible: true }).execute();
  expect(await hears(id, anna, stranger)).toEqual([200, 404]);
  await profile.set({ listed: true, invisible: false }).execute();
  const account = db.updateTable("accounts").where("id", "=", anna.id);
  const now = services.clock.now();
  await account.set({ status: "banned", banned_at: now }).execute();
  await listProfile(db, anna.id);
  expect(await hears(id, ben)).toEqual([404]);
  await account.set({ status: "deleted", banned_at: null, deleted_at: now }).execute();
  expect(await hears(id, ben)).toEqual([404]);
  await account.set({ status: "active", deleted_at: null }).execute();
  await listProfile(db, anna.id);
  await ben.client.call(blockMember, { body: { id: anna.id } });
  expect(await hears(id, anna, ben, stranger)).toEqual([200, 404, 200]);
});

test("R12.01 on a site that asks for a proof of age, it is neither recorded nor heard without one", async ({
  pair,
  services,
  sound,
  siteHas,
  hears,
}) => {
  const [anna, ben] = await pair();
  const id = await activeIntroduction(services, anna);
  await siteHas({ age_assurance: "required" });
  expect(await hears(id, ben)).toEqual([404]);
  const { status, body } = await introduce(ben, sound);
  expect([status, body.error?.code]).toEqual([403, "age_check_required"]);
  expect(filesOf(services, ben)).toBe(0);
});

test("R12.01 on a site without them none is recorded, and those that exist are heard by their owners, who delete them", async ({
  pair,
  services,
  sound,
  siteHas,
  hears,
}) => {
  const [anna, ben] = await pair();
  const id = await activeIntroduction(services, anna);
  await siteHas({ voice_introductions: false });
  expect([await hears(id, anna, ben), await onProfile(ben, anna)]).toEqual([[200, 404], null]);
  const { status, body } = await introduce(ben, sound);
  expect([status, body.error?.code, filesOf(services, ben)]).toEqual([403, "voice_off", 0]);
  expect((await anna.client.call(deleteVoiceIntroduction, { body: { id } })).body.active).toBeNull();
});

test("R12.01 a new recording waits beside the one that others hear, and replaces it once it is approved", async ({
  pair,
  services,
  hears,
  rowsOf,
}) => {
  const [anna, ben] = await pair();
  const first = await activeIntroduction(services, anna);
  services.clock.advance(1_000);
  const second = await waitingIntroduction(anna);
  expect(await own(anna)).toMatchObject({ active: { id: first }, waiting: { id: second } });
  expect([await hears(first, ben), await hears(second, ben)]).toEqual([[200], [404]]);
  // replaced while it waits: staff who have the older one on their screen can't approve it any more
  services.clock.advance(1_000);
  const third = await waitingIntroduction(anna);
  const context = { db: services.db, emit: () => undefined, now: services.clock.now() };
  expect(await approveIntroduction(context, second)).toBeUndefined();
  expect(await reject(services, second)).toBeUndefined();
  expect(await hears(second, anna)).toEqual([404]);
  expect(await approveIntroduction(context, third)).toBe(anna.id);
  expect([await hears(first, anna), await hears(third, ben)]).toEqual([[404], [200]]);
  await cleanUp(services);
  expect([await rowsOf(anna), filesOf(services, anna)]).toEqual([[{ id: third, status: "active" }], 1]);
});

test("R12.01 R7.03 uploads at once leave one that waits; the same key stores one, also after a lost answer", async ({
  member,
  sound,
  services,
  rowsOf,
}) => {
  const anna = await member();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 4 }, () => introduce(anna, sound, { key })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.waiting?.id)).size).toBe(1);
  expect((await introduce(anna, sound, { key })).body).toEqual(answers[0]?.body);
  expect([await rowsOf(anna), filesOf(services, anna)]).toMatchObject([[{ status: "inspection" }], 1]);
  const { status, body } = await introduce(anna, await recording(3), { key });
  expect([status, body.error?.code]).toEqual([422, "idempotency_key_reused"]);
  const others = await Promise.all([1, 2, 3].map(async (seconds) => introduce(anna, await recording(seconds))));
  expect(others.map((each) => each.status)).toEqual([200, 200, 200]);
  await cleanUp(services);
  expect([await rowsOf(anna), filesOf(services, anna)]).toMatchObject([[{ status: "inspection" }], 1]);
});

test("R12.01 its owner deletes it at any time, once or again, and no one else's", async ({
  pair,
  services,
  hears,
  rowsOf,
}) => {
  const [anna, ben] = await pair();
  const id = await activeIntroduction(services, anna);
  const remove = ({ client }: Member) => client.call(deleteVoiceIntroduction, { body: { id } });
  expect((await remove(ben)).status).toBe(200);
  expect(await hears(id, ben)).toEqual([200]);
  const nothing = { active: null, waiting: null, rejected: null };
  for (const answer of [await remove(anna), await remove(anna)])
    expect([answer.status, answer.body]).toEqual([200, nothing]);
  expect([await hears(id, anna, ben), await onProfile(ben, anna)]).toEqual([[404, 404], null]);
  await cleanUp(services);
  expect([await rowsOf(anna), filesOf(services, anna)]).toEqual([[], 0]);
});

test("R12.01 a rejected one is heard by no member, and the reason stands until the member records again", async ({
  pair,
  services,
  hears,
}) => {
  const [anna, ben] = await pair();
  const id = await activeIntroduction(services, anna);
  expect(await reject(services, id)).toMatchObject({ memberId: anna.id });
  expect(await reject(services, id), "once").toBeUndefined();
  expect(await hears(id, anna, ben)).toEqual([404, 404]);
  const rejected = { reason: "someone_else", decision: null };
  expect(await own(anna)).toEqual({ active: null, waiting: null, rejected });
  await anna.client.call(deleteVoiceIntroduction, { body: { id } });
  expect(await own(anna), "deleting does not hide the reason").toMatchObject({ rejected });
  services.clock.advance(1_000);
  await activeIntroduction(services, anna);
  expect(await own(anna)).toMatchObject({ rejected: null });
});

test.for([
  ["of 32 seconds", () => recording(32), 422, "recording_too_long"],
  ["of nothing", () => recording(0), 422, "recording_unusable"],
  ["that is no sound", () => Buffer.from("RIFF no sound at all"), 422, "recording_unusable"],
  ["of more than 2 MB", () => Buffer.alloc(maxRecordingBytes + 1, 1), 413, "recording_too_large"],
] as const)(
  "R12.01 a recording %s is refused, and nothing is stored",
  async ([, make, status, code], { member, services, rowsOf }) => {
    const anna = await member();
    const answer = await introduce(anna, await make());
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect([await rowsOf(anna), filesOf(services, anna)]).toEqual([[], 0]);
  },
);

test("R12.01 quality: the form's fields are checked, NUL in them too", async ({ member, sound }) => {
  const anna = await member();
  for (const waveform of ["", "[]", "[101]", "[1,2", "[0\u0000]", `[${Array(65).fill(1).join(",")}]`])
    expect([waveform, (await introduce(anna, sound, { waveform })).status]).toEqual([waveform, 400]);
});

test("R12.01 what a killed process left of one is removed after an hour, and nothing else", async ({
  member,
  services,
}) => {
  const anna = await member();
  const id = await waitingIntroduction(anna);
  const lost = randomUUID();
  const { siteId, id: memberId } = anna;
  await services.files.put(`photos/${siteId}/${memberId}/voice/${lost}/sound.webm`, Buffer.from("x"), "audio/webm");
  for (const each of [id, lost]) await removeUnfinishedIntroduction.run(services, { siteId, memberId, id: each });
  expect([filesOf(services, { id }), filesOf(services, { id: lost })]).toEqual([1, 0]);
});

test("R12.01 D3.9 an erased member's voice introductions are gone", async ({ member, services, rowsOf }) => {
  const anna = await member();
  await activeIntroduction(services, anna);
  await waitingIntroduction(anna);
  expect(filesOf(services, anna)).toBe(2);
  const deleted = { status: "deleted", deleted_at: new Date(services.clock.now().getTime() - 15 * dayMs) };
  await services.db.updateTable("accounts").set(deleted).where("id", "=", anna.id).execute();
  expect(await eraseAccount(services, anna.id)).toBe(true);
  await services.jobs.drain(services);
  expect([await rowsOf(anna), filesOf(services, anna)]).toEqual([[], 0]);
});

test("R12.01 D6.6 one that was reported with its profile is kept while the report is open, thirty days at most", async ({
  pair,
  services,
}) => {
  const [anna, ben] = await pair();
  const id = await activeIntroduction(services, anna);
  const body = { member: anna.id, about: "profile", reason: "harassment", text: "Listen" } as const;
  expect((await ben.client.call(reportMember, { body })).status).toBe(200);
  await anna.client.call(deleteVoiceIntroduction, { body: { id } });
  const begin = services.clock.now();
  const leftAfter = async (days: number) => {
    services.clock.set(new Date(begin.getTime() + days * dayMs).toISOString());
    await cleanUp(services);
    return filesOf(services, { id });
  };
  expect([await leftAfter(29), await leftAfter(31)]).toEqual([1, 0]);
  services.clock.set(begin.toISOString());
});
