import type { Platform } from "#server/platform.ts";
import { processPhoto } from "./process-photo.ts";
import { mediaTypes, type PhotoStatus, photoFolder } from "./rules.ts";
import { insertPhoto, setMainPhotoIfNone } from "./store.ts";

export type NewPhoto = { siteId: number; memberId: string; image: Uint8Array; status: PhotoStatus };
export type AddedPhoto = { id: string; width: number; height: number; thumbhash: string };

/**
 * Makes a member's photo from an uploaded image (D8.1): its files first, then its row, so that no row ever points at
 * nothing; it becomes the main photo of a member who has none. Not for use inside a transaction, for it takes a while.
 * Fails with `PhotoRefused`.
 */
export async function addPhoto(
  platform: Pick<Platform, "db" | "files" | "clock" | "random">,
  { siteId, memberId, image, status }: NewPhoto,
): Promise<AddedPhoto> {
  const { files, width, height, thumbhash } = await processPhoto(image);
  const id = platform.random.uuid();
  const folder = photoFolder({ siteId, memberId, id });
  try {
    await Promise.all(
      files.map(({ variant, format, bytes }) =>
        platform.files.put(`${folder}${variant}.${format}`, bytes, mediaTypes[format]),
      ),
    );
    const row = { id, site_id: siteId, member_id: memberId, status, width, height, thumbhash };
    await platform.db.transaction().execute(async (db) => {
      await insertPhoto(db, { ...row, created_at: platform.clock.now() });
      await setMainPhotoIfNone(db, memberId, id);
    });
  } catch (error) {
    await platform.files.remove(folder).catch(() => undefined);
    throw error;
  }
  return { id, width, height, thumbhash };
}
