import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { describe } from "vitest";
import { sendMessage } from "#contract/chat.ts";
import type { MemberEvent } from "#contract/events.ts";
import { likeMember } from "#contract/likes.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { blockMember, getBlocks } from "#contract/moderation.ts";
import { captionPhoto } from "#contract/photos.ts";
import type { Image } from "#contract/profiles.ts";
import { changeSettings } from "#server/features/sites/test-settings.ts";
import { calls } from "#server/http/calls.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { addPhoto } from "./add-photo.ts";

let drawn = 0;
/** A unique picture, so that a test recognises its thumbhash. */
async function picture(): Promise<Buffer> {
  drawn += 1;
  const circle = `<circle cx="${30 + 20 * (drawn % 9)}" cy="${40 + 25 * (drawn % 7)}" r="40" fill="hsl(${drawn * 47} 80% 50%)"/>`;
  const drawing = `<svg width="240" height="300"><rect width="240" height="300" fill="hsl(${drawn * 71} 60% 40%)"/>${circle}</svg>`;
  return await sharp(Buffer.from(drawing)).jpeg().toBuffer();
}

type Shot = { id: string; thumbhash: string; caption: string };

const photosSeen = async (viewer: Member, of: Member) =>
  (await viewer.client.call(getMember, { query: { id: of.id } })).body.profile.photos;
const locksSeen = async (viewer: Member, of: Member) => (await photosSeen(viewer, of)).map(({ locked }) => locked);

const test = base
  .extend(
    "rule",
    { scope: "file" },
    ({ services, siteIds }) =>
      (premium_photos: "but_main" | "all", free_photos = 3) =>
        changeSettings(services, siteIds[0], { premium_photos, free_photos }),
  )
  /** Gives a member photos that others see, each with its own caption. */
  .extend("withPhotos", { scope: "file" }, ({ services }) => async (owner: Member, count: number): Promise<Shot[]> => {
    const shots: Shot[] = [];
    for (let at = 0; at < count; at += 1) {
      const image = await picture();
      const photo = { siteId: owner.siteId, memberId: owner.id, image, status: "active" as const };
      const { id, thumbhash } = await addPhoto(services, photo);
      const caption = `Words below ${randomUUID()}`.replaceAll(/\d/g, "x");
      await owner.client.call(captionPhoto, { body: { photo: id, caption } });
      shots.push({ id, thumbhash, caption });
    }
    return shots;
  })
  .extend(
    "load",
    { scope: "file" },
    ({ app }) =>
      (address: string, viewer?: Member, headers: Record<string, string> = {}) =>
        app.inject({
          url: address,
          headers: { host: "localhost", ...(viewer && { cookie: viewer.cookie }), ...headers },
        }),
  )
  .extend(
    "stored",
    { scope: "file" },
    ({ services }) =>
      ({ id }: Shot, file: string) =>
        [...services.files.stored].find(([key]) => key.endsWith(`${id}/${file}`))?.[1].bytes,
  );

describe("R6.04 R6.06 what a viewer sees of a member's photos", () => {
  test("R6.04 the owner looks at the own profile as a free member does, and at no one else's", async ({
    withPhotos,
    rule,
    member,
  }) => {
    await rule("but_main");
    const [anna, ben] = [await member({ premium: true }), await member()];
    await withPhotos(anna, 2);
    const seen = async (viewer: Member, as?: "free") =>
      (await viewer.client.call(getMember, { query: { id: anna.id, ...(as && { as }) } })).body.profile.photos;
    expect((await seen(anna)).map(({ locked }) => locked)).toEqual([null, null]);
    expect(await seen(anna, "free")).toEqual(await seen(ben));
    expect((await seen(ben)).map(({ locked }) => locked)).toEqual([null, "premium"]);
    const alex = await member({ premium: true });
    expect((await seen(alex, "free")).map(({ locked }) => locked)).toEqual([null, null]);
  });

  test("R6.04 R1.09 a free member sees the first three of another free member, in the owner's order", async ({
    withPhotos,
    rule,
    member,
  }) => {
    await rule("but_main");
    const [anna, ben] = [await member({ credits: 20 }), await member({ credits: 20 })];
    const shots = await withPhotos(anna, 5);
    expect(await locksSeen(ben, anna)).toEqual([null, null, null, "limit", "limit"]);
    expect(await locksSeen(anna, anna)).toEqual(Array(5).fill(null));
    expect(await locksSeen(await member({ credits: 20, premium: true }), anna)).toEqual(Array(5).fill(null));
    const [open, locked] = [await photosSeen(ben, anna), shots.at(-1) as Shot];
    expect(open[0]).toMatchObject({ caption: shots[0]?.caption, thumbhash: shots[0]?.thumbhash });
    expect(open[4]).toMatchObject({ caption: "", thumbhash: "", filename: `/photos/${locked.id}/blurred.webp` });
    // the number is the site's setting
    await rule("but_main", 1);
    expect(await locksSeen(ben, anna)).toEqual([null, "limit", "limit", "limit", "limit"]);
    await rule("but_main");
  });

  test("R6.06 of a premium member a free one sees the main photo, or none if the site says so", async ({
    withPhotos,
    rule,
    member,
  }) => {
    await rule("but_main");
    const [eva, ben] = [await member({ credits: 20, premium: true }), await member({ credits: 20 })];
    await withPhotos(eva, 3);
    expect(await locksSeen(ben, eva)).toEqual([null, "premium", "premium"]);
    // besides the lock the answer has what the badge needs
    const profileNow = async () => (await ben.client.call(getMember, { query: { id: eva.id } })).body.profile;
    expect(await profileNow()).toMatchObject({ premium: true, main_image: { locked: null } });
    await rule("all");
    expect(await locksSeen(ben, eva)).toEqual(["premium", "premium", "premium"]);
    expect(await profileNow()).toMatchObject({ premium: true, main_image: { locked: "premium", thumbhash: "" } });
    expect(await locksSeen(await member({ credits: 20, premium: true }), eva)).toEqual([null, null, null]);
    await rule("but_main");
  });

  test("R6.06 a member who becomes premium sees all photos immediately", async ({
    load,
    withPhotos,
    rule,
    services,
    member,
  }) => {
    await rule("but_main");
    const [eva, ben] = [await member({ credits: 20, premium: true }), await member({ credits: 20 })];
    const [, second] = await withPhotos(eva, 2);
    expect((await load(`/photos/${second?.id}/card.webp`, ben)).statusCode).toBe(404);
    await services.db.updateTable("profiles").set({ premium: true }).where("member_id", "=", ben.id).execute();
    expect(await locksSeen(ben, eva)).toEqual([null, null]);
    expect((await load(`/photos/${second?.id}/card.webp`, ben)).statusCode).toBe(200);
  });

  test("R4.07 a photo under inspection does not count among the visible ones", async ({
    load,
    withPhotos,
    rule,
    services,
    member,
  }) => {
    await rule("but_main", 2);
    const [anna, ben] = [await member({ credits: 20 }), await member({ credits: 20 })];
    const [, second, third] = await withPhotos(anna, 3);
    const { db } = services;
    const status = { status: "inspection" };
    await db
      .updateTable("photos")
      .set(status)
      .where("id", "=", second?.id ?? "")
      .execute();
    expect(await locksSeen(ben, anna)).toEqual([null, null]);
    expect((await load(`/photos/${third?.id}/card.webp`, ben)).statusCode).toBe(200);
    expect((await photosSeen(anna, anna)).map((photo) => photo.status)).toEqual(["active", "inspection", "active"]);
    expect(JSON.stringify(await photosSeen(ben, anna))).not.toContain(second?.id);
    expect((await load(`/photos/${second?.id}/blurred.webp`, ben)).statusCode).toBe(404);
    await rule("but_main");
  });
});

/** Every image anywhere in an answer. */
function imagesIn(value: unknown): Image[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(imagesIn);
  return "card_filename" in value ? [value as Image, ...inside] : inside;
}

/** Every address of a photo's file in a text, in both of its formats. */
const addressesIn = (text: string) =>
  [...new Set(text.match(/\/photos\/[0-9a-f-]{36}\/[a-z0-9-]+\.(?:webp|jpg)/g) ?? [])].flatMap((address) => [
    address,
    address.replace(/webp$/, "jpg"),
  ]);

/** Calls every GET of the contract about a member, and returns the answers that the viewer may get. */
async function readEverything({ client }: Member, about: { id: string; conversation: string }) {
  const reads = calls.filter(({ method, path }) => method === "GET" && !/logout|auto-like|outbox/.test(path));
  const answers: [string, string][] = [];
  for (const call of reads) {
    for (const query of [{ id: about.id }, { member: about.id }, { conversation: about.conversation }, {}]) {
      const { status, body } = await client.call(call, { query } as never);
      if (status === 200) answers.push([call.path, JSON.stringify(body)]);
    }
  }
  return answers;
}

describe("R6.06 no clear byte, outline or caption of a locked photo reaches a viewer who may not see it", () => {
  const settings = ["but_main", "all"] as const;
  test.for(settings)(
    "R6.03 R6.06 in no call that shows images, with premium photos locked: %s",
    async (setting, { stored, load, withPhotos, rule, services, member }) => {
      await rule(setting);
      const [eva, ben] = [await member({ credits: 20, premium: true }), await member({ credits: 20 })];
      const shots = await withPhotos(eva, 5);
      const locked = setting === "all" ? shots : shots.slice(1);
      const events: MemberEvent[] = [];
      services.events.subscribe(ben.id, (event) => events.push(event));
      // a like, a match, a chat: she is in each of his lists
      await eva.client.call(likeMember, { body: { id: ben.id } });
      await ben.client.call(likeMember, { body: { id: eva.id } });
      const sent = await eva.client.call(sendMessage, { body: { member: ben.id, text: "Good evening" } });
      await eva.client.call(getMember, { query: { id: ben.id } });

      const answers = await readEverything(ben, { id: eva.id, conversation: String(sent.body.message?.id) });
      const showing = answers.filter(([, text]) => text.includes(shots[0]?.id ?? "-")).map(([path]) => path);
      for (const path of ["member", "members", "card", "likes", "chats", "chat"]) {
        expect(showing).toContain(`/api/${path}.php`);
      }
      const all = [...answers.map(([, text]) => text), JSON.stringify(events)].join("\n");
      expect(events.length).toBeGreaterThan(0);
      for (const { id, thumbhash, caption } of locked) {
        expect(all).not.toContain(thumbhash);
        expect(all).not.toContain(caption);
        expect(all).not.toMatch(new RegExp(`${id}/(?!blurred)`));
      }
      for (const image of answers.flatMap(([, text]) => imagesIn(JSON.parse(text)))) {
        const [shown] = shots.filter(({ id }) => image.filename.includes(id));
        if (shown) expect(image.locked).toBe(locked.includes(shown) ? "premium" : null);
        expect(image.thumbhash === "").toBe(image.locked !== null);
      }
      // every address in an answer can be loaded; for locked photos it is the blurred file
      for (const address of addressesIn(all)) {
        const answer = await load(address, ben);
        expect([address, answer.statusCode]).toEqual([address, 200]);
        const shot = locked.find(({ id }) => address.includes(id));
        if (shot) expect(answer.rawPayload).toEqual(Buffer.from(stored(shot, address.split("/").at(-1) ?? "") ?? []));
      }
      for (const { id } of locked) {
        for (const name of ["thumb", "card", "full", "whole", "thumb-00000000", "card-00000000"]) {
          for (const format of ["webp", "jpg"]) {
            const answer = await load(`/photos/${id}/${name}.${format}`, ben);
            expect([name, answer.statusCode, answer.rawPayload.length]).toEqual([name, 404, 0]);
          }
        }
      }
      await rule("but_main");
    },
  );

  test("R6.03 a visitor gets at most a clear main photo, and none of a premium member if all are locked", async ({
    load,
    withPhotos,
    rule,
    visitor,
    member,
  }) => {
    await rule("all");
    const [eva, anna] = [
      await member({ credits: 20, premium: true, shownToVisitors: true }),
      await member({ credits: 20, shownToVisitors: true }),
    ];
    const [premium] = await withPhotos(eva, 1);
    const [first, second] = await withPhotos(anna, 2);
    const { body } = await visitor().call(searchMembers, {});
    const text = JSON.stringify(body);
    expect(text).toContain(premium?.id);
    for (const hidden of [premium?.thumbhash, premium?.caption, first?.caption, second?.id, "full.webp"]) {
      expect(text).not.toContain(hidden);
    }
    for (const address of addressesIn(text))
      expect([address, (await load(address)).statusCode]).toEqual([address, 200]);
    for (const name of ["thumb", "card", "full"]) {
      expect((await load(`/photos/${premium?.id}/${name}.webp`)).statusCode).toBe(404);
      expect((await load(`/photos/${second?.id}/${name}.webp`)).statusCode).toBe(404);
    }
    await rule("but_main");
  });

  test("R6.07 in the list of blocked members a locked photo is blurred too", async ({
    load,
    withPhotos,
    rule,
    member,
  }) => {
    await rule("all");
    const [eva, ben] = [await member({ credits: 20, premium: true }), await member({ credits: 20 })];
    const [shot] = await withPhotos(eva, 1);
    await ben.client.call(blockMember, { body: { id: eva.id } });
    const { body } = await ben.client.call(getBlocks);
    expect(body.blocks[0]?.main_image).toMatchObject({ locked: "premium", thumbhash: "", caption: "" });
    for (const address of addressesIn(JSON.stringify(body))) expect((await load(address, ben)).statusCode).toBe(200);
    expect((await load(`/photos/${shot?.id}/thumb.webp`, ben)).statusCode).toBe(404);
    await rule("but_main");
    expect((await load(`/photos/${shot?.id}/thumb.webp`, ben)).statusCode).toBe(200);
    expect((await load(`/photos/${shot?.id}/card.webp`, ben)).statusCode).toBe(404);
  });
});

describe("D8.1 browser caching of photos", () => {
  test("a visible photo is cached for a year, by the browser only; one under inspection is revalidated", async ({
    load,
    withPhotos,
    rule,
    services,
    member,
  }) => {
    await rule("but_main");
    const [anna, ben] = [await member({ credits: 20, shownToVisitors: true }), await member({ credits: 20 })];
    const [shot] = await withPhotos(anna, 1);
    const address = `/photos/${shot?.id}/card.webp`;
    for (const viewer of [ben, undefined]) {
      const { headers } = await load(address, viewer);
      expect(headers["cache-control"]).toBe("private, max-age=31536000, immutable");
      expect(headers["cache-control"]).not.toContain("public");
      expect(headers.etag).toMatch(/^"[^"]+"$/);
    }
    const status = { status: "inspection" };
    await services.db
      .updateTable("photos")
      .set(status)
      .where("id", "=", shot?.id ?? "")
      .execute();
    expect((await load(address, anna)).headers["cache-control"]).toBe("private, no-cache");
    const refused = await load(address, ben);
    expect([refused.statusCode, refused.headers["cache-control"], refused.headers.etag]).toEqual([
      404,
      "no-store",
      undefined,
    ]);
  });

  test("a cached file gets a 304, but only while the viewer may see it", async ({ load, withPhotos, rule, member }) => {
    await rule("but_main");
    const [eva, ben, eve] = [
      await member({ credits: 20, premium: true }),
      await member({ credits: 20 }),
      await member({ credits: 20, premium: true }),
    ];
    const [, second] = await withPhotos(eva, 2);
    const address = `/photos/${second?.id}/card.webp`;
    const etag = String((await load(address, eve)).headers.etag);
    const again = await load(address, eve, { "if-none-match": etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect((await load(address, ben, { "if-none-match": etag })).statusCode).toBe(404);
    expect((await load(address, eve, { "if-none-match": '"other"' })).statusCode).toBe(200);
  });
});
