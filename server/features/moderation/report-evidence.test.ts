import { sql } from "kysely";
import { describe } from "vitest";
import { getChat, getChats } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { sendGift } from "#contract/gifts.ts";
import { blockMember } from "#contract/moderation.ts";
import { deletePhoto, getPhotos } from "#contract/photos.ts";
import { photoFolder } from "#server/features/profiles/index.ts";
import type { Member } from "#server/test.ts";
import { test as base, expect, report, settleReport, write } from "./test-reports.ts";

const test = base
  .extend("stored", { scope: "file" }, ({ services }) => (file: string | null | undefined) => {
    return services.files.stored.has(file ?? "");
  })
  /** A member with a photo whose file is stored. */
  .extend("memberWithPhoto", { scope: "file" }, ({ member, photoOf, services, siteIds }) => async () => {
    const ben = await member({ photo: true });
    const photo = await photoOf(ben);
    const folder = photoFolder({ siteId: siteIds[0], memberId: ben.id, id: photo });
    await services.files.put(`${folder}full.webp`, Buffer.from("a picture"), "image/webp");
    return { ben, photo };
  })
  /** A photo that was reported by these members, and then deleted. */
  .extend("deleted", { scope: "file" }, ({ memberWithPhoto, services }) => async (...reporters: Member[]) => {
    const { ben, photo } = await memberWithPhoto();
    const reports = [];
    for (const who of reporters) {
      reports.push((await report(who, ben, { about: "photo", photo, reason: "explicit" })).body.report);
    }
    const [own] = (await ben.client.call(getPhotos)).body.photos;
    expect((await ben.client.call(deletePhoto, { body: { photo } })).status).toBe(200);
    await services.jobs.drain(services);
    return { ben, photo, own, reports };
  });

test.beforeEach(({ services }) => services.clock.set("2026-11-20T18:00:00Z"));

describe("D6.6 a reported chat that a block deletes", () => {
  test.for(["the one who reported", "the one who was reported"])(
    "by %s stays readable for staff for thirty days",
    async (who, { services, pair, open, purge }) => {
      const [anna, ben] = await pair({ photo: true });
      await write(ben, anna, "Send me your secret");
      const { body } = await report(anna, ben, { about: "chat" });
      const [blocker, blocked] = who === "the one who reported" ? [anna, ben] : [ben, anna];
      expect((await blocker.client.call(blockMember, { body: { id: blocked.id } })).status).toBe(200);
      expect((await anna.client.call(getChats)).body.chats).toEqual([]);
      expect((await anna.client.call(getChat, { query: { member: ben.id } })).status).toBe(403);
      expect((await open(body.report))?.chat).toMatchObject([{ from: ben.id, text: "Send me your secret" }]);
      services.clock.advance(30 * dayMs - 1);
      await purge();
      expect((await open(body.report))?.chat).toHaveLength(1);
      services.clock.advance(1);
      await purge();
      expect((await open(body.report))?.chat).toEqual([]);
    },
  );

  test("R1.05 names the gifts in it, as the chat itself does", async ({ pair, open }) => {
    const [anna, ben] = await pair({ photo: true });
    await ben.client.call(sendGift, { body: { member: anna.id, gift: "rose", text: "Pay me back" } });
    const { body } = await report(anna, ben, { about: "chat" });
    const line = { text: "Pay me back", attachment: { kind: "gift", gift: "rose" } };
    expect((await open(body.report))?.chat).toMatchObject([line]);
    await anna.client.call(blockMember, { body: { id: ben.id } });
    expect((await open(body.report))?.chat).toMatchObject([line]);
  });

  test("is kept for a report about the profile, too, and opening it is recorded", async ({
    services,
    pair,
    rowsBy,
    open,
  }) => {
    const [anna, ben] = await pair({ photo: true });
    await write(ben, anna, "Send me your secret");
    const { body } = await report(anna, ben);
    await anna.client.call(blockMember, { body: { id: ben.id } });
    expect((await open(body.report))?.chat).toMatchObject([{ text: "Send me your secret" }]);
    expect((await rowsBy(anna))[0]?.chat_opened_at).toEqual(services.clock.now());
  });

  test("is not kept if no report is open", async ({ services, pair, open }) => {
    const [anna, ben] = await pair({ photo: true });
    await write(ben, anna, "A word for her eyes alone");
    const { body } = await report(anna, ben, { about: "chat" });
    await settleReport(services.db, body.report, services.clock.now());
    await anna.client.call(blockMember, { body: { id: ben.id } });
    expect((await open(body.report))?.chat).toEqual([]);
    const copies = sql<{
      found: number;
    }>`select count(*)::int as found from reports where chat::text like '%her eyes alone%'`;
    expect((await copies.execute(services.db)).rows).toEqual([{ found: 0 }]);
  });
});

describe("D11.2 a reported photo that its owner deletes", () => {
  test("is kept for thirty days, for staff only", async ({ services, member, open, stored, purge, deleted }) => {
    const anna = await member();
    const { ben, photo, own, reports } = await deleted(anna);
    const [id = ""] = reports;
    const found = await open(id);
    expect(found?.file).toContain("/reported/");
    expect(stored(found?.file)).toBe(true);
    expect([...services.files.stored.keys()].filter((key) => key.includes(photo))).toEqual([found?.file]);
    for (const who of [anna, ben]) {
      for (const url of [own?.filename ?? "", own?.whole ?? "", `/photos/${photo}/full.webp`, `/${found?.file}`]) {
        expect([url, (await who.client.get(url)).statusCode]).toEqual([url, 404]);
      }
    }
    services.clock.advance(30 * dayMs - 1);
    await purge();
    expect(stored(found?.file)).toBe(true);
    services.clock.advance(1);
    await purge();
    expect(stored(found?.file)).toBe(false);
    expect(await open(id)).toMatchObject({ status: "open", file: null });
  });

  test("is kept until the last report about it is closed", async ({
    services,
    member,
    open,
    stored,
    purge,
    deleted,
  }) => {
    const { reports } = await deleted(await member(), await member());
    const [first = "", second = ""] = reports;
    const { db, clock } = services;
    const copy = (await open(first))?.file;
    await settleReport(db, first, clock.now());
    await purge();
    expect([stored(copy), (await open(first))?.file]).toEqual([true, null]);
    await settleReport(db, second, clock.now());
    await purge();
    expect(stored(copy)).toBe(false);
  });

  test("leaves no copy if no report is open; before that, a report gives the original file", async ({
    services,
    member,
    open,
    stored,
    memberWithPhoto,
    deleted,
  }) => {
    const [anna, { ben, photo }] = [await member(), await memberWithPhoto()];
    const { body } = await report(anna, ben, { about: "photo", photo });
    expect(stored((await open(body.report))?.file)).toBe(true);
    await settleReport(services.db, body.report, services.clock.now());
    await ben.client.call(deletePhoto, { body: { photo } });
    const other = await deleted();
    await services.jobs.drain(services);
    const left = [...services.files.stored.keys()].filter((key) => key.includes(photo) || key.includes(other.photo));
    expect([left, (await open(body.report))?.file]).toEqual([[], null]);
  });

  test("during a report is deleted with a copy, or the report does not find it", async ({
    services,
    member,
    open,
    stored,
    memberWithPhoto,
  }) => {
    for (let round = 0; round < 5; round += 1) {
      const [anna, { ben, photo }] = [await member(), await memberWithPhoto()];
      const [answer] = await Promise.all([
        report(anna, ben, { about: "photo", photo }),
        ben.client.call(deletePhoto, { body: { photo } }),
      ]);
      await services.jobs.drain(services);
      if (answer.status === 200) expect(stored((await open(answer.body.report))?.file)).toBe(true);
      else expect(answer.body.error?.code).toBe("photo_not_found");
    }
  });
});
