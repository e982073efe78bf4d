import { photoWidths } from "#contract/constants.ts";
import type { Image } from "#contract/profiles.ts";

type Sized = Pick<Image, "filename" | "card_filename" | "thumb_filename" | "width">;

export const asWebp = (address: string) => address.replace(/\.jpg$/, ".webp");
export const asJpeg = (address: string) => address.replace(/\.webp$/, ".jpg");

/** Each file once, none wider than the uploaded picture. For a viewer who may not load the large file: the card's. */
export function photoSources(image: Sized, format: (address: string) => string): string {
  const files: [address: string, width: number][] = [
    [image.thumb_filename, photoWidths.thumb],
    [image.card_filename, photoWidths.card],
    [image.filename, photoWidths.full],
  ];
  const addresses = new Set<string>();
  const widths = new Set<number>();
  const sources: string[] = [];
  for (const [address, maxWidth] of files) {
    const width = Math.min(maxWidth, image.width);
    if (addresses.has(address) || widths.has(width)) continue;
    addresses.add(address);
    widths.add(width);
    sources.push(`${format(address)} ${width}w`);
  }
  return sources.join(", ");
}

export function decodeBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** The mean colour of a photo's thumbhash, as `thumbHashToAverageRGBA` reads it: every page needs only this of it. */
export function meanColor(thumbhash: string): string | undefined {
  if (thumbhash === "") return undefined;
  // four letters are three bytes
  const [first = 0, second = 0, third = 0] = decodeBase64(thumbhash.slice(0, 4));
  const header = first | (second << 8) | (third << 16);
  const light = (header & 63) / 63;
  const yellowBlue = ((header >> 6) & 63) / 31.5 - 1;
  const redGreen = ((header >> 12) & 63) / 31.5 - 1;
  const blue = light - (2 / 3) * yellowBlue;
  const red = (3 * light - blue + redGreen) / 2;
  const green = red - redGreen;
  return `#${toHex(red)}${toHex(green)}${toHex(blue)}`;
}

function toHex(channel: number): string {
  const byte = Math.round(Math.max(0, Math.min(1, channel)) * 255);
  return byte.toString(16).padStart(2, "0");
}
