import type { Selectable } from "kysely";
import { photoLimits, type photoWidths } from "#contract/constants.ts";
import type { Crop, OwnPhoto } from "#contract/photos.ts";
import type { Image } from "#contract/profiles.ts";
import type { Photos } from "#server/db/tables.ts";
import type { PhotoUrl } from "#server/photo-url.ts";
import type { SiteSettings } from "#server/site-settings.ts";

export type Size = keyof typeof photoWidths;
export type Variant = Size | "blurred";

export const mediaTypes = { webp: "image/webp", jpg: "image/jpeg" } as const;
export type Format = keyof typeof mediaTypes;

export type PhotoStatus = "inspection" | "active";

export function memberFolder(member: { siteId: number; memberId: string }): string {
  return `photos/${member.siteId}/${member.memberId}/`;
}

export type PhotoOf = { siteId: number; memberId: string; id: string };

export function photoFolder(photo: PhotoOf): string {
  return `${memberFolder(photo)}${photo.id}/`;
}

/** The folder for the copy of a photo that was deleted after a report; no URL serves it. */
export function reportedFolder(photo: PhotoOf): string {
  return `${memberFolder(photo)}reported/${photo.id}/`;
}
export const reportedCopy = (photo: PhotoOf) => `${reportedFolder(photo)}full.webp`;

/** The folder of a rejected photo, for the person who answers an objection; no URL serves it to others. */
export function rejectedFolder(photo: PhotoOf): string {
  return `${memberFolder(photo)}rejected/${photo.id}/`;
}
export const rejectedCopy = (photo: PhotoOf) => `${rejectedFolder(photo)}full.webp`;

/** Where a removed picture of child abuse waits for the police: no address leads to it, and it outlives its member. */
export const sealedFolder = (photoId: string) => `sealed/${photoId}/`;

/** The folder of a crop's files; for the whole picture (`edition` empty) the photo's own. */
export function editionFolder(folder: string, edition: string): string {
  return edition === "" ? folder : `${folder}${edition}/`;
}

export function fileKey(folder: string, variant: Variant, edition: string, format: Format): string {
  return `${editionFolder(folder, edition)}${variant}.${format}`;
}

/** The file's name in a URL. It includes the edition of a crop, so that no cache shows the previous files. */
const nameOf = (variant: Variant, edition: string) => `${variant}${edition === "" ? "" : `-${edition}`}`;

export type PhotoLock = Image["locked"];
export type LockRules = Pick<SiteSettings, "premium_photos" | "free_photos">;

/** `rank` is the number of visible photos before it: 0 is the first. */
export type PhotoPlace = { memberId: string; premium: boolean; main: boolean; rank: number };

/**
 * Only this function decides it, for addresses in answers and for each requested file. Members see their own photos,
 * premium members all others, if they proved their age (`maySeeMembers`) where a site asks.
 */
export function photoLock(
  photo: PhotoPlace,
  viewer: PhotoViewer,
  rules: LockRules,
  { ageProved }: { ageProved: boolean },
): PhotoLock {
  if (viewer?.memberId === photo.memberId) return null;
  if (!ageProved) return "age";
  if (viewer?.premium) return null;
  if (photo.premium && (rules.premium_photos === "all" || !photo.main)) return "premium";
  return photo.rank < rules.free_photos ? null : "limit";
}

type Shown = "id" | "status" | "width" | "height" | "thumbhash" | "edition" | "caption";
export type PhotoToShow = Pick<Selectable<Photos>, Shown>;

type PhotoViewer = { memberId: string; premium: boolean } | null;
/** `ageProved`: what `maySeeMembers` says. */
export type PhotoContext = { photoUrl: PhotoUrl; locks: LockRules; ageProved: boolean };

/** A photo as this viewer may see it. Other areas show photos only by this function, and to their owners. */
export function showPhotoTo(viewer: PhotoViewer, photo: PhotoToShow & PhotoPlace, context: PhotoContext): Image {
  const locked = photoLock(photo, viewer, context.locks, context);
  return showPhoto(photo, { locked, photoUrl: context.photoUrl, visitor: viewer === null });
}

export const showPhotoToOwner = (photo: PhotoToShow, photoUrl: PhotoUrl) =>
  showPhoto(photo, { locked: null, photoUrl });

/** A thumbhash would show a locked photo's outlines; visitors may load no large file, nor captions. */
export function showPhoto(
  photo: PhotoToShow,
  { locked, photoUrl, visitor = false }: { locked: PhotoLock; photoUrl: PhotoUrl; visitor?: boolean },
): Image {
  const blurred = locked !== null;
  const addressOf = (size: Size) => `${photoUrl(photo.id, nameOf(blurred ? "blurred" : size, photo.edition))}.webp`;
  return {
    filename: addressOf(visitor ? "card" : "full"),
    card_filename: addressOf("card"),
    thumb_filename: addressOf("thumb"),
    status: photo.status === "active" ? "active" : "inspection",
    width: photo.width,
    height: photo.height,
    thumbhash: blurred ? "" : photo.thumbhash,
    locked,
    caption: blurred || visitor ? "" : photo.caption,
  };
}

/** How many photos a member may have, including those under inspection. */
export function photoLimit(premium: boolean): number {
  return premium ? photoLimits.premium : photoLimits.free;
}

/** A photo as its owner sees it: unblurred in any status. */
export function showOwnPhoto(photo: PhotoToShow & { main: boolean; crop: unknown }, photoUrl: PhotoUrl): OwnPhoto {
  const whole = `${photoUrl(photo.id, "whole")}.webp`;
  const { id, main } = photo;
  return { ...showPhotoToOwner(photo, photoUrl), id, main, crop: photo.crop as Crop | null, whole };
}

/** A crop in whole pixels of a picture; at least one pixel wide and high. */
export function cropPixels(crop: Crop, picture: { width: number; height: number }) {
  const left = Math.min(Math.round(crop.x * picture.width), picture.width - 1);
  const top = Math.min(Math.round(crop.y * picture.height), picture.height - 1);
  const width = Math.min(Math.max(1, Math.round(crop.width * picture.width)), picture.width - left);
  const height = Math.min(Math.max(1, Math.round(crop.height * picture.height)), picture.height - top);
  return { left, top, width, height };
}

export type PhotoSeen = {
  memberId: string;
  status: string;
  main: boolean;
  locked: PhotoLock;
  shown: boolean;
  /** The viewer has blocked the member, and could see them otherwise. */
  blocked: boolean;
};

/**
 * Whether a viewer may load a file. Owners may load their own. Members may load the active photos of
 * members they may see. Visitors may load a main photo's small sizes and blurred files, if the site lets them search
 * (D2.4 `logged_out_search`). Of a locked photo only the blurred file may be loaded. A blocked member's main photo is
 * shown in its smallest size, for the list of blocks. The caller must look up the photo on the viewer's own site only.
 */
export function maySeePhoto(
  photo: PhotoSeen,
  variant: Variant,
  viewer: { memberId: string } | null,
  { visitorsSearch }: { visitorsSearch: boolean },
): boolean {
  if (viewer?.memberId === photo.memberId) return true;
  if (photo.status !== "active") return false;
  if (photo.locked && variant !== "blurred") return false;
  if (photo.blocked) return photo.main && variant === (photo.locked ? "blurred" : "thumb");
  if (!photo.shown) return false;
  if (viewer) return true;
  return visitorsSearch && (variant === "blurred" || (photo.main && variant !== "full"));
}
