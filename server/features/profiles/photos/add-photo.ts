import type { Lockable } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { fail } from "#server/http/fail.ts";
import type { Services } from "#server/services.ts";
import { checkPicture } from "./check-picture.ts";
import { findOriginal } from "./fingerprint-store.ts";
import { assertNotRejected } from "./photo-failure.ts";
import { insertCopy, insertPhoto, lockAndCount, setMainPhotoIfNone } from "./photos-store.ts";
import type { PhotoSource } from "./process-photo.ts";
import { removeUnfinishedPhoto } from "./remove-photo.ts";
import { type PhotoStatus, photoFolder, photoLimit } from "./rules.ts";
import { storePicture, withNewFiles } from "./store-picture.ts";

export type NewPhoto = {
  /** By default a new one. A photo that is added again with its id, after a run was cut off, has the same files. */
  id?: string;
  siteId: number;
  memberId: string;
  image: PhotoSource;
  status: PhotoStatus;
  caption?: string;
  /** For a member's own upload: its `Idempotency-Key` and hash. The photo limit applies to it. */
  upload?: { key: string; sha256: Buffer };
  /** Runs last in the transaction that stores the photo. */
  record?: ((db: Db, id: string) => Promise<void>) | undefined;
};
export type AddedPhoto = { id: string; width: number; height: number; thumbhash: string };

/**
 * Stores first its files, then its row, so that no row lacks its files. The first one becomes the main photo. Staff see
 * both if it looks like another member's. Throws `PhotoRefused`; for an upload also `photo_limit`, or the violation of
 * `photos_key`.
 */
export async function addPhoto(
  services: Pick<Services, "db" | "config" | "files" | "clock" | "random" | "jobs" | "pictures">,
  { id: givenId, siteId, memberId, image, status, caption = "", upload, record }: NewPhoto,
): Promise<AddedPhoto> {
  const id = givenId ?? services.random.uuid();
  const photo = { siteId, memberId, id };
  const folder = photoFolder(photo);
  if (upload) await services.jobs.add(services.db, removeUnfinishedPhoto, { ...photo, edition: "" });
  return await withNewFiles(services.files, folder, async (named) => {
    // a run that added this photo before has named the same files
    if (givenId) named();
    const { fingerprints, ...photo } = await storePicture(services, folder, image);
    if (upload) await assertNotRejected(services, siteId, { sha256: upload.sha256, fingerprints });
    const original = upload && fingerprints && (await findOriginal(services.db, { siteId, memberId }, fingerprints));
    const picture = { status, caption, ...photo, fingerprints: fingerprints && [...fingerprints] };
    const now = services.clock.now();
    const row = { id, site_id: siteId, member_id: memberId, ...picture };
    const uploaded = upload && { key: upload.key, body_hash: upload.sha256 };
    await inTransaction(services.db, async (trx) => {
      if (upload) await assertRoom(trx, memberId);
      await insertPhoto(trx, { ...row, ...uploaded, created_at: now });
      named();
      if (original) await insertCopy(trx, id, original, now);
      if (upload && services.pictures) await services.jobs.add(trx, checkPicture, { photo: id });
      await setMainPhotoIfNone(trx, memberId, id);
      await record?.(trx, id);
    });
    return { id, ...photo };
  });
}

/** Throws `photo_limit` if a member has as many photos as they may have (R1.09). */
async function assertRoom(db: Lockable<"profiles">, memberId: string): Promise<void> {
  const { premium, count } = await lockAndCount(db, memberId);
  if (count >= photoLimit(premium)) throw fail("photo_limit", { params: { count } });
}
