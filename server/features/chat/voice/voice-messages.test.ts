import { randomUUID } from "node:crypto";
import { deleteChat, deleteMessage, getChat, getChats, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { blockMember } from "#contract/moderation.ts";
import { maxRecordingBytes } from "#contract/recordings.ts";
import { getTransactions } from "#contract/transactions.ts";
import { sendVoiceMessage } from "#contract/voice.ts";
import { eraseAccount } from "#server/features/privacy/index.ts";
import { recording } from "#server/features/profiles/voice/test-recording.ts";
import { TestClient } from "#server/http/test-client.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { picture } from "../photos/test-photos.ts";
import { notifyVoiceRejected, removeUnfinishedVoice, removeVoiceFiles } from "./jobs.ts";
import { rejectVoice } from "./reject-voice.ts";
import { haveWritten, speakTo } from "./test-voice.ts";

const test = base
  .extend("sound", { scope: "file" }, () => recording())
  /** Two members who have both written. */
  .extend("talking", { scope: "file" }, ({ pair }) => async () => {
    const [anna, ben] = await pair();
    await haveWritten(anna, ben);
    return [anna, ben] as const;
  })
  /** The same, and Anna has sent a voice message. */
  .extend("spoken", { scope: "file" }, ({ talking, sound }) => async () => {
    const [anna, ben] = await talking();
    const { message, conversation } = (await speakTo(anna, ben, sound)).body;
    return { anna, ben, message, conversation };
  })
  .extend("voicesOf", { scope: "file" }, ({ services }) => async ({ id }: { id: string }) => {
    return await services.db.selectFrom("voice_messages").selectAll().where("author_id", "=", id).execute();
  })
  .extend("hear", { scope: "file" }, ({ app }) => async (url: string | null, viewer?: Member, more: object = {}) => {
    const headers = { host: viewer?.client.host ?? "localhost", ...(viewer && { cookie: viewer.cookie }), ...more };
    return await app.inject({ url: url ?? "", headers });
  });

const balanceOf = async ({ db }: Fixtures["services"], { id }: { id: string }) =>
  (await db.selectFrom("wallets").select("credits").where("member_id", "=", id).executeTakeFirstOrThrow()).credits;
const filesOf = ({ files }: Fixtures["services"], { id }: { id: string }) =>
  [...files.stored.keys()].filter((key) => key.includes(id));
const newest = async (viewer: Member, other: { id: string }) =>
  (await viewer.client.call(getChat, { query: { member: other.id } })).body.messages.at(-1);
const addressOf = (message: Awaited<ReturnType<typeof newest>>) =>
  message?.attachment?.kind === "voice" ? message.attachment.filename : null;
const cleanUp = async (services: Fixtures["services"]) => {
  await removeVoiceFiles.run(services, {});
  await services.jobs.drain(services);
};

test("R12.01 a voice message arrives at once, for its own price, and is a message like any other", async ({
  talking,
  sound,
  events,
  services,
  voicesOf,
  hear,
}) => {
  const [anna, ben] = await talking();
  const [hers, his] = [events(anna), events(ben)];
  const { status, body } = await speakTo(anna, ben, sound, { credits: 3 });
  expect(status, JSON.stringify(body)).toBe(200);
  const { message } = body;
  const attachment = {
    kind: "voice",
    status: "active",
    seconds: 2,
    waveform: [0, 80, 35],
    filename: expect.stringMatching(/^\/voice-messages\/[0-9a-f-]{36}\.webm$/),
  };
  expect(message).toMatchObject({ mine: true, text: "", attachment });
  expect([body.credits, await balanceOf(services, anna)]).toEqual([16, 16]);
  const ledger = await services.db.selectFrom("ledger").selectAll().where("cause_id", "=", message.id).execute();
  expect(ledger).toMatchObject([{ amount: -3, balance: 16, cause: "voice", member_id: anna.id }]);
  const [newestEntry] = (await anna.client.call(getTransactions, { query: {} })).body.transactions;
  expect(newestEntry).toMatchObject({ kind: "voice", credits: -3 });
  expect(his).toMatchObject([{ type: "message", id: message.id, attachment }]);
  expect(hers).toEqual([{ type: "credits", credits: 16 }]);
  const { chats } = (await ben.client.call(getChats)).body;
  expect(chats[0]).toMatchObject({ num_unread_messages: 2, last_message: { attachment } });
  expect(await newest(ben, anna)).toMatchObject({ id: message.id, mine: false, attachment: message.attachment });
  expect(await newest(anna, ben)).toMatchObject({ id: message.id, mine: true });
  // the name that the recording had is left behind
  const [voice] = await voicesOf(anna);
  const served = await hear(addressOf(message), ben);
  expect(served.statusCode).toBe(200);
  expect(served.rawPayload.includes("webm")).toBe(true);
  expect(served.rawPayload).not.toEqual(sound);
  expect(filesOf(services, anna)).toEqual([`photos/${anna.siteId}/${anna.id}/voice/${voice?.id}/sound.webm`]);
});

test("R12.01 its file is served to the two of the chat alone, in parts too, and no shared cache keeps it", async ({
  spoken,
  member,
  siteIds,
  hear,
}) => {
  const { anna, ben, message, conversation } = await spoken();
  const url = addressOf(message);
  const status = async (viewer?: Member) => (await hear(url, viewer)).statusCode;
  expect([await status(anna), await status(ben)]).toEqual([200, 200]);
  const [stranger, elsewhere] = [await member(), await member({ siteId: siteIds[1] })];
  for (const viewer of [stranger, elsewhere, undefined]) expect(await status(viewer)).toBe(404);
  // the same session at the other site's host
  expect(await status({ ...ben, client: new TestClient(ben.client.app, "127.0.0.1") })).toBe(404);
  const whole = await hear(url, ben);
  expect(whole.headers).toMatchObject({
    "content-type": "audio/webm",
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  const size = whole.rawPayload.byteLength;
  const part = await hear(url, ben, { range: "bytes=0-1" });
  expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes 0-1/${size}`]);
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(0, 2));
  const rest = await hear(url, ben, { range: "bytes=10-", "if-range": whole.headers.etag });
  expect([rest.statusCode, rest.rawPayload]).toEqual([206, whole.rawPayload.subarray(10)]);
  expect((await hear(url, ben, { range: "bytes=10-", "if-range": '"another"' })).statusCode).toBe(200);
  expect((await hear(url, ben, { range: `bytes=${size}-` })).statusCode).toBe(416);
  expect((await hear(url, ben, { "if-none-match": whole.headers.etag })).statusCode).toBe(304);
  for (const other of [url?.replace(".webm", ".m4a"), url?.replace(".webm", ""), "/voice-messages/1.webm"])
    expect((await hear(other ?? null, ben)).statusCode).toBe(404);
  // D6.6: who removes the chat loses it, the other one keeps it
  await ben.client.call(deleteChat, { body: { conversation } });
  expect([await status(anna), await status(ben)]).toEqual([200, 404]);
});

test("R12.01 R7.03 the same key sends and charges once, also concurrently and after a lost answer", async ({
  talking,
  member,
  sound,
  services,
  voicesOf,
}) => {
  const [anna, ben] = await talking();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 4 }, () => speakTo(anna, ben, sound, { key })));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
  const [first] = answers;
  for (const { body } of answers) expect(body.message).toEqual(first?.body.message);
  expect((await speakTo(anna, ben, sound, { key })).body.message).toEqual(first?.body.message);
  const state = async () => [
    (await voicesOf(anna)).length,
    filesOf(services, anna).length,
    await balanceOf(services, anna),
  ];
  expect(await state()).toEqual([1, 1, 16]);
  const reused = [422, "idempotency_key_reused"];
  const refused = async (to: { id: string }, file: Uint8Array) => {
    const { status, body } = await speakTo(anna, to, file, { key });
    return [status, body.error?.code];
  };
  expect(await refused(ben, await recording(3))).toEqual(reused);
  expect(await refused(await member(), sound)).toEqual(reused);
  const text = await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } }, { key });
  expect([text.status, text.body.error?.code]).toEqual(reused);
  expect(await state()).toEqual([1, 1, 16]);
});

test("R12.01 on a site without voice messages none is sent, and those that were sent can be heard", async ({
  spoken,
  sound,
  siteHas,
  services,
  hear,
}) => {
  const { anna, ben, message } = await spoken();
  await siteHas({ voice_messages: false });
  const { status, body } = await speakTo(ben, anna, sound);
  expect([status, body.error?.code, filesOf(services, ben)]).toEqual([403, "voice_off", []]);
  expect((await hear(addressOf(message), ben)).statusCode).toBe(200);
});

test("R12.01 it can be sent only once both have written, and then by each of the two", async ({
  pair,
  sound,
  services,
}) => {
  const [anna, ben] = await pair();
  const code = async (from: Member, to: Member) => {
    const { status, body } = await speakTo(from, to, sound);
    return status === 200 ? 200 : [status, body.error?.code];
  };
  const notYet = [403, "voice_needs_answer"];
  expect([await code(anna, ben), await code(ben, anna)]).toEqual([notYet, notYet]);
  await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
  // neither who waits for an answer, nor as the answer itself
  expect([await code(anna, ben), await code(ben, anna)]).toEqual([notYet, notYet]);
  expect([filesOf(services, anna), filesOf(services, ben), await balanceOf(services, ben)]).toEqual([[], [], 20]);
  await ben.client.call(sendMessage, { body: { member: anna.id, text: "Hello you" } });
  expect([await code(anna, ben), await code(ben, anna)]).toEqual([200, 200]);
});

test("R12.01 a member who may not send gets the reason, and nothing is stored or charged", async ({
  member,
  siteIds,
  siteHas,
  sound,
  services,
  visitor,
}) => {
  const [ben, poor] = [await member({ credits: 9 }), await member({ credits: 3 })];
  await haveWritten(poor, ben);
  const codeOf = async (from: Member, to: { id: string }, more: Parameters<typeof speakTo>[3] = {}) => {
    const { status, body } = await speakTo(from, to, sound, more);
    expect(filesOf(services, from)).toEqual([]);
    return [status, body.error?.code];
  };
  expect(await codeOf(poor, ben)).toEqual([402, "not_enough_credits"]);
  expect(await balanceOf(services, poor)).toBe(2);
  const rich = await member({ credits: 30 });
  await haveWritten(rich, ben);
  await siteHas({ voice_credits: 5 });
  expect(await codeOf(rich, ben, { credits: 4 })).toEqual([409, "message_price_changed"]);
  expect(await codeOf(rich, rich)).toEqual([422, "own_profile"]);
  expect(await codeOf(rich, { id: randomUUID() })).toEqual([404, "profile_not_found"]);
  expect(await codeOf(await member({ credits: 9, siteId: siteIds[1] }), ben)).toEqual([404, "profile_not_found"]);
  await services.db
    .updateTable("profiles")
    .set({ muted_until: new Date(services.clock.now().getTime() + dayMs) })
    .where("member_id", "=", rich.id)
    .execute();
  expect(await codeOf(rich, ben)).toEqual([403, "muted"]);
  await ben.client.call(blockMember, { body: { id: rich.id } });
  expect(await codeOf(rich, ben)).toEqual([403, "blocked"]);
  expect(await balanceOf(services, rich)).toBe(29);
  const body = { member: ben.id, waveform: "[1]", file: sound };
  const unknown = await visitor().call(sendVoiceMessage, { body });
  expect([unknown.status, unknown.body.error?.code]).toEqual([403, "authentication_required"]);
});

const refusals: [string, () => Buffer | Promise<Buffer>, number, string][] = [
  ["of more than 2 MB", () => Buffer.alloc(maxRecordingBytes + 1, 1), 413, "recording_too_large"],
  ["of more than a minute", () => recording(63), 422, "recording_too_long"],
  ["of no time", () => recording(0.1), 422, "recording_unusable"],
  ["that is a picture", () => picture(), 422, "recording_unusable"],
  ["of nothing", () => Buffer.alloc(0), 422, "recording_unusable"],
  ["that is cut off", async () => (await recording()).subarray(0, 60), 422, "recording_unusable"],
];
test.for(refusals)(
  "R12.01 a recording %s is refused, and nothing is stored or charged",
  async (refusal, { talking, services }) => {
    const [, bytes, status, code] = refusal;
    const [anna, ben] = await talking();
    const answer = await speakTo(anna, ben, await bytes());
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect([filesOf(services, anna), await balanceOf(services, anna)]).toEqual([[], 19]);
    expect((await newest(anna, ben))?.attachment).toBeUndefined();
  },
);

test("R12.01 what Safari records is served in its own format, for which it asks in parts", async ({
  talking,
  hear,
}) => {
  const [anna, ben] = await talking();
  const { message } = (await speakTo(anna, ben, await recording(3, "mp4"))).body;
  const url = addressOf(message);
  expect(url).toMatch(/\.m4a$/);
  const { statusCode, headers } = await hear(url, ben, { range: "bytes=0-1" });
  expect([statusCode, headers["content-type"], headers["content-length"]]).toEqual([206, "audio/mp4", "2"]);
  expect(message).toMatchObject({ attachment: { seconds: 3 } });
});

test("R12.01 a recording that a browser ended a little late is a minute long", async ({ talking }) => {
  const [anna, ben] = await talking();
  expect((await speakTo(anna, ben, await recording(60.6))).body.message).toMatchObject({ attachment: { seconds: 60 } });
});

test("R12.01 quality: the form's fields are checked, NUL in them too", async ({ talking, sound }) => {
  const [anna, ben] = await talking();
  const codes = async (body: object) => {
    const answer = await anna.client.call(sendVoiceMessage, { body: body as never });
    return answer.body.error?.field_codes ?? answer.body.error?.code;
  };
  const body = { member: ben.id, waveform: "[1,2]", file: sound };
  const waveforms = [
    "",
    "[]",
    "[1,",
    "1,2",
    "[1.5]",
    "[-1]",
    "[1]\0",
    `[${Array(65).fill(1)}]`,
    `[${"1,".repeat(200)}1]`,
  ];
  for (const waveform of waveforms) expect(await codes({ ...body, waveform }), waveform).toHaveProperty("waveform");
  expect(await codes({ ...body, waveform: "[101]" })).toEqual({ waveform: "too_big" });
  expect(await codes({ member: ben.id, file: sound })).toHaveProperty("waveform");
  expect(await codes({ ...body, member: `${ben.id}\0` })).toEqual({ member: "invalid" });
  expect(await codes({ ...body, credits: "many" })).toEqual({ credits: "invalid" });
  expect(await codes({ member: ben.id, waveform: "[1]" })).toEqual({ file: "required" });
  expect(await codes(body)).toBeUndefined();
});

test("R12.01 of texts and voice messages sent at once exactly those are sent that the credits cover", async ({
  member,
  sound,
  services,
  voicesOf,
}) => {
  const [anna, ben] = [await member({ credits: 11 }), await member({ credits: 1 })];
  await haveWritten(anna, ben);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      at % 2 === 0
        ? speakTo(anna, ben, sound)
        : anna.client.call(sendMessage, { body: { member: ben.id, text: String(at) } }),
    ),
  );
  for (const { status, body } of answers) if (status !== 200) expect(body.error?.code).toBe("not_enough_credits");
  const voices = (await voicesOf(anna)).length;
  const sent = answers.filter(({ status }) => status === 200).length;
  expect(await balanceOf(services, anna)).toBe(10 - 3 * voices - (sent - voices));
  expect(filesOf(services, anna)).toHaveLength(voices);
});

test("R12.01 a rejected voice message is heard by no member any more, and its credits come back once", async ({
  spoken,
  services,
  events,
  voicesOf,
  hear,
}) => {
  const { anna, ben, message } = await spoken();
  const [voice] = await voicesOf(anna);
  const heard = events(anna);
  const reject = () =>
    rejectVoice(services, voice?.id ?? "", { reason: "contact_details", decisionId: services.random.uuid() });
  const outcomes = await Promise.all([reject(), reject(), reject()]);
  expect(outcomes.filter(Boolean)).toEqual([{ siteId: anna.siteId, memberId: anna.id }]);
  expect(await balanceOf(services, anna)).toBe(19);
  const [entry] = (await anna.client.call(getTransactions, { query: {} })).body.transactions;
  expect(entry).toMatchObject({ kind: "voice_refund", credits: 3 });
  const gone = { kind: "voice", status: "rejected", filename: null, seconds: 2, waveform: [0, 80, 35] };
  const own = { ...gone, rejected: { reason: "contact_details", credits: 3 } };
  expect((await newest(anna, ben))?.attachment).toEqual(own);
  expect((await newest(ben, anna))?.attachment).toEqual(gone);
  for (const viewer of [anna, ben]) expect((await hear(addressOf(message), viewer)).statusCode).toBe(404);
  await services.jobs.drain(services);
  await notifyVoiceRejected.run(services, { voice: voice?.id ?? "" });
  expect(heard.slice(0, 2)).toMatchObject([
    { type: "attachment", message: message.id, attachment: own },
    { type: "credits", credits: 19 },
  ]);
});

test("R12.01 R11.02 one that is taken back is gone with its file, and its credits come back", async ({
  spoken,
  services,
  voicesOf,
}) => {
  const { anna, message } = await spoken();
  const answer = await anna.client.call(deleteMessage, { body: { message: message.id } });
  expect(answer.body).toEqual({ deleted: true, credits: 3 });
  await cleanUp(services);
  expect([await balanceOf(services, anna), await voicesOf(anna), filesOf(services, anna)]).toEqual([19, [], []]);
});

test("R12.01 R6.07 a block takes the voice messages away from both at once, and soon their files", async ({
  spoken,
  services,
  voicesOf,
  hear,
}) => {
  const { anna, ben, message } = await spoken();
  await ben.client.call(blockMember, { body: { id: anna.id } });
  for (const viewer of [anna, ben]) expect((await hear(addressOf(message), viewer)).statusCode).toBe(404);
  const [voice] = await voicesOf(anna);
  const rejection = { reason: "other", decisionId: services.random.uuid() } as const;
  expect(await rejectVoice(services, voice?.id ?? "", rejection)).toBeUndefined();
  await cleanUp(services);
  expect([await voicesOf(anna), filesOf(services, anna)]).toEqual([[], []]);
});

test("R12.01 D3.9 an erased member's voice messages are gone, and so are those that were sent to them", async ({
  spoken,
  sound,
  services,
  hear,
}) => {
  const { anna, ben } = await spoken();
  const his = (await speakTo(ben, anna, sound)).body.message;
  const deleted = { status: "deleted", deleted_at: new Date(services.clock.now().getTime() - 15 * dayMs) };
  await services.db.updateTable("accounts").set(deleted).where("id", "=", anna.id).execute();
  expect(await eraseAccount(services, anna.id)).toBe(true);
  expect((await hear(addressOf(his), ben)).statusCode).toBe(404);
  await cleanUp(services);
  expect([filesOf(services, anna), filesOf(services, ben)]).toEqual([[], []]);
});

test("R12.01 what a killed process left of a voice message is removed after an hour, and nothing else", async ({
  spoken,
  sound,
  services,
  voicesOf,
}) => {
  const { anna, ben } = await spoken();
  const [kept] = filesOf(services, anna);
  const { files, random, jobs } = services;
  const { remove, put } = files;
  files.remove = async () => {
    throw new Error("killed");
  };
  files.put = async (...file) => {
    await put(...file);
    throw new Error("killed");
  };
  const ids: string[] = [];
  const { uuid } = random;
  random.uuid = () => {
    const id = uuid.call(random);
    ids.push(id);
    return id;
  };
  expect((await speakTo(anna, ben, sound)).status).toBe(500);
  Object.assign(files, { remove, put });
  Object.assign(random, { uuid });
  expect([filesOf(services, anna).length, await balanceOf(services, anna)]).toEqual([2, 16]);
  await jobs.drain(services);
  const left = [...ids, (await voicesOf(anna))[0]?.id ?? ""];
  for (const id of left) await removeUnfinishedVoice.run(services, { siteId: anna.siteId, memberId: anna.id, id });
  expect(filesOf(services, anna)).toEqual([kept]);
});

test("R12.01 D14.1 a voice message to a profile that no one serves costs nothing", async ({ member, sound }) => {
  const [anna, invented] = [await member({ credits: 0 }), await member({ fictional: true, credits: 1 })];
  await haveWritten(anna, invented);
  expect((await speakTo(anna, invented, sound, { credits: 0 })).body).toMatchObject({ credits: 0 });
});
