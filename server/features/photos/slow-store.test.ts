import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendMessage } from "#contract/chat.ts";
import { makeMember } from "#demo/factories.ts";
import { testApp } from "#server/db/test-database.ts";
import { TestClient } from "#server/http/test-client.ts";
import { createS3Files } from "#server/ports/files/s3.ts";
import { startTestS3 } from "#server/ports/files/test-s3.ts";
import { storeOf } from "#server/ports/files/test-store-of.ts";
import { addPhoto } from "./add-photo.ts";

const s3 = await startTestS3();
const given = await testApp();
const { app, services } = given;
const patienceMs = 1_000;
Object.assign(services, { files: createS3Files(storeOf(s3.url()), patienceMs) });
afterAll(async () => {
  await given.close();
  await s3.close();
});

let anna: Awaited<ReturnType<typeof makeMember>>;
let ben: typeof anna;
let photo = "";
beforeAll(async () => {
  const [siteId = 0] = given.siteIds;
  anna = await makeMember(services, { siteId, credits: 100, premium: true });
  ben = await makeMember(services, { siteId });
  const image = await sharp({ create: { width: 600, height: 600, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  photo = (await addPhoto(services, { siteId, memberId: ben.id, image, status: "active" })).id;
});

const getPhoto = () =>
  app.inject({ url: `/photos/${photo}/card.webp`, headers: { host: "localhost", cookie: anna.cookie } });

test("D12.1 a photo in the store is stored in each size, and served after the check of who may see it", async () => {
  const answer = await getPhoto();
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect([...s3.objects.keys()].every((key) => key.includes(ben.id))).toBe(true);
  const stranger = await app.inject({ url: `/photos/${photo}/full.webp`, headers: { host: "localhost" } });
  expect(stranger.statusCode).toBe(404);
});

test("D12.1 while the store is silent, chat messages are sent at once, and photos answer 503", async () => {
  s3.fail("silent");
  const photos = Array.from({ length: 60 }, getPhoto);
  const client = new TestClient(app);
  const startedAt = performance.now();
  const sent = await client.call(
    sendMessage,
    { body: { member: ben.id, text: "Hello" } },
    { headers: { cookie: anna.cookie } },
  );
  expect(sent.status).toBe(200);
  const took = performance.now() - startedAt;
  const answers = await Promise.all(photos);
  expect(took).toBeLessThan(patienceMs);
  for (const { statusCode, headers } of answers) expect([statusCode, headers["retry-after"]]).toEqual([503, "5"]);
  expect(given.logged.join()).toContain("the file store is unreachable");
  s3.fail(undefined);
  expect((await getPhoto()).statusCode).toBe(200);
});
