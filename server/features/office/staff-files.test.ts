import { randomUUID } from "node:crypto";
import { takeSelfies } from "#contract/office.ts";
import { uploadPhoto } from "#contract/photos.ts";
import { getMemberFile, removeMemberPhoto } from "#contract/staff-members.ts";
import { askForPose, sendSelfie } from "#contract/verification.ts";
import { picture, sendTo } from "#server/features/chat/photos/test-photos.ts";
import { staffMember, wholeLog } from "#server/features/office/staff/test-staff.ts";
import { addPhoto } from "#server/features/profiles/index.ts";
import { expect, test } from "#server/test.ts";
import { findAuditLog } from "./staff/show-audit-log.ts";

test("D11.4 no browser of staff keeps a copy of a selfie, an unchecked photo or one in a chat", async ({
  given,
  pair,
  services,
}) => {
  const admin = await staffMember(given, "admin");
  const [anna, ben] = await pair({ premium: true });
  const image = await picture();
  const shown = await addPhoto(services, { siteId: anna.siteId, memberId: anna.id, image, status: "active" });
  const { photo } = (await anna.client.call(uploadPhoto, { body: image }, { key: randomUUID() })).body;
  await sendTo(anna, ben, image);
  const inChat = await services.db.selectFrom("chat_photos").select("id").executeTakeFirstOrThrow();
  await anna.client.call(askForPose);
  await anna.client.call(sendSelfie, { body: image }, { key: randomUUID() });
  const [selfie] = (await admin.client.call(takeSelfies, { body: { count: 1 } })).body.items;

  const urls = [
    `/staff-files/photo/${photo.id}.webp`,
    `/staff-files/profile/${shown.id}.webp`,
    `/staff-files/shown/${shown.id}.webp`,
    `/staff-files/chat/${inChat.id}.webp`,
    selfie?.image ?? "",
  ];
  for (const url of urls) {
    const headers = { "if-none-match": `"staff-${/[0-9a-f-]{36}/.exec(url)?.[0]}"` };
    const { statusCode, headers: got } = await admin.client.get(url, headers);
    expect([url, statusCode, got["cache-control"], got.etag]).toEqual([url, 200, "no-store", undefined]);
  }
});

test("D11.4 a visible photo that is opened by its id stands in the log, once an hour, as one of a file does", async ({
  given,
  member,
  services,
}) => {
  const moderator = await staffMember(given, "moderator");
  const anna = await member();
  const image = await picture();
  const { id } = await addPhoto(services, { siteId: anna.siteId, memberId: anna.id, image, status: "active" });
  for (let count = 0; count < 2; count += 1) {
    expect((await moderator.client.get(`/staff-files/shown/${id}.webp`)).statusCode).toBe(200);
  }
  const { entries } = await findAuditLog(services.db, wholeLog);
  const opened = entries.filter(({ action, member_id: of }) => action === "photos_opened" && of === anna.id);
  expect(opened).toHaveLength(1);
});

test("D11.4 a photo that was taken down is shown at its decision to who sees decisions, and that is logged", async ({
  given,
  member,
  services,
}) => {
  const [moderator, fred] = [await staffMember(given, "moderator"), await staffMember(given, "finance")];
  const anna = await member();
  const image = await picture();
  const { id } = await addPhoto(services, { siteId: anna.siteId, memberId: anna.id, image, status: "active" });
  const removal = { id: anna.id, photo: id, ground: "explicit" } as const;
  expect((await moderator.client.call(removeMemberPhoto, { body: removal })).status).toBe(200);
  await services.jobs.drain(services);
  const { safety } = (await moderator.client.call(getMemberFile, { query: { id: anna.id } })).body;
  expect(safety?.decisions).toMatchObject([{ decision: "photo_rejected", content: null, image: expect.any(String) }]);
  const open = async ({ client }: typeof moderator) => (await client.get(safety?.decisions[0]?.image ?? "")).statusCode;
  expect([await open(moderator), await open(fred)]).toEqual([200, 404]);
  const { entries } = await findAuditLog(services.db, wholeLog);
  const opened = entries.filter(({ action, member_id: of }) => action === "photos_opened" && of === anna.id);
  expect(opened).toHaveLength(1);
});
