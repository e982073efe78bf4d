import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { drawPortrait } from "#demo/portraits/draw.ts";
import { bandsNear, type Fingerprints, fingerprintsOf, greySide, nearBits } from "./fingerprint.ts";
import { processPhoto } from "./process-photo.ts";

/** A grey square of the size that fingerprints are taken of. */
const grey = (at: (column: number, row: number) => number) =>
  Uint8Array.from({ length: greySide * greySide }, (_, index) => at(index % greySide, Math.floor(index / greySide)));
const wave = (column: number, row: number) => 120 + 80 * Math.sin(column * 0.12 + row * 0.07);
const distance = (one: string, other: string) => [...one].filter((bit, at) => bit !== other[at]).length;

/** How little the whole picture differs from any fingerprint that is stored of the other one. */
const nearest = (copy: Fingerprints, original: Fingerprints) =>
  Math.min(...original.map((stored) => distance(copy[0], stored)));

test("D8.2 a picture keeps its fingerprints if it gets brighter or loses contrast, and another one has others", () => {
  const first = fingerprintsOf(grey(wave)) as Fingerprints;
  expect(first.every((bits) => /^[01]{128}$/.test(bits))).toBe(true);
  const near = (at: (column: number, row: number) => number) =>
    distance((fingerprintsOf(grey(at)) as Fingerprints)[0], first[0]);
  expect(near((column, row) => wave(column, row) + 30)).toBe(0);
  expect(near((column, row) => 60 + wave(column, row) / 2)).toBeLessThan(8);
  expect(near((column, row) => wave(row, column))).toBeGreaterThan(2 * nearBits);
  expect((fingerprintsOf(grey((column, row) => wave(greySide - 1 - column, row))) as Fingerprints)[0]).toBe(first[1]);
});

test("D8.2 plain pictures have none, because all of them would look alike", () => {
  expect(fingerprintsOf(grey(() => 128))).toBeNull();
  expect(fingerprintsOf(grey((column) => 120 + column / 10))).toBeNull();
  expect(fingerprintsOf(grey((column) => (column < 40 ? 20 : 220)))).toBeNull();
});

test("D8.2 the index's numbers of a fingerprint include a band of each that differs in at most 15 bits", () => {
  const bits = (fingerprintsOf(grey(wave)) as Fingerprints)[0];
  const bandsOf = (text: string) => bandsNear(text).filter((_, at) => at % 17 === 0);
  const flip = (text: string, places: readonly number[]) =>
    [...text].map((bit, at) => (places.includes(at) ? String(1 - Number(bit)) : bit)).join("");
  // the worst case: fifteen bits are spread over all bands
  const places = Array.from({ length: 15 }, (_, at) => (at % 8) * 16 + Math.floor(at / 8) * 5 + 3);
  const probes = new Set(bandsNear(bits));
  expect(bandsOf(flip(bits, places)).some((band) => probes.has(band))).toBe(true);
  expect(probes.size).toBe(8 * 17);
});

const portraits = 16;
const shades = ["black", "brown", "blond", "red", "grey", null] as const;
const sitter = (seed: number): Parameters<typeof drawPortrait>[0] => ({
  seed: `near ${seed}`,
  gender: seed % 2 === 0 ? "male" : "female",
  age: 20 + 2 * seed,
  hair_color: shades[seed % shades.length] ?? null,
  eye_color: null,
  body_type: null,
});

/** What people do to a picture so that it is not recognised. */
const changes: Record<string, (picture: Sharp, size: { width: number; height: number }) => Sharp> = {
  smaller: (picture) => picture.resize({ width: 300 }),
  recompressed: (picture) => picture.jpeg({ quality: 35 }),
  "as WebP": (picture) => picture.webp({ quality: 40 }),
  brighter: (picture) => picture.modulate({ brightness: 1.1 }),
  darker: (picture) => picture.modulate({ brightness: 0.9 }),
  "with other colours": (picture) => picture.modulate({ saturation: 0.4, hue: 20 }),
  grey: (picture) => picture.greyscale(),
  "with less contrast": (picture) => picture.linear(0.75, 30),
  blurred: (picture) => picture.blur(3),
  mirrored: (picture) => picture.flop(),
  stretched: (picture, { width, height }) => picture.resize({ width, height: Math.round(height * 0.9), fit: "fill" }),
  "without a border of 3 %": (picture, { width, height }) => picture.extract(part(width, height, 0.03, 0.03, 0.03)),
  "without a strip of 6 % below": (picture, { width, height }) => picture.extract(part(width, height, 0, 0, 0.06)),
  "without 9 % of one side": (picture, { width, height }) => picture.extract(part(width, height, 0.09, 0, 0, 0)),
};

function part(width: number, height: number, left: number, top: number, bottom: number, right = left) {
  const at = (share: number, of: number) => Math.round(share * of);
  return {
    left: at(left, width),
    top: at(top, height),
    width: width - at(left + right, width),
    height: height - at(top + bottom, height),
  };
}

const printsOf = async (picture: Buffer) => {
  const small = sharp(picture).flatten().resize({ width: greySide, height: greySide, fit: "fill", kernel: "linear" });
  return fingerprintsOf(await small.toColourspace("b-w").raw().toBuffer()) as Fingerprints;
};

test("D8.2 near copies of a portrait are recognised, and no portrait is taken for another one", {
  timeout: 60_000,
}, async () => {
  const drawn = await Promise.all(Array.from({ length: portraits }, (_, seed) => drawPortrait(sitter(seed), 0)));
  const prints = await Promise.all(drawn.map(printsOf));
  const far = prints.flatMap((one, at) => prints.slice(at + 1).map((other) => nearest(one, other)));
  expect(Math.min(...far)).toBeGreaterThan(nearBits);
  const missed: Record<string, number> = {};
  for (const [at, picture] of drawn.slice(0, 4).entries()) {
    const { width, height } = await sharp(picture).metadata();
    for (const [name, change] of Object.entries(changes)) {
      const copy = await printsOf(await change(sharp(picture), { width, height }).toBuffer());
      const bits = nearest(copy, prints[at] as Fingerprints);
      if (bits > nearBits) missed[name] = bits;
    }
  }
  expect(missed).toEqual({});
  // an upload is reduced to the full size before: its fingerprint is nearly the same
  const { fingerprints } = await processPhoto(drawn[0] as Buffer);
  expect(nearest(fingerprints as Fingerprints, prints[0] as Fingerprints)).toBeLessThan(3);
});
