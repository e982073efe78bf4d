import type { Image } from "#contract/profiles.ts";

/** The sizes of a photo, in pixels of width; none is ever larger than the picture was (D8.1). */
export const widths = { thumb: 160, card: 480, full: 1280 } as const;
export type Size = keyof typeof widths;
export type Variant = Size | "blurred";

export const mediaTypes = { webp: "image/webp", jpg: "image/jpeg" } as const;
export type Format = keyof typeof mediaTypes;

export type PhotoStatus = "inspection" | "active";

/** The folder of one photo's files; that of a member, for erasing all of theirs, is the one above it. */
export function photoFolder(photo: { siteId: number; memberId: string; id: string }): string {
  return `photos/${photo.siteId}/${photo.memberId}/${photo.id}/`;
}

export type PhotoAddresses = Record<Size, Record<Format, string>>;

/** Where a browser finds a photo; `prefix` is the site's `cdn_prefix`. With `blurred` each size is the blurred file. */
export function photoAddresses(photo: { id: string }, how: { blurred: boolean; prefix: string }): PhotoAddresses {
  const both = (variant: Variant) => ({
    webp: `${how.prefix}/photos/${photo.id}/${variant}.webp`,
    jpg: `${how.prefix}/photos/${photo.id}/${variant}.jpg`,
  });
  const of = (size: Size) => both(how.blurred ? "blurred" : size);
  return { thumb: of("thumb"), card: of("card"), full: of("full") };
}

export type PhotoToShow = { id: string; status: string; width: number; height: number; thumbhash: string };

/** A photo as the contract shows it (R3.01, R3.02). A blurred one has no thumbhash, for that shows outlines. */
export function showPhoto(photo: PhotoToShow, how: { blurred: boolean; prefix: string }): Image {
  const addresses = photoAddresses(photo, how);
  return {
    filename: addresses.full.webp,
    card_filename: addresses.card.webp,
    thumb_filename: addresses.thumb.webp,
    status: photo.status === "active" ? "active" : "inspection",
    width: photo.width,
    height: photo.height,
    thumbhash: how.blurred ? "" : photo.thumbhash,
  };
}

export type PhotoSeen = { memberId: string; status: string; listed: boolean; main: boolean };

/**
 * Who may load which file (D8.1, D8.2): owners their own, members of the site the active photos of listed members,
 * visitors a main photo in its small sizes, and where they may search at all (D2.4 `logged_out_search`). The caller
 * has looked on the viewer's own site only.
 */
export function maySeePhoto(
  photo: PhotoSeen,
  variant: Variant,
  viewer: { memberId: string } | null,
  visitorsSearch: boolean,
): boolean {
  if (viewer?.memberId === photo.memberId) return true;
  if (photo.status !== "active" || !photo.listed) return false;
  if (viewer) return true;
  return visitorsSearch && (variant === "blurred" || (photo.main && variant !== "full"));
}
