import type { Db } from "#server/db/pool.ts";
import { findPhoto, lockPhoto } from "./store.ts";

/**
 * Whether a photo belongs to the member and others may see it; if so, locks it against deletion until the transaction
 * ends.
 */
export async function isPhotoOf(db: Db, siteId: number, memberId: string, photoId: string): Promise<boolean> {
  const photo = await findPhoto(db, siteId, photoId, null);
  return photo?.member_id === memberId && photo.photo_status === "active" && (await lockPhoto(db, photoId));
}
