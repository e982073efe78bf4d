import { createHash } from "node:crypto";
import sharp from "sharp";
import { deleteMessage, getChat } from "#contract/chat.ts";
import { objectToDecision } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { blockMember, reportMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { deletePhoto, getPhotos, uploadPhoto } from "#contract/photos.ts";
import { deleteVoiceIntroduction, getVoiceIntroduction } from "#contract/voice-introductions.ts";
import { removeChatPhotoFiles } from "#server/features/chat/photos/jobs.ts";
import { sendTo } from "#server/features/chat/photos/test-photos.ts";
import { haveWritten, speakTo } from "#server/features/chat/voice/test-voice.ts";
import { purgeReports } from "#server/features/moderation/keep-reported.ts";
import { assertNotRejected, keepSealed, listSealed } from "#server/features/profiles/index.ts";
import { purgeSealed } from "#server/features/profiles/photos/purge-sealed.ts";
import { activeIntroduction, recording, waitingIntroduction } from "#server/features/profiles/voice/test-recording.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { decideOn, decisionsOf, test, waitingPhoto } from "./test-office.ts";

type Services = Fixtures["services"];

const filesOf = ({ files }: Services, name: string) => [...files.stored.keys()].filter((key) => key.includes(name));
const plain = { width: 300, height: 400, channels: 3, background: "#345" } as const;

test("DSA 18 an intimate picture is reported as one, comes first, and no site of the installation takes it again", async ({
  member,
  mia,
  services,
  siteIds,
}) => {
  const [anna, ben] = [await member(), await member()];
  const body = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#8af" } })
    .jpeg()
    .toBuffer();
  const photo = (await ben.client.call(uploadPhoto, { body })).body.photo.id;
  await mia.client.call(office.decidePhoto, { body: { id: photo, verdict: "approved" } });
  const about = { member: ben.id, about: "photo", photo, reason: "intimate", text: "It is me" } as const;
  const { report } = (await anna.client.call(reportMember, { body: about })).body;
  const row = services.db.selectFrom("reports").select("urgent").where("id", "=", report);
  expect(await row.executeTakeFirst()).toEqual({ urgent: true });
  await decideOn(mia, ben, report, { verdict: "removed", ground: "intimate" });
  expect(await decisionsOf(ben)).toMatchObject([{ decision: "photo_rejected", ground: "intimate" }]);
  const looks = { sha256: createHash("sha256").update(body).digest(), fingerprints: null };
  for (const siteId of siteIds) {
    await expect(assertNotRejected(services, siteId, looks)).rejects.toThrow("photo_rejected_before");
  }
  const refused = await (await member()).client.call(uploadPhoto, { body });
  expect(refused.body.error?.code).toBe("photo_rejected_before");
});

test("D11.2 a reported picture of child abuse leaves no copy for the screens, and is erased if the decision is reversed", async ({
  member,
  mia,
  max,
  services,
}) => {
  const [anna, ben] = [await member(), await member()];
  const photo = await waitingPhoto(ben);
  await mia.client.call(office.decidePhoto, { body: { id: photo, verdict: "approved" } });
  const about = { member: ben.id, about: "photo", photo, reason: "underage", text: "" } as const;
  const { report } = (await anna.client.call(reportMember, { body: about })).body;
  await decideOn(mia, ben, report, { verdict: "removed", ground: "child_abuse" });
  await services.jobs.drain(services);
  expect(filesOf(services, photo)).toEqual([`sealed/${photo}/full.webp`]);
  const [decision] = await decisionsOf(ben);
  await ben.client.call(objectToDecision, { body: { id: decision?.id ?? "", text: "She is 30" } });
  const verdict = { id: decision?.id ?? "", verdict: "upheld", words: "You are right" } as const;
  expect((await max.client.call(office.decideObjection, { body: verdict })).status).toBe(200);
  await purgeSealed.run(services, {});
  expect(filesOf(services, photo)).toEqual([]);
});

test.for(["stands", "is taken back", "went with a block"])(
  "R12.01 D11.2 a reported voice message of child abuse that %s is sealed: no person hears it again",
  async (what, { pair, mia, max, services }) => {
    const { db, jobs } = services;
    const [anna, ben] = await pair();
    await haveWritten(anna, ben);
    const { message } = (await speakTo(ben, anna, await recording())).body;
    const { id } = await db
      .selectFrom("voice_messages")
      .select("id")
      .where("message_id", "=", message.id)
      .executeTakeFirstOrThrow();
    const about = { member: ben.id, about: "message", message: message.id, reason: "underage", text: "" } as const;
    const { report } = (await anna.client.call(reportMember, { body: about })).body;
    if (what === "is taken back") {
      const takenBack = await ben.client.call(deleteMessage, { body: { message: message.id } });
      expect(takenBack.body).toEqual({ deleted: true, credits: 3 });
    }
    if (what === "went with a block") await anna.client.call(blockMember, { body: { id: ben.id } });
    expect((await decideOn(mia, ben, report, { verdict: "removed", ground: "child_abuse" })).status).toBe(200);
    await jobs.drain(services);
    expect(filesOf(services, id)).toEqual([`sealed/${id}/sound.webm`]);
    const [decision] = await decisionsOf(ben);
    await ben.client.call(objectToDecision, { body: { id: decision?.id ?? "", text: "She is 30" } });
    const { items } = (await max.client.call(office.takeObjections, { body: { count: 12 } })).body;
    const appeal = items.find((each) => each.id === decision?.id);
    expect(appeal).toMatchObject({ kind: "voice_rejected", sound: null, reports: [{ sound: null }] });
    const verdict = { id: decision?.id ?? "", verdict: "upheld", words: "You are right" } as const;
    expect((await max.client.call(office.decideObjection, { body: verdict })).status).toBe(200);
    await purgeSealed.run(services, {});
    expect(filesOf(services, id)).toEqual([]);
  },
);

test.for([
  "a photo in a chat, right after the block that deleted the chat",
  "a photo in a chat, whose copy for staff is all that the block left",
  "a profile photo that its owner has deleted",
])(
  "D11.2 a reported picture of child abuse is sealed though it is deleted: %s",
  async (what, { pair, mia, services }) => {
    const { db, jobs } = services;
    const [anna, ben] = await pair();
    let photo: string;
    if (what.startsWith("a profile")) {
      photo = await waitingPhoto(ben);
      await mia.client.call(office.decidePhoto, { body: { id: photo, verdict: "approved" } });
    } else {
      await sendTo(ben, anna, await sharp({ create: plain }).png().toBuffer());
      const row = db.selectFrom("chat_photos").select("id").where("author_id", "=", ben.id);
      photo = (await row.executeTakeFirstOrThrow()).id;
      await mia.client.call(office.decideChatPhoto, { body: { id: photo, verdict: "approved" } });
    }
    const about = { member: ben.id, about: "photo", photo, reason: "underage", text: "" } as const;
    const { report } = (await anna.client.call(reportMember, { body: about })).body;
    if (what.startsWith("a profile")) await ben.client.call(deletePhoto, { body: { photo } });
    else await anna.client.call(blockMember, { body: { id: ben.id } });
    const finish = async () => {
      await removeChatPhotoFiles.run(services, {});
      await jobs.drain(services);
    };
    if (!what.includes("right after")) {
      await finish();
      expect(filesOf(services, photo)).toEqual([expect.stringContaining("/reported/")]);
    }
    expect((await decideOn(mia, ben, report, { verdict: "removed", ground: "child_abuse" })).status).toBe(200);
    await finish();
    expect(filesOf(services, photo)).toEqual([`sealed/${photo}/full.webp`]);
    expect((await listSealed(db)).filter(({ photo_id: id }) => id === photo)).toMatchObject([{ member_id: ben.id }]);
    expect(await decisionsOf(ben)).toMatchObject([{ decision: "photo_rejected", ground: "child_abuse" }]);
    // the daily job finds no copy to erase
    await purgeReports.run(services, {});
    expect(filesOf(services, photo)).toEqual([`sealed/${photo}/full.webp`]);
  },
);

test("R12.01 D11.2 a voice introduction of child abuse is sealed, from the queue and of a reported profile that has it no more", async ({
  pair,
  mia,
  services,
}) => {
  const { db, jobs, clock } = services;
  const [anna, ben] = await pair();
  const waiting = await waitingIntroduction(anna, await recording(2, "mp4"));
  await mia.client.call(office.takeIntroductions, { body: { count: 12 } });
  expect(
    (await mia.client.call(office.decideIntroduction, { body: { id: waiting, verdict: "child_abuse" } })).status,
  ).toBe(200);
  const reported = await activeIntroduction(services, ben);
  const about = { member: ben.id, about: "profile", reason: "underage", text: "" } as const;
  const { report } = (await anna.client.call(reportMember, { body: about })).body;
  await ben.client.call(deleteVoiceIntroduction, { body: { id: reported } });
  await decideOn(mia, ben, report, { verdict: "removed", ground: "child_abuse" });
  await jobs.drain(services);
  expect([filesOf(services, waiting), filesOf(services, reported)]).toEqual([
    [`sealed/${waiting}/sound.m4a`],
    [`sealed/${reported}/sound.webm`],
  ]);
  expect((await anna.client.call(getVoiceIntroduction)).body).toEqual({ active: null, waiting: null, rejected: null });
  const statement = expect.objectContaining({ decision: "introduction_rejected", ground: "child_abuse" });
  expect([await decisionsOf(anna), await decisionsOf(ben)]).toEqual([expect.arrayContaining([statement]), [statement]]);
  const types = (await listSealed(db)).filter(({ photo_id: id }) => [waiting, reported].includes(id));
  expect(types.map(({ sound_type: type }) => type).sort()).toEqual(["audio/mp4", "audio/webm"]);
  const begin = clock.now();
  clock.advance(90 * dayMs + 1);
  await purgeSealed.run(services, {});
  expect([filesOf(services, waiting), filesOf(services, reported)]).toEqual([[], []]);
  clock.set(begin.toISOString());
});

test("D11.2 a removed picture of child abuse is sealed for 90 days: no page shows it, the police can have it", async ({
  member,
  pair,
  mia,
  services,
}) => {
  const { db, clock, jobs } = services;
  const anna = await member();
  const id = await waitingPhoto(anna);
  await mia.client.call(office.decidePhoto, { body: { id, verdict: "child_abuse" } });
  const [eva, ben] = await pair();
  const sent = await sendTo(
    eva,
    ben,
    await sharp({ create: { width: 300, height: 400, channels: 3, background: "#123" } })
      .png()
      .toBuffer(),
  );
  const chatPhoto = (
    await db.selectFrom("chat_photos").select("id").where("author_id", "=", eva.id).executeTakeFirstOrThrow()
  ).id;
  await mia.client.call(office.decideChatPhoto, { body: { id: chatPhoto, verdict: "child_abuse" } });
  await removeChatPhotoFiles.run(services, {});
  await jobs.drain(services);
  expect(filesOf(services, id)).toEqual([`sealed/${id}/full.webp`]);
  expect(filesOf(services, chatPhoto)).toEqual([`sealed/${chatPhoto}/full.webp`]);
  expect((await anna.client.call(getPhotos)).body.photos).toEqual([]);
  const messages = (await eva.client.call(getChat, { query: { member: ben.id } })).body.messages;
  expect(messages).toMatchObject([{ id: sent.body.message.id, attachment: { image: null } }]);
  expect(await decisionsOf(anna)).toMatchObject([{ ground: "child_abuse", words: expect.stringContaining("police") }]);
  const [first, second] = (await listSealed(db)).filter(({ member_id }) => [anna.id, eva.id].includes(member_id));
  expect([first?.member_id, second?.member_id]).toEqual([anna.id, eva.id]);
  // the police has not answered about the second one
  expect(await keepSealed(db, second?.id ?? 0, new Date(clock.now().getTime() + 200 * dayMs))).toBe(true);
  clock.advance(90 * dayMs + 1);
  await purgeSealed.run(services, {});
  expect((await listSealed(db)).map(({ photo_id }) => photo_id)).toEqual([chatPhoto]);
  expect([filesOf(services, id), filesOf(services, chatPhoto)]).toEqual([[], [`sealed/${chatPhoto}/full.webp`]]);
});
