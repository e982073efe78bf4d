import type { Db } from "#server/db/pool.ts";
import { PhotoRefused } from "./process-photo.ts";
import { deleteRejected, insertRejected, isLikeRejected } from "./store.ts";

/** What two photos are compared by: the hash of the uploaded bytes, and the perceptual hash. */
export type PhotoLooks = { sha256: Buffer; fingerprint: string | null };

/** Remembers a photo that staff rejected, without its member, so that it can't be used again (D8.2). */
export const rememberRejected = insertRejected;

/** Forgets a rejected photo, because the decision was reversed: it can be uploaded again (D11.2). */
export const forgetRejected = deleteRejected;

/** Throws `PhotoRefused` for a photo that staff of this site have rejected before, or one that looks like it (D8.2). */
export async function assertNotRejected(db: Db, siteId: number, looks: PhotoLooks): Promise<void> {
  if (await isLikeRejected(db, siteId, looks)) throw new PhotoRefused("photo_rejected_before");
}
