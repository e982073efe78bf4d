import type { Image } from "#contract/profiles.ts";
import { photoAddresses } from "./rules.ts";

export type PhotoToShow = { id: string; status: string; width: number; height: number; thumbhash: string };

/**
 * A photo as the contract shows it (R3.01, R3.02); `prefix` is the site's `cdn_prefix`. A blurred one names the blurred
 * file only and has no thumbhash, for that shows outlines.
 */
export function showImage(photo: PhotoToShow, prefix: string, blurred = false): Image {
  const addresses = photoAddresses(photo, { blurred, prefix });
  return {
    filename: addresses.full.webp,
    card_filename: addresses.card.webp,
    thumb_filename: addresses.thumb.webp,
    status: photo.status === "active" ? "active" : "inspection",
    width: photo.width,
    height: photo.height,
    thumbhash: blurred ? "" : photo.thumbhash,
  };
}
