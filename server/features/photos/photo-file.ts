import type { Db } from "#server/db/pool.ts";
import { fileKey, type PhotoOf, photoFolder } from "./rules.ts";
import { findOwnPhotos } from "./store.ts";

/** The file key of a photo's uncropped picture in full size; null if the photo is deleted. */
export async function photoFileOf(db: Db, photo: PhotoOf): Promise<string | null> {
  const found = (await findOwnPhotos(db, photo.memberId)).some(({ id }) => id === photo.id);
  return found ? fileKey(photoFolder(photo), "full", "", "webp") : null;
}
