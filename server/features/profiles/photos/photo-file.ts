import type { Db } from "#server/db/pool.ts";
import { fileKey, type PhotoOf, photoFolder } from "./rules.ts";
import { findAnyPhoto, findOwnPhotos } from "./store.ts";

/** The file key of a photo's uncropped picture in full size; null if the photo is deleted. */
export async function photoFileOf(db: Db, photo: PhotoOf): Promise<string | null> {
  const found = (await findOwnPhotos(db, photo.memberId)).some(({ id }) => id === photo.id);
  return found ? fileKey(photoFolder(photo), "full", "", "webp") : null;
}

/** The file key of the whole picture of any photo of a profile, for staff; null if there is none. */
export async function anyPhotoFile(db: Db, photoId: string): Promise<string | null> {
  const found = await findAnyPhoto(db, photoId);
  return found ? fileKey(photoFolder(found), "full", "", "webp") : null;
}

/** The file key of the smallest whole picture of any photo of a profile, for lists of staff; null if there is none. */
export async function smallPhotoFile(db: Db, photoId: string): Promise<string | null> {
  const found = await findAnyPhoto(db, photoId);
  return found ? fileKey(photoFolder(found), "thumb", "", "webp") : null;
}

/** Whose photo it is; undefined if there is none. */
export async function findPhotoOwner(db: Db, photoId: string): Promise<string | undefined> {
  return (await findAnyPhoto(db, photoId))?.memberId;
}

/** The file key of the whole picture of a photo under inspection, for staff; null if there is none. */
export async function waitingPhotoFile(db: Db, photoId: string): Promise<string | null> {
  const found = await findAnyPhoto(db, photoId);
  return found?.status === "inspection" ? fileKey(photoFolder(found), "full", "", "webp") : null;
}

/** The file key of a photo as others see it, for staff; null if others don't see it. */
export async function shownPhotoFile(db: Db, photoId: string): Promise<string | null> {
  const found = await findAnyPhoto(db, photoId);
  return found?.status === "active" ? fileKey(photoFolder(found), "full", found.edition, "webp") : null;
}
