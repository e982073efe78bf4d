import sharp from "sharp";
import { dayMs } from "#contract/durations.ts";
import { getMember } from "#contract/members.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { expect, type Member, test as withApp } from "#server/test.ts";
import { addPhoto } from "./add-photo.ts";

const cdn = "https://cdn.example";

/** Anna, whose main photo other members see, on a site whose photos come from another host. */
const test = withApp.extend("anna", { scope: "file" }, async ({ member, services, siteIds }) => {
  const anna = await member({ shownToVisitors: true });
  const [siteId = 0] = siteIds;
  const image = await sharp({ create: { width: 300, height: 375, channels: 3, background: "#c36" } })
    .jpeg()
    .toBuffer();
  await addPhoto(services, { siteId, memberId: anna.id, image, status: "active" });
  await saveSetting(services.db, siteId, "cdn_prefix", cdn);
  services.config.cdnHosts = [cdn];
  services.clock.advance(6_000);
  return anna;
});

async function photoOf(anna: Member, other: Member) {
  const { main_image: image } = (await other.client.call(getMember, { query: { id: anna.id } })).body.profile;
  if (image === null) throw new Error("no photo");
  return image;
}

/** What the other host asks the product for: the path, without any cookie. */
const pathOf = (url: string) => new URL(url).pathname;

test("D8.1 a photo behind another host has a signed URL: it needs no cookie, and a shared cache may keep it", async ({
  anna,
  member,
  app,
}) => {
  const ben = await member();
  const image = await photoOf(anna, ben);
  expect(image.card_filename).toMatch(/^https:\/\/cdn\.example\/photos\/[0-9a-f-]{36}\/[\w-]+\/card\.webp$/);
  for (const url of [image.filename, image.card_filename, image.thumb_filename.replace(".webp", ".jpg")]) {
    const file = await app.inject({ url: pathOf(url), headers: { host: "localhost" } });
    expect([file.statusCode, file.headers["cross-origin-resource-policy"]]).toEqual([200, "cross-origin"]);
    // 18:00 UTC: the rest of the day, and the next
    expect(file.headers["cache-control"]).toMatch(/^public, max-age=1079\d\d$/);
  }
  const cleo = await member();
  expect((await photoOf(anna, cleo)).card_filename, "one copy for all viewers").toBe(image.card_filename);
});

test("D8.1 a signature opens one file of one photo, and no other", async ({ anna, member, app }) => {
  const ben = await member({ shownToVisitors: true });
  const { card_filename: card } = await photoOf(anna, ben);
  const path = pathOf(card);
  const statusOf = async (url: string, host = "localhost") => (await app.inject({ url, headers: { host } })).statusCode;
  const [, , id = "", signature = ""] = path.split("/");
  for (const wrong of [
    path.replace("card", "full"),
    path.replace("card", "whole"),
    path.replace("card", "card-0a1b2c3d"),
    path.replace(id, "00000000-0000-4000-8000-000000000000"),
    path.replace(
      signature,
      signature.replace(/^./, (letter) => (letter === "A" ? "B" : "A")),
    ),
    path.replace(signature, "%00"),
    `/photos/${id}/card.webp`,
  ]) {
    expect(await statusOf(wrong), wrong).toBe(wrong.endsWith(`${id}/card.webp`) ? 200 : 404);
  }
  expect(await statusOf(`/photos/${id}/full.webp`), "without a signature the viewer's rights count").toBe(404);
  expect(await statusOf(path, "127.0.0.1"), "another site").toBe(404);
});

test("D8.1 a signed URL ends with the next day, and not before", async ({ anna, member, app, services }) => {
  const ben = await member();
  const path = pathOf((await photoOf(anna, ben)).card_filename);
  const status = async () => (await app.inject({ url: path, headers: { host: "localhost" } })).statusCode;
  services.clock.advance(dayMs);
  expect(await status()).toBe(200);
  services.clock.advance(dayMs / 2);
  expect(await status()).toBe(404);
  const again = pathOf((await photoOf(anna, ben)).card_filename);
  expect(again).not.toBe(path);
  expect((await app.inject({ url: again, headers: { host: "localhost" } })).statusCode).toBe(200);
});

test("D2.2 a stored host that the installation does not name, or no longer names, is not used: photos are the site's own", async ({
  anna,
  member,
  services,
}) => {
  const ben = await member();
  services.config.cdnHosts = ["https://other.example"];
  services.clock.advance(6_000);
  expect((await photoOf(anna, ben)).card_filename).toMatch(/^\/photos\/[0-9a-f-]{36}\/card\.webp$/);
});
