import sharp from "sharp";
import { describe } from "vitest";
import { getCard } from "#contract/members.ts";
import { trackingHeader } from "#contract/tracking.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { test as base, expect, type Fixtures } from "#server/test.ts";
import { addPhoto } from "./add-photo.ts";
import { PhotoRefused } from "./process-photo.ts";

const image = await sharp({ create: { width: 300, height: 375, channels: 3, background: "#c36" } })
  .jpeg()
  .toBuffer();

const list = (services: Fixtures["services"], memberId: string, listed: boolean) =>
  services.db.updateTable("profiles").set({ listed }).where("member_id", "=", memberId).execute();

const test = base
  .extend("owner", { scope: "file" }, async ({ member, services }) => {
    const owner = await member({ shownToVisitors: true });
    await list(services, owner.id, true);
    return owner;
  })
  .extend("other", { scope: "file" }, ({ member }) => member())
  /** Adds a photo of the owner, or of another member of the site. */
  .extend("add", { scope: "file" }, ({ owner, services, siteIds }) => {
    return (status: "active" | "inspection", memberId = owner.id) =>
      addPhoto(services, { siteId: siteIds[0], memberId, image, status });
  })
  .extend("mainPhotoOf", { scope: "file" }, ({ services }) => async (memberId: string) => {
    const profiles = services.db.selectFrom("profiles").select("main_photo_id");
    return (await profiles.where("member_id", "=", memberId).executeTakeFirstOrThrow()).main_photo_id;
  })
  .extend("get", { scope: "file" }, ({ app }) => {
    return (path: string, cookie?: string, host = "localhost") =>
      app.inject({ url: `/photos/${path}`, headers: { host, ...(cookie ? { cookie } : {}) } });
  })
  .extend("statusOf", { scope: "file" }, ({ get }) => {
    return async (...request: Parameters<typeof get>) => (await get(...request)).statusCode;
  })
  /** The owner's main photo, a second one, and one under inspection. */
  .extend("photos", { scope: "file" }, async ({ add }) => ({
    main: (await add("active")).id,
    second: (await add("active")).id,
    inspected: (await add("inspection")).id,
  }));

describe("D8.1 adding a photo", () => {
  test("with the id of a stored one fails, and its files stay", async ({ member, services }) => {
    const { id: memberId, siteId } = await member();
    const photo = { siteId, memberId, image, status: "active", id: "00000000-0000-4000-8000-00000000abcd" } as const;
    await addPhoto(services, photo);
    await expect(addPhoto(services, photo)).rejects.toThrow("photos_pkey");
    expect([...services.files.stored.keys()].some((key) => key.includes(photo.id))).toBe(true);
  });

  test("saves its files and its row, and makes the first photo main", async ({
    add,
    mainPhotoOf,
    member,
    services,
    siteIds: [siteId],
  }) => {
    const { id: memberId } = await member();
    const first = await add("inspection", memberId);
    const second = await add("active", memberId);
    expect(first).toMatchObject({ width: 300, height: 375 });
    expect(await mainPhotoOf(memberId)).toBe(first.id);
    const rows = await services.db.selectFrom("photos").selectAll().where("member_id", "=", memberId).execute();
    expect(rows.map((row) => [row.id, row.status, row.site_id])).toEqual(
      expect.arrayContaining([
        [first.id, "inspection", siteId],
        [second.id, "active", siteId],
      ]),
    );
    const folder = `photos/${siteId}/${memberId}/${first.id}/`;
    const keys = [...services.files.stored.keys()].filter((key) => key.startsWith(folder));
    expect(keys).toHaveLength(8);
    expect(services.files.stored.get(`${folder}card.webp`)?.type).toBe("image/webp");
  });

  test("leaves nothing behind if the file is not an image, or the row cannot be written", async ({
    add,
    owner,
    services,
    siteIds: [siteId],
  }) => {
    const files = services.files.stored.size;
    const { db } = services;
    const rows = () => db.selectFrom("photos").select("id").execute();
    const before = (await rows()).length;
    const broken = { siteId, memberId: owner.id, image: image.subarray(0, 200), status: "active" } as const;
    await expect(addPhoto(services, broken)).rejects.toThrow(PhotoRefused);
    await expect(add("active", "00000000-0000-4000-8000-000000000000")).rejects.toThrow("foreign key");
    expect(services.files.stored.size).toBe(files);
    expect(await rows()).toHaveLength(before);
  });

  test("leaves no row if the file store is down", async ({ mainPhotoOf, member, services, siteIds: [siteId] }) => {
    const { id: memberId } = await member();
    const down = { ...services.files, put: () => Promise.reject(new Error("store down")) };
    const adding = addPhoto({ ...services, files: down }, { siteId, memberId, image, status: "active" });
    await expect(adding).rejects.toThrow("store down");
    expect(await mainPhotoOf(memberId)).toBeNull();
  });
});

describe("D8.1 D8.2 serving a photo", () => {
  test("answers the bytes with headers that let only the browser cache them", async ({
    get,
    other,
    photos: { main },
  }) => {
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

  test("R6.03 shows a visitor the main photo's small sizes, and blurred ones", async ({
    photos: { main, second },
    statusOf,
  }) => {
    expect(await statusOf(`${main}/card.webp`)).toBe(200);
    expect(await statusOf(`${main}/thumb.jpg`)).toBe(200);
    expect(await statusOf(`${main}/full.webp`)).toBe(404);
    expect(await statusOf(`${second}/card.webp`)).toBe(404);
    expect(await statusOf(`${second}/blurred.webp`)).toBe(200);
  });

  test("D8.2 shows a photo under inspection only to its owner", async ({
    other,
    owner,
    photos: { inspected },
    statusOf,
  }) => {
    expect(await statusOf(`${inspected}/full.webp`, owner.cookie)).toBe(200);
    expect(await statusOf(`${inspected}/full.webp`, other.cookie)).toBe(404);
    expect(await statusOf(`${inspected}/blurred.webp`)).toBe(404);
  });

  test("hides the photos of an unlisted member from all others", async ({ add, member, other, services, statusOf }) => {
    const hidden = await member();
    const photo = await add("active", hidden.id);
    await list(services, hidden.id, false);
    expect(await statusOf(`${photo.id}/card.webp`, other.cookie)).toBe(404);
    expect(await statusOf(`${photo.id}/card.webp`)).toBe(404);
    expect(await statusOf(`${photo.id}/card.webp`, hidden.cookie)).toBe(200);
  });

  test("R6.02 shows visitors nothing if they may not search", async ({
    owner,
    other,
    visitor,
    photos: { main },
    services: { db, clock },
    siteIds: [siteId],
    statusOf,
  }) => {
    await saveSetting(db, siteId, "logged_out_search", "none");
    clock.advance(10_000);
    expect(await statusOf(`${main}/card.webp`)).toBe(404);
    expect(await statusOf(`${main}/card.webp`, other.cookie)).toBe(200);
    // if a traffic source lets a visitor see members, the addresses need no header
    const card = await visitor().call(
      getCard,
      { query: { id: owner.id } },
      { headers: { [trackingHeader]: "network=a" } },
    );
    const address = card.body.member.main_image?.card_filename ?? "";
    expect(address).toMatch(new RegExp(`^/photos/${main}/[\\w-]{20,}/card\\.webp$`));
    expect(await statusOf(address.replace("/photos/", ""))).toBe(200);
    expect((await visitor().call(getCard, { query: { id: owner.id } })).status).toBe(403);
    await saveSetting(db, siteId, "logged_out_search", "limited");
    clock.advance(10_000);
    const open = await visitor().call(
      getCard,
      { query: { id: owner.id } },
      { headers: { [trackingHeader]: "network=a" } },
    );
    expect(open.body.member.main_image?.card_filename).toBe(`/photos/${main}/card.webp`);
  });

  test.for([
    "unknown photo|00000000-0000-4000-8000-000000000000/card.webp",
    "no uuid|1/card.webp",
    "unknown size|MAIN/huge.webp",
    "unknown format|MAIN/card.svg",
    "climbing|MAIN/..%2F..%2Fcard.webp",
    "climbing id|..%2F..%2Fsecret/card.webp",
    "NUL|MAIN/card.webp%00.jpg",
  ])("answers 404, not cached: %s", async (line, { get, owner, photos: { main } }) => {
    const answer = await get((line.split("|")[1] ?? "").replace("MAIN", main), owner.cookie);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).not.toContain("Error");
  });

  test("answers 404 if the file is gone", async ({ add, owner, services, siteIds: [siteId], statusOf }) => {
    const photo = await add("active");
    await services.files.remove(`photos/${siteId}/${owner.id}/${photo.id}/`);
    expect(await statusOf(`${photo.id}/card.webp`, owner.cookie)).toBe(404);
  });
});
