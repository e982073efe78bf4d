import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import type { z } from "zod";
import { hourMs } from "#contract/durations.ts";
import { cropPhoto, deletePhoto, getPhotos, setMainPhoto, uploadPhoto } from "#contract/photos.ts";
import { photoPath } from "#contract/update-photos.ts";
import { getUpdates } from "#contract/updates.ts";
import { approveDue } from "#demo/approve-photos.ts";
import { withEmit } from "#server/emit.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { approvePhoto } from "./decide-photo.ts";
import { removeUnfinishedPhoto } from "./remove-photo.ts";

const picture = (background: string, width = 240, height = 300) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
const image = await picture("#c36");

const upload = (owner: Member, body: Uint8Array = image, key = randomUUID()) =>
  owner.client.call(uploadPhoto, { body }, { key });
const photosOf = async (owner: Member) => (await owner.client.call(getPhotos)).body;
const added = async (owner: Member, body?: Uint8Array) => (await upload(owner, body)).body.photo;

const test = base
  .extend("approve", { scope: "file" }, ({ services: { db, events, clock } }) => async (photoId: string) => {
    await withEmit(events, (emit) => approvePhoto({ db, emit, now: clock.now() }, photoId));
  })
  .extend(
    "approveAllDue",
    { scope: "file" },
    ({ services: { db, clock }, approve }) =>
      () =>
        approveDue({ db, now: clock.now(), approve, approveInChat: async () => undefined }),
  )
  .extend(
    "load",
    { scope: "file" },
    ({ app }) =>
      (address: string, viewer?: Member) =>
        app.inject({ url: address, headers: { host: "localhost", ...(viewer && { cookie: viewer.cookie }) } }),
  );

test("D8.2 an uploaded photo is under inspection: only its owner sees it, marked as such", async ({ member, load }) => {
  const [anna, eva] = [await member(), await member()];
  const { status, body } = await upload(anna);
  expect(status).toBe(200);
  expect(body.photo).toMatchObject({ status: "inspection", main: true, width: 240, height: 300 });
  expect(await photosOf(anna)).toEqual({ photos: [body.photo], limit: 3 });
  expect((await load(body.photo.card_filename, anna)).statusCode).toBe(200);
  expect((await load(body.photo.card_filename, eva)).statusCode).toBe(404);
  expect((await load(body.photo.card_filename)).statusCode).toBe(404);
});

test("D8.2 a demo site approves a photo after seconds, with an event; elsewhere it waits", async ({
  services,
  siteIds,
  member,
  events,
  approveAllDue,
  load,
}) => {
  const [anna, eva, elsewhere] = [await member(), await member(), await member({ siteId: siteIds[1] })];
  await services.db.updateTable("sites").set({ demo: false }).where("id", "=", elsewhere.siteId).execute();
  const photo = await added(anna);
  await added(elsewhere);
  const heard = events(anna);
  services.clock.advance(5_000);
  await approveAllDue();
  expect((await photosOf(anna)).photos[0]?.status).toBe("inspection");
  services.clock.advance(1_000);
  await approveAllDue();
  expect((await photosOf(anna)).photos[0]?.status).toBe("active");
  expect(heard).toEqual([{ type: "photo", photo: photo.id, status: "active" }]);
  const { updates } = (await anna.client.call(getUpdates)).body;
  expect(updates).toMatchObject([{ kind: "photo_approved", path: photoPath(photo.id), update_new: true }]);
  expect((await load(photo.card_filename, eva)).statusCode).toBe(200);
  services.clock.advance(hourMs);
  expect(await approveAllDue()).toBe(0);
  expect((await photosOf(elsewhere)).photos[0]?.status).toBe("inspection");
  // what an update says of a photo ends with the photo
  await anna.client.call(deletePhoto, { body: { photo: photo.id } });
  expect((await anna.client.call(getUpdates)).body.updates).toEqual([]);
});

const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic"), randomBytes(200)]);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const png = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: "#123" } })
    .png()
    .toBuffer();
async function animatedPng(): Promise<Buffer> {
  const still = await png();
  const chunk = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from("acTL"), Buffer.alloc(8), Buffer.alloc(4)]);
  return Buffer.concat([still.subarray(0, 33), chunk, still.subarray(33)]);
}
const huge = () =>
  sharp({ create: { width: 8000, height: 7000, channels: 3, background: "#fff" }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();
const refusals: [string, () => Buffer | Promise<Buffer>, number, string, string][] = [
  ["of more than 15 MB", () => Buffer.alloc(15 * 1024 * 1024 + 1, 255), 413, "photo_too_large", "15 MB"],
  ["in HEIC", () => heic, 415, "photo_heic", "JPEG"],
  ["that is a drawing", () => svg, 415, "photo_format", "SVG"],
  ["that is a text", () => Buffer.from("hello"), 415, "photo_format", "JPEG"],
  ["of nothing", () => Buffer.alloc(0), 415, "photo_format", "JPEG"],
  ["that is cut off", () => image.subarray(0, 200), 422, "photo_broken", "damaged"],
  ["that moves", animatedPng, 422, "photo_animated", "a still photo"],
  ["of 40 × 40 pixels", () => picture("#123", 40, 40), 422, "photo_too_small", "200 pixels"],
  ["of 56 megapixels", huge, 422, "photo_too_many_pixels", "50 megapixels"],
];
test.for(refusals)(
  "D8.1 a photo %s is refused in clear words, and nothing is stored",
  async ([_, bytes, status, code, words], { services, member }) => {
    const anna = await member();
    const files = services.files.stored.size;
    const answer = await upload(anna, await bytes());
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(answer.body.error?.message).toContain(words);
    expect([(await photosOf(anna)).photos, services.files.stored.size]).toEqual([[], files]);
  },
);

test("D8.1 an upload that turns out too large while streaming is refused too", async ({ member }) => {
  const anna = await member();
  const { body, status } = await anna.client.call(
    uploadPhoto,
    { body: Buffer.alloc(15 * 1024 * 1024 + 1, 255) },
    { headers: { "content-length": undefined, "transfer-encoding": "chunked" } },
  );
  expect([status, body.error?.code]).toEqual([413, "photo_too_large"]);
});

test("only pictures are accepted, from this site's own pages, from members, with a key", async ({
  visitor,
  member,
}) => {
  const anna = await member();
  const codeOf = async (headers: Record<string, string | undefined>, client = anna.client) =>
    (await client.call(uploadPhoto, { body: image }, { headers })).body.error?.code;
  expect(await codeOf({ "content-type": "multipart/form-data; boundary=x" })).toBe("unsupported_media_type");
  expect(await codeOf({ "content-type": "application/json" })).toBe("unsupported_media_type");
  expect(await codeOf({ "sec-fetch-site": "cross-site" })).toBe("wrong_origin");
  expect(await codeOf({ "idempotency-key": undefined })).toBe("idempotency_key_required");
  expect(await codeOf({}, visitor())).toBe("authentication_required");
  expect(await codeOf({ "content-type": "image/jpeg" })).toBeUndefined();
});

test("R7.03 the same key adds the photo once, also concurrently; with another picture it is refused", async ({
  member,
}) => {
  const anna = await member();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(anna, image, key)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(new Set(answers.map(({ body }) => body.photo.id)).size).toBe(1);
  expect((await photosOf(anna)).photos).toHaveLength(1);
  const other = await upload(anna, await picture("#369"), key);
  expect([other.status, other.body.error?.code]).toEqual([422, "idempotency_key_reused"]);
  const eva = await member();
  expect((await upload(eva, image, key)).body.photo.id).not.toBe(answers[0]?.body.photo.id);
});

test("R1.09 D8.3 of five concurrent uploads by a free member three are stored, under inspection or not", async ({
  services,
  member,
}) => {
  const anna = await member();
  const files = services.files.stored.size;
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(anna)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = answers.find(({ status }) => status !== 200)?.body.error;
  expect([refused?.code, refused?.message]).toEqual(["photo_limit", expect.stringContaining("You have 3 photos")]);
  expect([(await photosOf(anna)).photos.length, services.files.stored.size - files]).toEqual([3, 24]);
  await anna.client.call(deletePhoto, { body: { photo: (await photosOf(anna)).photos[2]?.id ?? "" } });
  expect((await upload(anna)).status).toBe(200);
});

test("R1.09 of 26 concurrent uploads by a premium member 25 are stored", async ({ member }) => {
  const anna = await member({ premium: true });
  const answers = await Promise.all(Array.from({ length: 26 }, () => upload(anna)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
  const { photos, limit } = await photosOf(anna);
  expect([photos.length, limit]).toEqual([25, 25]);
});

test("D8.3 a deleted main photo is replaced by the oldest active one, and its files are removed", async ({
  services,
  member,
  approve,
}) => {
  const anna = await member();
  const photos = [];
  for (const background of ["#100", "#200", "#300"]) {
    photos.push(await added(anna, await picture(background)));
    services.clock.advance(1000);
  }
  const [first, second, third] = photos.map((photo) => photo.id);
  await approve(third ?? "");
  const afterwards = (await anna.client.call(deletePhoto, { body: { photo: first ?? "" } })).body;
  expect(afterwards.photos.map(({ id, main }) => [id, main])).toEqual([
    [third, true],
    [second, false],
  ]);
  const keys = () => [...services.files.stored.keys()].filter((name) => name.includes(first ?? "-"));
  expect(keys()).toHaveLength(8);
  await services.jobs.drain(services);
  expect(keys()).toEqual([]);
  const again = await anna.client.call(deletePhoto, { body: { photo: first ?? "" } });
  expect([again.status, again.body.error?.code]).toEqual([404, "photo_not_found"]);
});

test("D8.3 a photo that is deleted during inspection stays deleted", async ({
  services,
  member,
  approve,
  approveAllDue,
}) => {
  const anna = await member();
  const photo = await added(anna);
  await anna.client.call(deletePhoto, { body: { photo: photo.id } });
  services.clock.advance(10_000);
  await approveAllDue();
  await approve(photo.id);
  expect((await photosOf(anna)).photos).toEqual([]);
});

test("D8.3 the owner chooses the main photo; one under inspection only replaces another such", async ({
  member,
  approve,
}) => {
  const anna = await member();
  const [first, second] = [await added(anna), await added(anna, await picture("#fff"))];
  const choose = (photo: string) => anna.client.call(setMainPhoto, { body: { photo } });
  expect((await choose(second.id)).body.photos.map(({ id, main }) => [id, main])).toEqual([
    [second.id, true],
    [first.id, false],
  ]);
  await approve(second.id);
  expect((await choose(first.id)).body.error?.code).toBe("photo_not_checked");
  await approve(first.id);
  expect((await choose(first.id)).body.photos[0]).toMatchObject({ id: first.id, main: true });
});

test("D8.1 other calls do not wait for photo processing", async ({ member }) => {
  const anna = await member({ premium: true });
  const large = await picture("#456", 5000, 5000);
  let running = true;
  const uploads = Promise.all(Array.from({ length: 4 }, () => upload(anna, large))).finally(() => {
    running = false;
  });
  for (let calls = 0; calls < 10; calls += 1) await photosOf(anna);
  expect(running).toBe(true);
  expect((await uploads).every(({ status }) => status === 200)).toBe(true);
});

test("D8.1 files left by a killed upload or crop are removed after an hour, no others", async ({
  services,
  member,
}) => {
  const { files, db, jobs } = services;
  const owner = await member();
  const [one, two] = [await added(owner), await added(owner, await picture("#36c"))];
  await added(owner, await picture("#3c6"));
  const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
  const finished = await owner.client.call(cropPhoto, { body: { photo: one.id, crop } });
  expect(finished.status).toBe(200);
  const keys = () => [...files.stored.keys()].filter((key) => key.includes(owner.id)).sort();
  const before = keys();
  // neither cleans up after itself
  const { remove } = files;
  files.remove = async () => {
    throw new Error("killed");
  };
  expect((await upload(owner, await picture("#c63"))).status).toBe(403);
  const cut = owner.client.call(cropPhoto, { body: { photo: two.id, crop } });
  const { put } = files;
  files.put = async (...file) => {
    await put(...file);
    throw new Error("killed");
  };
  expect((await cut).status).toBe(500);
  Object.assign(files, { remove, put });
  expect(keys().length).toBeGreaterThan(before.length);
  await jobs.drain(services);
  expect(keys().length).toBeGreaterThan(before.length);
  const { rows } = await sql<{ data: z.output<typeof removeUnfinishedPhoto.data> }>`
    select data from pgboss.job where name = ${removeUnfinishedPhoto.name}
      and start_after > now() + interval '50 minutes'`.execute(db);
  for (const { data } of rows) await removeUnfinishedPhoto.run(services, data);
  expect(keys()).toEqual(before);
});
