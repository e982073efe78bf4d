import type { Lockable } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { findAnyPhoto, findOwnPhotos, findPhoto, lockPhoto } from "./photos-store.ts";
import { fileKey, type PhotoOf, type PhotoStatus, photoFolder, type Size } from "./rules.ts";

/** The file key of a photo's uncropped picture in full size; null if the photo is deleted. */
export async function photoFileOf(db: Db, photo: PhotoOf): Promise<string | null> {
  const isOwn = (await findOwnPhotos(db, photo.memberId)).some(({ id }) => id === photo.id);
  return isOwn ? fileKey(photoFolder(photo), "full", "", "webp") : null;
}

/** The file key of the whole picture of any photo of a profile, for staff; null if there is none in this state. */
const wholeFile = (size: Size, status?: PhotoStatus) => async (db: Db, photoId: string) => {
  const photo = await findAnyPhoto(db, photoId);
  return photo && (!status || photo.status === status) ? fileKey(photoFolder(photo), size, "", "webp") : null;
};
export const anyPhotoFile = wholeFile("full");
export const smallPhotoFile = wholeFile("thumb");
export const waitingPhotoFile = wholeFile("full", "inspection");

/** The file key of a photo as others see it, for staff; null if others don't see it. */
export async function shownPhotoFile(db: Db, photoId: string): Promise<string | null> {
  const photo = await findAnyPhoto(db, photoId);
  return photo?.status === "active" ? fileKey(photoFolder(photo), "full", photo.edition, "webp") : null;
}

export async function findPhotoOwner(db: Db, photoId: string): Promise<string | undefined> {
  return (await findAnyPhoto(db, photoId))?.memberId;
}

/** Whether it is the member's and others may see it; if so, locks it against deletion until the transaction ends. */
export async function isPhotoOf(
  db: Lockable<"photos">,
  siteId: number,
  memberId: string,
  photoId: string,
): Promise<boolean> {
  const photo = await findPhoto(db, siteId, photoId, null);
  return photo?.member_id === memberId && photo.photo_status === "active" && (await lockPhoto(db, photoId));
}
