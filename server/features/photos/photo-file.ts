import type { Db } from "#server/db/pool.ts";
import { fileKey, type PhotoOf, photoFolder } from "./rules.ts";
import { findOwnPhotos } from "./store.ts";

/** The key of a photo's large file, all of the picture, whatever part of it others see now; null where it is deleted. */
export async function photoFileOf(db: Db, photo: PhotoOf): Promise<string | null> {
  const found = (await findOwnPhotos(db, photo.memberId)).some(({ id }) => id === photo.id);
  return found ? fileKey(photoFolder(photo), "full", "", "webp") : null;
}
