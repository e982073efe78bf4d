import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { testApp } from "#server/db/test-database.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { addPhoto } from "./add-photo.ts";
import { PhotoRefused } from "./process-photo.ts";

const image = await sharp({ create: { width: 300, height: 375, channels: 3, background: "#c36" } })
  .jpeg()
  .toBuffer();

let given: Awaited<ReturnType<typeof testApp>>;
let owner: Awaited<ReturnType<typeof makeMember>>;
let other: typeof owner;
let elsewhere: typeof owner;
beforeAll(async () => {
  given = await testApp();
  const [here = 0, there = 0] = given.siteIds;
  owner = await makeMember(given.services, { siteId: here });
  other = await makeMember(given.services, { siteId: here });
  elsewhere = await makeMember(given.services, { siteId: there });
  await list(owner.id, true);
});
afterAll(() => given.close());

const list = (memberId: string, listed: boolean) =>
  given.services.db.updateTable("profiles").set({ listed }).where("member_id", "=", memberId).execute();
const siteId = () => given.siteIds[0] ?? 0;
const add = (status: "active" | "inspection", memberId = owner.id) =>
  addPhoto(given.services, { siteId: siteId(), memberId, image, status });
const mainPhotoOf = async (memberId: string) => {
  const profiles = given.services.db.selectFrom("profiles").select("main_photo_id");
  return (await profiles.where("member_id", "=", memberId).executeTakeFirstOrThrow()).main_photo_id;
};
const get = (path: string, cookie?: string, host = "localhost") =>
  given.app.inject({ url: `/photos/${path}`, headers: { host, ...(cookie ? { cookie } : {}) } });
const statusOf = async (path: string, cookie?: string, host?: string) => (await get(path, cookie, host)).statusCode;

describe("D8.1 adding a photo", () => {
  test("saves its files and its row, and makes the first photo main", async () => {
    const member = await makeMember(given.services, { siteId: siteId() });
    const first = await add("inspection", member.id);
    const second = await add("active", member.id);
    expect(first).toMatchObject({ width: 300, height: 375 });
    expect(await mainPhotoOf(member.id)).toBe(first.id);
    const rows = await given.services.db.selectFrom("photos").selectAll().where("member_id", "=", member.id).execute();
    expect(rows.map((row) => [row.id, row.status, row.site_id])).toEqual(
      expect.arrayContaining([
        [first.id, "inspection", siteId()],
        [second.id, "active", siteId()],
      ]),
    );
    const folder = `photos/${siteId()}/${member.id}/${first.id}/`;
    const keys = [...given.services.files.stored.keys()].filter((key) => key.startsWith(folder));
    expect(keys).toHaveLength(8);
    expect(given.services.files.stored.get(`${folder}card.webp`)?.type).toBe("image/webp");
  });

  test("leaves nothing behind if the file is not an image, or the row cannot be written", async () => {
    const files = given.services.files.stored.size;
    const { db } = given.services;
    const rows = () => db.selectFrom("photos").select("id").execute();
    const before = (await rows()).length;
    const broken = { siteId: siteId(), memberId: owner.id, image: image.subarray(0, 200), status: "active" } as const;
    await expect(addPhoto(given.services, broken)).rejects.toThrow(PhotoRefused);
    await expect(add("active", "00000000-0000-4000-8000-000000000000")).rejects.toThrow("foreign key");
    expect(given.services.files.stored.size).toBe(files);
    expect(await rows()).toHaveLength(before);
  });

  test("leaves no row if the file store is down", async () => {
    const member = await makeMember(given.services, { siteId: siteId() });
    const down = { ...given.services.files, put: () => Promise.reject(new Error("store down")) };
    const adding = addPhoto(
      { ...given.services, files: down },
      { siteId: siteId(), memberId: member.id, image, status: "active" },
    );
    await expect(adding).rejects.toThrow("store down");
    expect(await mainPhotoOf(member.id)).toBeNull();
  });
});

describe("D8.1 D8.2 serving a photo", () => {
  let main: string;
  let second: string;
  let inspected: string;
  beforeAll(async () => {
    main = (await add("active")).id;
    second = (await add("active")).id;
    inspected = (await add("inspection")).id;
  });

  test("answers the bytes with headers that let only the browser cache them", async () => {
    const answer = await get(`${main}/card.webp`, other.cookie);
    expect(answer.statusCode).toBe(200);
    expect((await sharp(answer.rawPayload).metadata()).format).toBe("webp");
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect((await get(`${main}/full.jpg`, other.cookie)).headers["content-type"]).toBe("image/jpeg");
  });

  test("R6.03 shows a visitor the main photo's small sizes, and blurred ones", async () => {
    expect(await statusOf(`${main}/card.webp`)).toBe(200);
    expect(await statusOf(`${main}/thumb.jpg`)).toBe(200);
    expect(await statusOf(`${main}/full.webp`)).toBe(404);
    expect(await statusOf(`${second}/card.webp`)).toBe(404);
    expect(await statusOf(`${second}/blurred.webp`)).toBe(200);
  });

  test("D8.2 shows a photo under inspection only to its owner", async () => {
    expect(await statusOf(`${inspected}/full.webp`, owner.cookie)).toBe(200);
    expect(await statusOf(`${inspected}/full.webp`, other.cookie)).toBe(404);
    expect(await statusOf(`${inspected}/blurred.webp`)).toBe(404);
  });

  test("D2.1 shows nothing to members and visitors of another site", async () => {
    expect(await statusOf(`${main}/card.webp`, elsewhere.cookie, "127.0.0.1")).toBe(404);
    expect(await statusOf(`${main}/card.webp`, undefined, "127.0.0.1")).toBe(404);
    expect(await statusOf(`${main}/full.webp`, elsewhere.cookie)).toBe(404);
  });

  test("hides the photos of an unlisted member from all others", async () => {
    const hidden = await makeMember(given.services, { siteId: siteId() });
    const photo = await add("active", hidden.id);
    await list(hidden.id, false);
    expect(await statusOf(`${photo.id}/card.webp`, other.cookie)).toBe(404);
    expect(await statusOf(`${photo.id}/card.webp`)).toBe(404);
    expect(await statusOf(`${photo.id}/card.webp`, hidden.cookie)).toBe(200);
  });

  test("R6.02 shows visitors nothing if they may not search", async () => {
    const { db, clock } = given.services;
    await saveSetting(db, siteId(), "logged_out_search", "none");
    clock.advance(10_000);
    expect(await statusOf(`${main}/card.webp`)).toBe(404);
    expect(await statusOf(`${main}/card.webp`, other.cookie)).toBe(200);
    await saveSetting(db, siteId(), "logged_out_search", "limited");
    clock.advance(10_000);
  });

  test.each([
    "unknown photo|00000000-0000-4000-8000-000000000000/card.webp",
    "no uuid|1/card.webp",
    "unknown size|MAIN/huge.webp",
    "unknown format|MAIN/card.svg",
    "climbing|MAIN/..%2F..%2Fcard.webp",
    "climbing id|..%2F..%2Fsecret/card.webp",
    "NUL|MAIN/card.webp%00.jpg",
  ])("answers 404, not cached: %s", async (line) => {
    const answer = await get((line.split("|")[1] ?? "").replace("MAIN", main), owner.cookie);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).not.toContain("Error");
  });

  test("answers 404 if the file is gone", async () => {
    const photo = await add("active");
    await given.services.files.remove(`photos/${siteId()}/${owner.id}/${photo.id}/`);
    expect(await statusOf(`${photo.id}/card.webp`, owner.cookie)).toBe(404);
  });
});
