import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import type { z } from "zod";
import type { PhotoRejection } from "#contract/attachments.ts";
import { deleteChat, getChat, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { blockMember, reportMember } from "#contract/moderation.ts";
import { uploadPhoto } from "#contract/photos.ts";
import { book } from "#server/features/credits/index.ts";
import { openReport } from "#server/features/moderation/index.ts";
import { eraseAccount } from "#server/features/privacy/index.ts";
import { TestClient } from "#server/http/test-client.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { approveChatPhoto, rejectChatPhoto } from "./inspect-chat-photo.ts";
import { removeChatPhotoFiles, removeUnfinishedChatPhoto } from "./jobs.ts";
import { picture, sendTo } from "./test-photos.ts";

const test = base
  .extend("image", { scope: "file" }, () => picture())
  .extend("load", { scope: "file" }, ({ app }) => async (photo: string, file: string, viewer?: Member) => {
    const headers = { host: viewer?.client.host ?? "localhost", ...(viewer && { cookie: viewer.cookie }) };
    return await app.inject({ url: `/chat-photos/${photo}/${file}`, headers });
  })
  /** Sends a photo from the first to the second member; answers its id and its message. */
  .extend("sent", { scope: "file" }, ({ services, image }) => {
    return async (from: Member, to: Member, { file = image, approved = true } = {}) => {
      const { status, body } = await sendTo(from, to, file);
      expect(status, JSON.stringify(body)).toBe(200);
      const { id } = await services.db
        .selectFrom("chat_photos")
        .select("id")
        .where("message_id", "=", body.message.id)
        .executeTakeFirstOrThrow();
      if (approved) await approveChatPhoto(services, id);
      return { photo: id, message: body.message.id, conversation: body.conversation };
    };
  });

const reject = (services: Fixtures["services"], photo: string, reason: PhotoRejection) =>
  rejectChatPhoto(services, photo, { reason, decisionId: randomUUID() });

const variants = ["thumb.webp", "card.jpg", "full.webp", "blurred.webp"];
type Load = (photo: string, file: string, viewer?: Member) => Promise<{ statusCode: number }>;
async function visible(load: Load, photo: string, viewer?: Member): Promise<boolean> {
  const statuses = new Set<number>();
  for (const file of variants) statuses.add((await load(photo, file, viewer)).statusCode);
  expect(statuses.size, "all files of a photo or none").toBe(1);
  return statuses.has(200);
}
const filesOf = ({ files }: Fixtures["services"], photo: string) =>
  [...files.stored.keys()].filter((key) => key.includes(photo));
/** What the jobs do within a minute. */
async function cleanUp(services: Fixtures["services"]): Promise<void> {
  await removeChatPhotoFiles.run(services, {});
  await services.jobs.drain(services);
}
const ledgerOf = async ({ db }: Fixtures["services"], { id }: { id: string }) => {
  const entries = await db.selectFrom("ledger").select(["amount", "cause"]).where("member_id", "=", id).execute();
  const wallet = db.selectFrom("wallets").select("credits").where("member_id", "=", id);
  const { credits } = await wallet.executeTakeFirstOrThrow();
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(credits);
  return { credits, refunds: entries.filter(({ cause }) => cause === "photo_refund").map(({ amount }) => amount) };
};

test("D8.1 D8.2 a photo is served to its author, once approved to its recipient, and to no one else", async ({
  pair,
  member,
  siteIds,
  load,
  sent,
  services,
}) => {
  const [anna, eva] = await pair();
  const [stranger, elsewhere] = [await member(), await member({ siteId: siteIds[1] })];
  const { photo } = await sent(anna, eva, { approved: false });
  expect([await visible(load, photo, anna), await visible(load, photo, eva)]).toEqual([true, false]);
  await approveChatPhoto(services, photo);
  expect([await visible(load, photo, anna), await visible(load, photo, eva)]).toEqual([true, true]);
  for (const viewer of [stranger, elsewhere, undefined]) expect(await visible(load, photo, viewer)).toBe(false);
  // the same session at the other site's host
  const client = new TestClient(eva.client.app, "127.0.0.1");
  expect(await visible(load, photo, { ...eva, client })).toBe(false);
  const { headers } = await load(photo, "full.webp", eva);
  expect(headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  for (const file of ["whole.webp", "full.png", "..%2Ffull.webp", "full-12345678.webp"])
    expect((await load(photo, file, eva)).statusCode).toBe(404);
  expect((await load("1", "full.webp", eva)).statusCode).toBe(404);
  expect(await load(photo, "blurred.webp", eva)).not.toEqual(await load(photo, "thumb.webp", eva));
});

test("D6.6 who removes the chat loses its photos; the other keeps them, and new ones are there", async ({
  pair,
  load,
  sent,
  services,
}) => {
  const [anna, eva] = await pair();
  const { photo, conversation } = await sent(anna, eva);
  services.clock.advance(1000);
  await eva.client.call(deleteChat, { body: { conversation } });
  expect([await visible(load, photo, anna), await visible(load, photo, eva)]).toEqual([true, false]);
  services.clock.advance(1000);
  const next = await sent(anna, eva);
  expect([await visible(load, next.photo, eva), await visible(load, photo, eva)]).toEqual([true, false]);
});

test("R6.07 a block takes the photos of the chat away from both at once, and soon their files", async ({
  pair,
  load,
  sent,
  services,
}) => {
  const [anna, eva] = await pair();
  const { photo } = await sent(anna, eva);
  const { photo: waiting } = await sent(eva, anna, { approved: false });
  await eva.client.call(blockMember, { body: { id: anna.id } });
  for (const viewer of [anna, eva])
    for (const id of [photo, waiting]) expect(await visible(load, id, viewer)).toBe(false);
  expect(await approveChatPhoto(services, waiting)).toBe(false);
  expect(await reject(services, photo, "other")).toBeUndefined();
  await cleanUp(services);
  expect([...filesOf(services, photo), ...filesOf(services, waiting)]).toEqual([]);
  const rows = services.db.selectFrom("chat_photos").select("id").where("id", "in", [photo, waiting]);
  expect(await rows.execute()).toEqual([]);
});

test("D3.9 an erased member's photos are gone, and so are those that were sent to them", async ({
  pair,
  load,
  sent,
  services,
}) => {
  const [anna, eva] = await pair();
  const [hers, his] = [await sent(anna, eva), await sent(eva, anna)];
  const deleted = { status: "deleted", deleted_at: new Date(services.clock.now().getTime() - 15 * dayMs) };
  await services.db.updateTable("accounts").set(deleted).where("id", "=", anna.id).execute();
  expect(await eraseAccount(services, anna.id)).toBe(true);
  expect(await visible(load, his.photo, eva)).toBe(false);
  await cleanUp(services);
  expect([...filesOf(services, hers.photo), ...filesOf(services, his.photo)]).toEqual([]);
});

test("D8.2 a rejected photo: its author gets the reason and the credits back once, its recipient neither", async ({
  pair,
  load,
  sent,
  services,
  events,
}) => {
  const [anna, eva] = await pair();
  const { photo, message } = await sent(anna, eva, { approved: false, file: await picture("#222", "#eee") });
  const heard = events(anna);
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => reject(services, photo, "minor")));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await reject(services, photo, "other")).toBeUndefined();
  expect(await approveChatPhoto(services, photo)).toBe(false);
  expect(await ledgerOf(services, anna)).toEqual({ credits: 20, refunds: [3] });
  const own = { kind: "photo", status: "rejected", image: null, rejected: { reason: "minor", credits: 3 } };
  const seenBy = async (viewer: Member, other: Member) =>
    (await viewer.client.call(getChat, { query: { member: other.id } })).body.messages[0]?.attachment;
  expect(await seenBy(anna, eva)).toEqual(own);
  expect(await seenBy(eva, anna)).toEqual({ kind: "photo", status: "rejected", image: null });
  await services.jobs.drain(services);
  expect(heard).toMatchObject([
    { type: "attachment", message, attachment: own },
    { type: "credits", credits: 20 },
  ]);
  expect([await visible(load, photo, anna), await visible(load, photo, eva)]).toEqual([false, false]);
  await cleanUp(services);
  expect(filesOf(services, photo)).toEqual([]);
  // it stays in the chat as what it is
  await cleanUp(services);
  expect(await seenBy(anna, eva)).toEqual(own);
});

test("D8.2 a photo that was seen and is rejected later disappears for both, and its price is given back", async ({
  pair,
  load,
  sent,
  services,
}) => {
  const [anna, eva] = await pair();
  const { photo } = await sent(anna, eva, { file: await picture("#242", "#fef") });
  expect(await visible(load, photo, eva)).toBe(true);
  expect(await reject(services, photo, "explicit")).toMatchObject({ memberId: anna.id });
  expect([await visible(load, photo, anna), await visible(load, photo, eva)]).toEqual([false, false]);
  expect(await ledgerOf(services, anna)).toEqual({ credits: 20, refunds: [3] });
});

test("D8.2 a rejected photo, or one that looks like it, can't be sent or uploaded again on that site", async ({
  pair,
  member,
  siteIds,
  sent,
  services,
}) => {
  const [anna, eva] = await pair();
  const bad = await gradient();
  const { photo } = await sent(anna, eva, { file: bad });
  await reject(services, photo, "someone_else");
  const smaller = await scaled(bad);
  for (const [who, file] of [
    [anna, bad],
    [eva, smaller],
  ] as const) {
    const to = who === anna ? eva : anna;
    const answer = await sendTo(who, to, file);
    expect([answer.status, answer.body.error?.code]).toEqual([422, "photo_rejected_before"]);
    const upload = await who.client.call(uploadPhoto, { body: file });
    expect([upload.status, upload.body.error?.code]).toEqual([422, "photo_rejected_before"]);
  }
  expect((await ledgerOf(services, eva)).credits).toBe(20);
  expect((await sendTo(anna, eva, await picture("#fff", "#000"))).status).toBe(200);
  const [far, near] = [await member({ credits: 9, siteId: siteIds[1] }), await member({ siteId: siteIds[1] })];
  expect((await sendTo(far, near, bad)).status).toBe(200);
});

/** A picture whose places differ in brightness, so that its fingerprint has as many ones as zeros. */
async function gradient(): Promise<Buffer> {
  const data = Buffer.alloc(320 * 320);
  for (let at = 0; at < data.length; at += 1)
    data[at] = 128 + 120 * Math.sin((at % 320) / 17 + Math.floor(at / 320) / 29);
  return await sharp(data, { raw: { width: 320, height: 320, channels: 1 } })
    .jpeg()
    .toBuffer();
}

/** The same picture, scaled and compressed again. */
async function scaled(file: Buffer): Promise<Buffer> {
  return await sharp(file).resize(260).modulate({ brightness: 1.05 }).webp({ quality: 60 }).toBuffer();
}

test("D8.1 what a killed process left of a photo is removed after an hour, and nothing else", async ({
  pair,
  image,
  sent,
  services,
}) => {
  const [anna, eva] = await pair();
  const { files, db, jobs } = services;
  const { photo } = await sent(anna, eva);
  const { remove, put } = files;
  files.remove = async () => {
    throw new Error("killed");
  };
  let count = 0;
  files.put = async (...file) => {
    await put(...file);
    count += 1;
    if (count === 8) throw new Error("killed");
  };
  expect((await sendTo(anna, eva, image)).status).toBe(500);
  Object.assign(files, { remove, put });
  const of = () => [...files.stored.keys()].filter((key) => key.includes(anna.id));
  expect([of().length, (await ledgerOf(services, anna)).credits]).toEqual([16, 17]);
  await jobs.drain(services);
  const { rows } = await sql<{ data: z.output<typeof removeUnfinishedChatPhoto.data> }>`
    select data from pgboss.job where name = ${removeUnfinishedChatPhoto.name}
      and start_after > now() + interval '50 minutes'`.execute(db);
  for (const { data } of rows) await removeUnfinishedChatPhoto.run(services, data);
  expect(of()).toEqual(filesOf(services, photo));
});

test("D11.2 a received photo can be reported; staff keep a copy though a block deletes the chat", async ({
  pair,
  member,
  sent,
  services,
}) => {
  const [anna, eva] = await pair();
  const { photo } = await sent(anna, eva);
  const report = (who: Member, about: Member) =>
    who.client.call(reportMember, { body: { member: about.id, about: "photo", photo, reason: "explicit" } });
  const { status, body } = await report(eva, anna);
  expect(status).toBe(200);
  const stranger = await member();
  expect((await report(stranger, anna)).body.error?.code).toBe("photo_not_found");
  expect((await report(anna, eva)).body.error?.code).toBe("photo_not_found");
  const now = services.clock.now();
  const found = await openReport({ db: services.db, services }, body.report, now);
  expect(services.files.stored.has(found?.file ?? "")).toBe(true);
  await eva.client.call(blockMember, { body: { id: anna.id } });
  await cleanUp(services);
  const kept = await openReport({ db: services.db, services }, body.report, now);
  expect([kept?.file, filesOf(services, photo)]).toEqual([expect.stringContaining("reported"), [kept?.file]]);
});

test("D7.1 whatever happens to messages and photos, each balance is the sum of its ledger", async ({
  pair,
  services,
}) => {
  const [anna, eva] = await pair();
  const { db, clock, random } = services;
  const file = (at: number) => picture(`#${(at * 37 + 100).toString(16).padStart(3, "0").slice(-3)}`, "#fff");
  let [photos, rejected] = [0, 0];
  const steps = "PTPRPAPRTPGPRRPTPPPRPPPP";
  for (const [at, step] of [...steps].entries()) {
    const [from, to] = at % 3 === 0 ? [eva, anna] : [anna, eva];
    const waiting = await db.selectFrom("chat_photos").select("id").where("status", "<>", "rejected").execute();
    const any = waiting[Math.floor(Math.abs(Math.sin(at)) * waiting.length)]?.id ?? "";
    if (step === "P") photos += (await sendTo(from, to, await file(at))).status === 200 ? 1 : 0;
    if (step === "T") await from.client.call(sendMessage, { body: { member: to.id, text: "Hello" } });
    if (step === "A") await approveChatPhoto(services, any);
    if (step === "R") rejected += (await reject(services, any, "other")) ? 1 : 0;
    if (step === "G") {
      const causeId = random.uuid();
      await book(db, { memberId: anna.id, siteId: anna.siteId, amount: 4, cause: "demo", causeId, now: clock.now() });
    }
    const both = [await ledgerOf(services, anna), await ledgerOf(services, eva)];
    expect(both.flatMap(({ refunds }) => refunds).length).toBeLessThanOrEqual(rejected);
  }
  expect([photos > 5, rejected > 2]).toEqual([true, true]);
});
