import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { describe } from "vitest";
import {
  type Crop,
  captionPhoto,
  cropPhoto,
  deletePhoto,
  getPhotos,
  orderPhotos,
  setMainPhoto,
} from "#contract/photos.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { addPhoto } from "./add-photo.ts";

const idsOf = async ({ client }: Member) => (await client.call(getPhotos)).body.photos.map(({ id }) => id);

const test = base
  /** Red, and blue in the lower right quarter. */
  .extend("image", { scope: "file" }, async () => {
    const blue = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#00f" } })
      .png()
      .toBuffer();
    return await sharp({ create: { width: 800, height: 600, channels: 3, background: "#f00" } })
      .composite([{ input: blue, left: 400, top: 300 }])
      .jpeg()
      .toBuffer();
  })
  .extend(
    "add",
    { scope: "file" },
    ({ services, image }) =>
      async ({ siteId, id: memberId }: Member, status: "active" | "inspection" = "active", picture = image) =>
        (await addPhoto(services, { siteId, memberId, image: picture, status })).id,
  )
  /** A member with so many active photos, the oldest first. */
  .extend("withPhotos", { scope: "file" }, ({ services, member, add }) => async (count: number) => {
    const owner = await member();
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      ids.push(await add(owner));
      services.clock.advance(1000);
    }
    return { owner, ids };
  })
  .extend(
    "load",
    { scope: "file" },
    ({ app }) =>
      (address: string, viewer?: Member) =>
        app.inject({ url: address, headers: { host: "localhost", ...(viewer && { cookie: viewer.cookie }) } }),
  )
  /** The names of a photo's files. */
  .extend(
    "stored",
    { scope: "file" },
    ({ services }) =>
      (id: string) =>
        [...services.files.stored.keys()].filter((key) => key.includes(id)).sort(),
  );

describe("D8 the order of photos", () => {
  const order = (owner: Member, photos: readonly string[]) =>
    owner.client.call(orderPhotos, { body: { photos: [...photos] } });

  test("is the member's own, with the main photo first; a new one comes last", async ({ add, withPhotos }) => {
    const { owner, ids } = await withPhotos(3);
    const [first = "", second = "", third = ""] = ids;
    const { body } = await order(owner, [third, second, first]);
    expect(body.photos.map(({ id }) => id)).toEqual([first, third, second]);
    await owner.client.call(setMainPhoto, { body: { photo: second } });
    expect(await idsOf(owner)).toEqual([second, third, first]);
    await owner.client.call(deletePhoto, { body: { photo: third } });
    const id = await add(owner, "inspection");
    expect(await idsOf(owner)).toEqual([second, first, id]);
  });

  test("has exactly the existing photos: no foreign, repeated or missing one", async ({ withPhotos }) => {
    const { owner, ids } = await withPhotos(3);
    const { ids: foreign } = await withPhotos(1);
    const [first = "", second = "", third = ""] = ids;
    const outcome = async (photos: readonly string[]) => {
      const { status, body } = await order(owner, photos);
      return [status, body.error?.code, body.error?.field_codes?.photos];
    };
    const changed = [409, "photos_changed", undefined];
    expect(await outcome([third, second])).toEqual(changed);
    expect(await outcome([])).toEqual(changed);
    expect(await outcome([third, second, foreign[0] ?? ""])).toEqual(changed);
    expect(await outcome([third, second, first, foreign[0] ?? ""])).toEqual(changed);
    expect(await outcome([third, second, randomUUID()])).toEqual(changed);
    expect(await outcome([third, second, second])).toEqual([400, "invalid_input", "invalid"]);
    expect(await outcome(Array.from({ length: 26 }, () => randomUUID()))).toEqual([400, "invalid_input", "invalid"]);
    expect((await outcome(["1", "2", "3"]))[1]).toBe("invalid_input");
    expect(await idsOf(owner)).toEqual(ids);
  });

  test("of concurrent orders one wins", async ({ withPhotos }) => {
    const { owner, ids } = await withPhotos(3);
    const [first = "", second = "", third = ""] = ids;
    const answers = await Promise.all([
      order(owner, [first, third, second]),
      order(owner, [first, second, third]),
      order(owner, [first, third, second]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([[first, third, second], ids]).toContainEqual(await idsOf(owner));
  });
});

describe("D8 captions", () => {
  const write = (owner: Member, photo: string, caption: string | null) =>
    owner.client.call(captionPhoto, { body: { photo, caption } });

  test("are one line of at most 200 characters, and can be removed", async ({ withPhotos }) => {
    const { owner, ids } = await withPhotos(1);
    const [photo = ""] = ids;
    const written = await write(owner, photo, "  At the sea,\n with  Bello 🐕 ");
    expect(written.body.photos[0]?.caption).toBe("At the sea, with Bello 🐕");
    const longest = "👩‍👩‍👧".repeat(200);
    expect((await write(owner, photo, longest)).body.photos[0]?.caption).toBe(longest);
    const refused = async (caption: string) => (await write(owner, photo, caption)).body.error?.field_codes?.caption;
    expect(await refused(`${longest}!`)).toBe("too_long");
    expect(await refused("\u200b\u2060")).toBe("invisible_text");
    expect(await refused("a\u0000b")).toBe("forbidden_characters");
    expect((await write(owner, photo, null)).body.photos[0]?.caption).toBe("");
  });

  test.for(["see www.example.com", "anna@example.org", "call 06 12 34 56 78"])(
    "D11.3 with contact details are refused: %s",
    async (caption, { withPhotos }) => {
      const { owner, ids } = await withPhotos(1);
      const { status, body } = await write(owner, ids[0] ?? "", caption);
      expect([status, body.error?.field_codes]).toEqual([400, { caption: "contact_details" }]);
      expect(body.error?.fields?.caption).toContain("leave out");
    },
  );

  test("of another member's photo, or a deleted one, are not saved", async ({ withPhotos }) => {
    const [{ owner, ids }, { ids: foreign }] = [await withPhotos(1), await withPhotos(1)];
    expect((await write(owner, foreign[0] ?? "", "Mine now")).body.error?.code).toBe("photo_not_found");
    await owner.client.call(deletePhoto, { body: { photo: ids[0] ?? "" } });
    expect((await write(owner, ids[0] ?? "", "Too late")).body.error?.code).toBe("photo_not_found");
  });
});

describe("D8 a crop", () => {
  const blueQuarter: Crop = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 };
  const cut = (owner: Member, photo: string, crop: Crop | null) =>
    owner.client.call(cropPhoto, { body: { photo, crop } });
  const colour = async (bytes: Buffer) => {
    const { channels } = await sharp(bytes).stats();
    return channels.map(({ mean }) => (mean > 200 ? 1 : mean < 60 ? 0 : mean));
  };

  test("creates each size from the chosen part, under new addresses, with nothing of the rest", async ({
    member,
    withPhotos,
    load,
  }) => {
    const { owner, ids } = await withPhotos(1);
    const other = await member();
    const [photo = ""] = ids;
    const before = (await owner.client.call(getPhotos)).body.photos[0];
    const { body } = await cut(owner, photo, blueQuarter);
    const after = body.photos[0];
    expect(after).toMatchObject({ width: 400, height: 300, crop: blueQuarter, status: "active", main: true });
    for (const size of ["filename", "card_filename", "thumb_filename"] as const) {
      expect(after?.[size]).not.toBe(before?.[size]);
      for (const address of [after?.[size] ?? "", (after?.[size] ?? "").replace("webp", "jpg")]) {
        const answer = await load(address, other);
        expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([
          200,
          "private, max-age=31536000, immutable",
        ]);
        expect(await colour(answer.rawPayload)).toEqual([0, 0, 1]);
      }
      // an earlier address answers the current picture, and is not cached
      const old = await load(before?.[size] ?? "", other);
      expect([old.statusCode, old.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
      expect(await colour(old.rawPayload)).toEqual([0, 0, 1]);
    }
    expect(after?.thumbhash).not.toBe(before?.thumbhash);
    expect((await load(after?.whole ?? "", other)).statusCode).toBe(404);
    expect((await load(after?.whole ?? "")).statusCode).toBe(404);
    expect((await sharp((await load(after?.whole ?? "", owner)).rawPayload).metadata()).width).toBe(800);
  });

  test("can be changed and removed; the previous files are deleted", async ({ services, withPhotos, stored }) => {
    const { owner, ids } = await withPhotos(1);
    const [photo = ""] = ids;
    const before = (await owner.client.call(getPhotos)).body.photos[0];
    const uncut = stored(photo);
    await cut(owner, photo, blueQuarter);
    await cut(owner, photo, { x: 0, y: 0, width: 0.5, height: 1 });
    await services.jobs.drain(services);
    expect(stored(photo)).toHaveLength(uncut.length * 2);
    expect((await cut(owner, photo, null)).body.photos[0]).toEqual({ ...before, thumbhash: expect.any(String) });
    await services.jobs.drain(services);
    expect(stored(photo)).toEqual(uncut);
  });

  test("the same crop again changes nothing, and the inspection status stays", async ({ member, add, load }) => {
    const owner = await member();
    const id = await add(owner, "inspection");
    const once = (await cut(owner, id, blueQuarter)).body.photos;
    expect(once[0]?.status).toBe("inspection");
    expect((await cut(owner, id, blueQuarter)).body.photos).toEqual(once);
    expect((await load(once[0]?.card_filename ?? "", await member())).statusCode).toBe(404);
  });

  test("of concurrent crops one wins, and only its files are left", async ({ services, withPhotos, load, stored }) => {
    const { owner, ids } = await withPhotos(1);
    const [photo = ""] = ids;
    const crops = [0.2, 0.3, 0.4].map((width) => ({ x: 0, y: 0, width, height: 1 }));
    const answers = await Promise.all(crops.map((crop) => cut(owner, photo, crop)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await services.jobs.drain(services);
    expect(stored(photo)).toHaveLength(16);
    const [shown] = (await owner.client.call(getPhotos)).body.photos;
    expect(crops).toContainEqual(shown?.crop);
    expect((await load(shown?.filename ?? "", owner)).statusCode).toBe(200);
  });

  test("D8.3 of a photo that is deleted meanwhile is refused, and leaves no file", async ({
    services,
    withPhotos,
    stored,
  }) => {
    const { owner, ids } = await withPhotos(1);
    const [photo = ""] = ids;
    const { files } = services;
    const get = files.get;
    files.get = async (key) => {
      const bytes = await get(key);
      files.get = get;
      await owner.client.call(deletePhoto, { body: { photo } });
      await services.jobs.drain(services);
      return bytes;
    };
    const { status, body } = await cut(owner, photo, blueQuarter);
    expect([status, body.error?.code]).toEqual([404, "photo_not_found"]);
    expect(stored(photo)).toEqual([]);
  });

  test("of another member's photo, or beyond the picture, is refused", async ({ withPhotos }) => {
    const [{ owner, ids }, { ids: foreign }] = [await withPhotos(1), await withPhotos(1)];
    const code = async (photo: string, crop: unknown) => (await cut(owner, photo, crop as Crop)).body.error?.code;
    expect(await code(foreign[0] ?? "", blueQuarter)).toBe("photo_not_found");
    for (const crop of [
      { x: 0.6, y: 0, width: 0.5, height: 1 },
      { x: -0.1, y: 0, width: 0.5, height: 1 },
      { x: 0, y: 0, width: 0, height: 1 },
      { x: 0, y: 0, width: 0.04, height: 1 },
      { x: 0, y: 0, width: "1", height: 1 },
      { x: 0, y: 0, width: null, height: 1 },
      [0, 0, 1, 1],
    ]) {
      expect(await code(ids[0] ?? "", crop)).toBe("invalid_input");
    }
  });

  test("of a thin strip is at least a pixel", async ({ member, add }) => {
    const owner = await member({ premium: true });
    const strip = await sharp({ create: { width: 200, height: 40_000, channels: 3, background: "#0f0" } })
      .png()
      .toBuffer();
    const id = await add(owner, "active", strip);
    const { body } = await cut(owner, id, { x: 0.9, y: 0.9, width: 0.05, height: 0.1 });
    expect(body.photos[0]).toMatchObject({ width: 1, height: 384 });
  });
});
