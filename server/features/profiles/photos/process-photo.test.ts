import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { PhotoRefused, photoBounds, processPhoto } from "./process-photo.ts";

/** Red on the left, blue on the right. */
function halves(width: number, height: number) {
  const blue = Buffer.from(
    `<svg width="${width / 2}" height="${height}"><rect width="100%" height="100%" fill="#00f"/></svg>`,
  );
  return sharp({ create: { width, height, channels: 3, background: "#f00" } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
}

const jpeg = await halves(800, 600).jpeg().toBuffer();
const png = await halves(800, 600).png().toBuffer();
const webp = await halves(800, 600).webp().toBuffer();
/** Takes some tenths of a second to decode. */
const slow = await halves(6000, 4000).png().toBuffer();

const fileOf = (photo: Awaited<ReturnType<typeof processPhoto>>, name: string) => {
  const file = photo.files.find((each) => `${each.variant}.${each.format}` === name);
  if (!file) throw new Error(`no ${name}`);
  return file.bytes;
};
const problemOf = (image: Uint8Array, milliseconds?: number) =>
  processPhoto(image, milliseconds).then(
    () => "none",
    (error) => (error instanceof PhotoRefused ? error.problem : error),
  );
const colourAt = async (image: Buffer, left: number, top: number) => {
  const [red = 0, , blue = 0] = await sharp(image).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return red > 128 ? "red" : blue > 128 ? "blue" : "other";
};

describe("D8.1 a photo", () => {
  test.each([
    ["JPEG", jpeg],
    ["PNG", png],
    ["WebP", webp],
  ])("in %s becomes every size as WebP and JPEG", async (_, image) => {
    const photo = await processPhoto(image);
    const made = await Promise.all(
      photo.files.map(async ({ variant, format, bytes }) => {
        const is = await sharp(bytes).metadata();
        return `${variant}.${format} ${is.format} ${is.width}×${is.height}`;
      }),
    );
    expect(made).toEqual([
      "thumb.webp webp 160×120",
      "thumb.jpg jpeg 160×120",
      "card.webp webp 480×360",
      "card.jpg jpeg 480×360",
      "full.webp webp 800×600",
      "full.jpg jpeg 800×600",
      "blurred.webp webp 240×180",
      "blurred.jpg jpeg 240×180",
    ]);
    expect([photo.width, photo.height]).toEqual([800, 600]);
  });

  test("is made smaller, never larger", async () => {
    const large = await processPhoto(await halves(2560, 3200).jpeg().toBuffer());
    expect([large.width, large.height]).toEqual([1280, 1600]);
    const small = await processPhoto(await halves(240, 200).png().toBuffer());
    expect((await sharp(fileOf(small, "card.webp")).metadata()).width).toBe(240);
  });

  test("a strip is bounded in its height too", async () => {
    const strip = await processPhoto(await halves(200, 40_000).jpeg().toBuffer());
    expect(strip.height).toBe(3840);
    const flat = await processPhoto(await halves(40_000, 200).jpeg().toBuffer());
    expect([flat.width, flat.height]).toEqual([1280, 6]);
  });

  test("that a phone stored sideways is turned upright", async () => {
    const turned = await sharp(jpeg).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const photo = await processPhoto(turned);
    expect([photo.width, photo.height]).toEqual([600, 800]);
    const card = fileOf(photo, "card.jpg");
    expect(await colourAt(card, 240, 20)).toBe("red");
    expect(await colourAt(card, 240, 620)).toBe("blue");
  });

  test("has no metadata on where and with what it was taken", async () => {
    const withMetadata = await sharp(jpeg)
      .withExif({ IFD0: { Make: "SecretPhone" }, IFD3: { GPSLatitude: "51/1 3/1 0/1", GPSLatitudeRef: "N" } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-place/></x:xmpmeta>')
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    expect(withMetadata.includes("SecretPhone")).toBe(true);
    for (const { bytes } of (await processPhoto(withMetadata)).files) {
      const { exif, xmp, icc, iptc } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc }).toEqual({});
      expect(bytes.includes("SecretPhone")).toBe(false);
    }
  });

  test("with transparent parts gets a white background", async () => {
    const clear = { width: 200, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
    const photo = await processPhoto(await sharp({ create: clear }).png().toBuffer());
    const [red, green, blue] = await sharp(fileOf(photo, "thumb.jpg")).raw().toBuffer();
    expect([red, green, blue]).toEqual([255, 255, 255]);
  });

  test("in grey, in CMYK and in 16 bits is read too", async () => {
    const others = [
      await halves(200, 200).greyscale().toColourspace("b-w").jpeg().toBuffer(),
      await halves(200, 200).toColourspace("cmyk").jpeg().toBuffer(),
      await halves(200, 200).toColourspace("rgb16").png().toBuffer(),
    ];
    for (const image of others) expect((await processPhoto(image)).width).toBe(200);
  });

  test("has no detail when blurred", async () => {
    const size = { width: 640, height: 640 };
    const stripes = Buffer.alloc(640 * 640, 0).map((_, at) => (at % 20 < 10 ? 0 : 255));
    const image = await sharp(stripes, { raw: { ...size, channels: 1 } })
      .png()
      .toBuffer();
    const { channels } = await sharp(fileOf(await processPhoto(image), "blurred.webp")).stats();
    expect(channels[0]?.stdev).toBeLessThan(8);
  });

  test("comes with a thumbhash of about 25 bytes", async () => {
    const { thumbhash } = await processPhoto(jpeg);
    expect(Buffer.from(thumbhash, "base64").length).toBeGreaterThan(5);
    expect(Buffer.from(thumbhash, "base64").length).toBeLessThan(40);
  });

  test("does not block the event loop while it is processed", async () => {
    let beats = 0;
    const beat = setInterval(() => {
      beats += 1;
    }, 1);
    await processPhoto(slow);
    clearInterval(beat);
    expect(beats).toBeGreaterThan(20);
  });
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
const frames = await sharp([jpeg, png], { join: { animated: true } })
  .webp()
  .toBuffer();
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic"), Buffer.alloc(64)]);
const gif = await halves(20, 20).gif().toBuffer();
/** A PNG with an `acTL` chunk of two frames after its header. */
const animatedPng = Buffer.concat([
  png.subarray(0, 33),
  Buffer.from([0, 0, 0, 8]),
  Buffer.from("acTL"),
  Buffer.from([0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]),
  png.subarray(33),
]);

describe("D8.1 refused as a photo", () => {
  test.each([
    ["SVG", "photo_format", svg],
    ["GIF", "photo_format", gif],
    ["HEIC, with a reason of its own", "photo_heic", heic],
    ["nothing at all", "photo_format", Buffer.alloc(0)],
    ["a page that begins as one", "photo_broken", Buffer.concat([jpeg.subarray(0, 4), Buffer.from("<html>")])],
    ["a JPEG's name on SVG", "photo_broken", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg])],
    ["an animated WebP", "photo_animated", frames],
    ["an animated PNG", "photo_animated", animatedPng],
    [
      "a PNG with a chunk that runs past its end",
      "photo_broken",
      Buffer.concat([png.subarray(0, 33), Buffer.alloc(4, 255), Buffer.from("tEXt")]),
    ],
    ["more than 15 MB", "photo_too_large", Buffer.concat([jpeg, Buffer.alloc(photoBounds.bytes)])],
  ])("is %s", async (_, problem, image) => {
    expect(await problemOf(image)).toBe(problem);
  });

  test.each([
    ["JPEG", jpeg],
    ["PNG", png],
    ["WebP", webp],
  ])("is a %s that was cut off", async (_, image) => {
    for (const share of [0.1, 0.5, 0.95]) {
      expect(await problemOf(image.subarray(0, Math.floor(image.length * share)))).toBe("photo_broken");
    }
  });

  test("is a small file of more than 50 megapixels, before it is decoded", async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 6_500, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await problemOf(bomb)).toBe("photo_too_many_pixels");
    // decoding would find that half of the file is missing
    expect(await problemOf(bomb.subarray(0, bomb.length / 2))).toBe("photo_too_many_pixels");
  });

  test("is a picture with a shorter side under 200 pixels", async () => {
    expect(await problemOf(await halves(200, 200).png().toBuffer())).toBe("none");
    expect(await problemOf(await halves(198, 4000).png().toBuffer())).toBe("photo_too_small");
    expect(await problemOf(await halves(4000, 199).jpeg().toBuffer())).toBe("photo_too_small");
  });

  test("is a picture that takes too long, and the next one succeeds", async () => {
    expect(await problemOf(slow, 1)).toBe("photo_too_slow");
    expect(await problemOf(jpeg)).toBe("none");
  });
});
