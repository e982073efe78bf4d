import type { Sharp } from "sharp";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { photoWidths } from "#contract/constants.ts";
import { type Crop, maxPhotoBytes, type PhotoProblem, smallestPhoto } from "#contract/photos.ts";
import { type Fingerprints, fingerprintsOf, greySide } from "./fingerprint.ts";
import { withPhotoSlot } from "./photo-slots.ts";
import { cropPixels, type Format, type Variant } from "./rules.ts";

export type ImageKind = "jpeg" | "png" | "webp" | "heic" | "unknown";

/** The kind of a file by its first bytes. The file name and the declared type are never trusted. */
export function recogniseImage(bytes: Uint8Array): ImageKind {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(text(8, 12))) return "heic";
  return "unknown";
}

/** An `acTL` chunk comes before the pixels. The decoder silently reads only the first frame of such a file. */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (kind === "acTL") return true;
    if (kind === "IDAT") return false;
  }
  return false;
}

// each photo uses one core; `withPhotoSlot` limits how many are processed at once
sharp.concurrency(1);

/** D8.1: a photo's maximum bytes and pixels, minimum pixels of the shorter side, and maximum processing time. */
export const photoBounds = { bytes: maxPhotoBytes, pixels: 50_000_000, side: smallestPhoto, milliseconds: 10_000 };

/** An image that cannot become a photo, with the reason shown to the member. */
export class PhotoRefused extends Error {
  readonly problem: PhotoProblem;
  constructor(problem: PhotoProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

export type PhotoFile = { variant: Variant; format: Format; bytes: Buffer };
/** `width` and `height` are those of the full size, in pixels; `thumbhash` is base64. */
export type ProcessedPhoto = { width: number; height: number; thumbhash: string; files: PhotoFile[] };

/** The uploaded picture, or a function that reads it once a slot is free. */
export type PhotoSource = Uint8Array | (() => Promise<Uint8Array>);

/** Makes it upright, in sRGB, without metadata, in each size and blurred, as WebP and JPEG. Throws `PhotoRefused`. */
export async function processPhoto(
  source: PhotoSource,
  milliseconds = photoBounds.milliseconds,
): Promise<ProcessedPhoto & { fingerprints: Fingerprints | null }> {
  return withPhotoSlot(milliseconds, new PhotoRefused("photo_too_slow"), async () => {
    const image = typeof source === "function" ? await source() : source;
    assertReadable(image);
    const pixels = await decode(image, photoBounds.side);
    const fingerprints = fingerprintsOf(await toGreySquare(pixels));
    return { ...(await describePixels(pixels)), fingerprints, files: await makeFiles(pixels) };
  });
}

/** An uploaded picture in full size as WebP, for staff alone. Throws `PhotoRefused`. */
export async function shrinkPicture(source: () => Promise<Uint8Array>): Promise<Buffer> {
  return withPhotoSlot(photoBounds.milliseconds, new PhotoRefused("photo_too_slow"), async () => {
    const image = await source();
    assertReadable(image);
    const pixels = await decode(image, photoBounds.side);
    return await open(pixels).webp({ quality: 78, effort: 2 }).toBuffer();
  });
}

/** Computes size and thumbhash, and with a crop the files, which exist without one. Throws `PhotoRefused`. */
export async function processCrop(whole: Uint8Array, crop: Crop | null): Promise<ProcessedPhoto> {
  return withPhotoSlot(photoBounds.milliseconds, new PhotoRefused("photo_too_slow"), async () => {
    const pixels = await decode(whole, 1);
    if (crop === null) return { ...(await describePixels(pixels)), files: [] };
    const part = cropPixels(crop, pixels);
    const { width, height } = part;
    const cut = { width, height, data: await open(pixels).extract(part).raw().toBuffer() };
    return { ...(await describePixels(cut)), files: await makeFiles(cut) };
  });
}

async function makeFiles(pixels: Pixels): Promise<PhotoFile[]> {
  const files: PhotoFile[] = [];
  const variants = Object.entries(describeVariants(pixels, await soften(pixels))) as [Variant, StartVariant][];
  for (const [variant, start] of variants) {
    files.push({ variant, format: "webp", bytes: await start().webp({ quality: 78, effort: 2 }).toBuffer() });
    files.push({ variant, format: "jpg", bytes: await start().jpeg({ quality: 80 }).toBuffer() });
  }
  return files;
}

async function describePixels(pixels: Pixels): Promise<Omit<ProcessedPhoto, "files">> {
  return { width: pixels.width, height: pixels.height, thumbhash: await computeThumbhash(pixels) };
}

function assertReadable(image: Uint8Array): void {
  if (image.length > photoBounds.bytes) throw new PhotoRefused("photo_too_large");
  const kind = recogniseImage(image);
  if (kind === "heic") throw new PhotoRefused("photo_heic");
  if (kind === "unknown") throw new PhotoRefused("photo_format");
  if (kind === "png" && isAnimatedPng(image)) throw new PhotoRefused("photo_animated");
}

type Pixels = { data: Buffer; width: number; height: number };

/** Upright, at most as wide as the full size and three times as high; `smallest` is the minimum of its shorter side. */
async function decode(image: Uint8Array, smallest: number): Promise<Pixels> {
  try {
    const source = sharp(image, { failOn: "error", limitInputPixels: photoBounds.pixels, sequentialRead: true });
    const { pages, width, height } = await source.metadata();
    if ((pages ?? 1) > 1) throw new PhotoRefused("photo_animated");
    if (Math.min(width, height) < smallest) throw new PhotoRefused("photo_too_small");
    const { data, info } = await source
      .timeout({ seconds: photoBounds.milliseconds / 1000 })
      .autoOrient()
      .flatten({ background: "#ffffff" })
      .resize({ width: photoWidths.full, height: 3 * photoWidths.full, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof PhotoRefused) throw error;
    const hasTooManyPixels = error instanceof Error && error.message.includes("exceeds pixel limit");
    throw new PhotoRefused(hasTooManyPixels ? "photo_too_many_pixels" : "photo_broken", error);
  }
}

type StartVariant = () => Sharp;

/** The width in pixels. The blurred file is made from ten pixels, from which a face can't be restored. */
const blurredWidth = 240;
const softWidth = 10;

/** How to make each variant of a picture; `soft` is the tiny picture that the blurred one is made from. */
function describeVariants(pixels: Pixels, soft: Pixels): Record<Variant, StartVariant> {
  const resizeTo = (width: number) => open(pixels).resize({ width, withoutEnlargement: true });
  const enlarged = { ...sizeAt(blurredWidth, pixels), fit: "fill", kernel: "cubic" } as const;
  return {
    thumb: () => resizeTo(photoWidths.thumb),
    card: () => resizeTo(photoWidths.card),
    full: () => resizeTo(photoWidths.full),
    blurred: () => open(soft).resize(enlarged).blur(8),
  };
}

async function soften(pixels: Pixels): Promise<Pixels> {
  const size = sizeAt(softWidth, pixels);
  const shrunk = open(pixels).resize({ ...size, fit: "fill" });
  return { ...size, data: await shrunk.raw().toBuffer() };
}

/** A picture's size at a width, at least a pixel and at most three widths high. */
function sizeAt(width: number, pixels: Pixels): { width: number; height: number } {
  return { width, height: Math.min(Math.max(1, Math.round((width * pixels.height) / pixels.width)), 3 * width) };
}

function open({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const toGreySquare = (pixels: Pixels) =>
  open(pixels)
    // sharper kernels would overshoot at edges
    .resize({ width: greySide, height: greySide, fit: "fill", kernel: "linear" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();

async function computeThumbhash(pixels: Pixels): Promise<string> {
  const small = open(pixels).resize({ width: 100, height: 100, fit: "inside", withoutEnlargement: true }).ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}
