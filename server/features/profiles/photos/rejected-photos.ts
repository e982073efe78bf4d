import type { Db } from "#server/db/pool.ts";
import {
  deleteRejected,
  type EarlierRejection,
  findLikeRejected,
  insertRejected,
  type PhotoLooks,
} from "./fingerprint-store.ts";
import { PhotoRefused } from "./process-photo.ts";

/**
 * Stores the hashes of a photo that staff rejected, without its member, so that neither it nor a near copy can be used
 * again (D8.2): on this site, and on all sites if it shows a minor.
 */
export const recordRejectedPhoto = insertRejected;

/** Deletes the hashes of a rejected photo after its decision was reversed: it can be uploaded again (D11.2). */
export const allowRejectedPhoto = deleteRejected;

/** A photo that a program refuses, because staff have rejected it, or one that looks like it, before. */
export class RejectedBefore extends PhotoRefused {
  readonly earlier: EarlierRejection;
  constructor(earlier: EarlierRejection) {
    super("photo_rejected_before");
    this.earlier = earlier;
  }
}

/** Throws `RejectedBefore` for a photo that staff have rejected before, or one that looks like it (D8.2). */
export async function assertNotRejected(db: Db, siteId: number, looks: PhotoLooks): Promise<void> {
  const earlier = await findLikeRejected(db, siteId, looks);
  if (earlier) throw new RejectedBefore(earlier);
}
