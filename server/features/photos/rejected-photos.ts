import type { Db } from "#server/db/pool.ts";
import { deleteRejected, insertRejected, isLikeRejected, type PhotoLooks } from "./fingerprint-store.ts";
import { PhotoRefused } from "./process-photo.ts";

/**
 * Stores the hashes of a photo that staff rejected, without its member, so that neither it nor a near copy can be used
 * again (D8.2): on this site, and on all sites if it shows a minor.
 */
export const recordRejectedPhoto = insertRejected;

/** Deletes the hashes of a rejected photo after its decision was reversed: it can be uploaded again (D11.2). */
export const allowRejectedPhoto = deleteRejected;

/** Throws `PhotoRefused` for a photo that staff have rejected before, or one that looks like it (D8.2). */
export async function assertNotRejected(db: Db, siteId: number, looks: PhotoLooks): Promise<void> {
  if (await isLikeRejected(db, siteId, looks)) throw new PhotoRefused("photo_rejected_before");
}
