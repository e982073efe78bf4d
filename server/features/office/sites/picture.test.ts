import sharp from "sharp";
import { setSitePicture } from "#contract/site-picture.ts";
import { landerPicture, sitePicturePath } from "#contract/site-picture-path.ts";
import { getSettings } from "#contract/sites.ts";
import { getSiteChanges, undoSiteChange } from "#contract/staff-sites.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect, test } from "#server/test.ts";

const site = "rendezvous";
const draw = (background: string, metadata = {}) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .withMetadata(metadata)
    .jpeg()
    .toBuffer();

test("D2.2 D8.1 an admin puts a picture on the home page: checked as photos are, without metadata, and undone in the history", async ({
  given,
  app,
  visitor,
  services,
}) => {
  const { client } = await staffMember(given, "admin");
  const pictureNow = async () => {
    services.clock.advance(6_000);
    return (await visitor().call(getSettings, {})).body.settings.picture;
  };
  const file = await draw("teal", { exif: { IFD0: { Artist: "Secret name" } } });
  const answer = await client.call(setSitePicture, { body: { site, file } });
  expect(answer.status).toBe(200);
  const picture = await pictureNow();
  expect(picture).toMatch(/^[\da-f]{32}$/);
  const served = await app.inject({ url: sitePicturePath(picture), headers: { host: "localhost" } });
  expect([served.statusCode, served.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect(served.rawPayload.includes("Secret name")).toBe(false);
  expect((await sharp(served.rawPayload).metadata()).width).toBe(900);

  const noPicture = await client.call(setSitePicture, { body: { site, file: Buffer.from("no picture") } });
  expect(noPicture.body.error?.code).toBe("photo_format");
  expect(await pictureNow()).toBe(picture);
  const [change] = (await client.call(getSiteChanges, {})).body.changes;
  await client.call(undoSiteChange, { body: { site, id: change?.id ?? "" } });
  expect(await pictureNow()).toBe("");
  for (const path of [sitePicturePath("0".repeat(32)), "/site-pictures/..%2Fx.webp"]) {
    expect((await app.inject({ url: path, headers: { host: "localhost" } })).statusCode).toBe(404);
  }
});

test("D2.2 R2.02 each lander has a picture of its own, which changes no other's and is undone in the history", async ({
  given,
  visitor,
  services,
}) => {
  const { client } = await staffMember(given, "admin");
  const picturesNow = async () => {
    services.clock.advance(6_000);
    const pictures = (await visitor().call(getSettings, {})).body.settings.lander_pictures;
    return (["video", "gallery", "maplanding"] as const).map((name) => landerPicture(pictures, name));
  };
  const add = async (lander: "video" | "gallery", colour: string) =>
    (await client.call(setSitePicture, { body: { site, lander, file: await draw(colour) } })).status;
  expect([await add("video", "teal"), await add("gallery", "olive")]).toEqual([200, 200]);
  const [video = "", gallery = "", map] = await picturesNow();
  expect([video, gallery, map]).toEqual([expect.stringMatching(/^[\da-f]{32}$/), expect.stringMatching(/./), ""]);
  expect(video).not.toBe(gallery);
  expect(await add("video", "navy")).toBe(200);
  const [another] = await picturesNow();
  expect([another === video, await picturesNow()]).toEqual([false, [another, gallery, ""]]);
  const [change] = (await client.call(getSiteChanges, {})).body.changes;
  await client.call(undoSiteChange, { body: { site, id: change?.id ?? "" } });
  expect(await picturesNow()).toEqual([video, gallery, ""]);
});
