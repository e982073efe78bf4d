import { photoWidths } from "#contract/constants.ts";
import type { Image } from "#contract/profiles.ts";

type Sized = Pick<Image, "filename" | "card_filename" | "thumb_filename" | "width">;

/**
 * The `srcset` of a photo: each file once, with its width. No file is wider than the uploaded picture. For a viewer who
 * may not load the large file, `filename` is the card's address.
 */
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
