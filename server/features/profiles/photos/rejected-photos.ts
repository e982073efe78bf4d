import type { Db } from "#server/db/pool.ts";
import { type EarlierRejection, findLikeRejected, type PhotoLooks } from "./fingerprint-store.ts";
import { PhotoRefused } from "./process-photo.ts";

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
