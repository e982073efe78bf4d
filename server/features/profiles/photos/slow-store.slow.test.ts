import sharp from "sharp";
import { sendMessage } from "#contract/chat.ts";
import { createS3Files } from "#server/ports/files/s3.ts";
import { startTestS3 } from "#server/ports/files/test-s3.ts";
import { storeOf } from "#server/ports/files/test-store-of.ts";
import { test as base, expect } from "#server/test.ts";
import { addPhoto } from "./add-photo.ts";

const patienceMs = 4_000;

/** The app's files on a store that can fall silent; Anna, and Ben with a photo in the store. */
const test = base
  .extend("s3", { scope: "file" }, async ({ services }, { onCleanup }) => {
    const s3 = await startTestS3();
    onCleanup(() => s3.close());
    Object.assign(services, { files: createS3Files(storeOf(s3.url()), patienceMs) });
    return s3;
  })
  .extend("anna", { scope: "file" }, ({ member }) => member({ credits: 100, premium: true }))
  .extend("ben", { scope: "file" }, ({ member }) => member())
  .extend("getPhoto", { scope: "file" }, async ({ anna, app, ben, s3: _, services }) => {
    const image = await sharp({ create: { width: 600, height: 600, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer();
    const { id } = await addPhoto(services, { siteId: ben.siteId, memberId: ben.id, image, status: "active" });
    return (variant = "card", cookie: string | undefined = anna.cookie) =>
      app.inject({ url: `/photos/${id}/${variant}.webp`, headers: { host: "localhost", ...(cookie && { cookie }) } });
  });

test("D12.1 a photo in the store is stored in each size, and served after the check of who may see it", async ({
  ben,
  getPhoto,
  s3,
}) => {
  const answer = await getPhoto();
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect([...s3.objects.keys()].every((key) => key.includes(ben.id))).toBe(true);
  const stranger = await getPhoto("full", "");
  expect(stranger.statusCode).toBe(404);
});

test("D12.1 while the store is silent, chat messages are sent at once, and photos answer 503", async ({
  anna,
  ben,
  getPhoto,
  given,
  s3,
}) => {
  s3.fail("silent");
  const photos = Array.from({ length: 60 }, () => getPhoto());
  const startedAt = performance.now();
  const sent = await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
  expect(sent.status).toBe(200);
  const took = performance.now() - startedAt;
  const answers = await Promise.all(photos);
  expect(took).toBeLessThan(patienceMs);
  for (const { statusCode, headers } of answers) expect([statusCode, headers["retry-after"]]).toEqual([503, "5"]);
  expect(given.logged.join()).toContain("the file store is unreachable");
  s3.fail(undefined);
  expect((await getPhoto()).statusCode).toBe(200);
});
