import { createHash } from "node:crypto";
import sharp from "sharp";
import { getChat } from "#contract/chat.ts";
import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { reportMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { getPhotos, uploadPhoto } from "#contract/photos.ts";
import { removeChatPhotoFiles } from "#server/features/chat/photos/jobs.ts";
import { sendTo } from "#server/features/chat/photos/test-photos.ts";
import { assertNotRejected, keepSealed, listSealed } from "#server/features/profiles/index.ts";
import { purgeSealed } from "#server/features/profiles/photos/purge-sealed.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { staffMember } from "./staff/test-staff.ts";
import { decideOn, waitingPhoto } from "./test-office.ts";

type Services = Fixtures["services"];
const test = base
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"));

const filesOf = ({ files }: Services, name: string) => [...files.stored.keys()].filter((key) => key.includes(name));
const decisionsOf = async ({ client }: Member) => (await client.call(getDecisions)).body.decisions;

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
    await expect(assertNotRejected(services.db, siteId, looks)).rejects.toThrow("photo_rejected_before");
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
