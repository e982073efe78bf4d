import { type Ground, sealedGround } from "#contract/decisions.ts";
import { photoPath } from "#contract/update-photos.ts";
import type { Lockable, Unlocked } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Emit } from "#server/emit.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import type { Services } from "#server/services.ts";
import { recordRejectedPhoto } from "./fingerprint-store.ts";
import { activatePhoto, deleteSuspicions, lockPhotoOf, setMainPhotoIfNone } from "./photos-store.ts";
import { removePhoto } from "./remove-photo.ts";
import { rejectedCopy } from "./rules.ts";
import { sealForPolice } from "./sealed-store.ts";

/** Others see it from now on, and its owner is notified. Returns the owner; undefined if it does not wait. */
export async function approvePhoto({ db, emit, now }: { db: Unlocked; emit: Emit; now: Date }, photoId: string) {
  const memberId = await inTransaction(db, async (trx) => {
    const photo = await lockPhotoOf(trx, photoId, "inspection");
    if (!photo) return undefined;
    const owner = photo.member_id;
    await activatePhoto(trx, photoId);
    await setMainPhotoIfNone(trx, owner, photoId);
    await deleteSuspicions(trx, photoId);
    await addUpdate(trx, { memberId: owner, kind: "photo_approved", path: photoPath(photoId), now });
    return owner;
  });
  if (memberId) emit(memberId, { type: "photo", photo: photoId, status: "active" });
  return memberId;
}

type RejectContext = { db: Lockable<"profiles">; services: Pick<Services, "hooks" | "jobs">; now: Date };

/** `of`: which photos may be rejected. */
type Rejection = { of: "inspection" | { memberId: string }; ground: Ground; decisionId: string };

/**
 * Seals it, or keeps it for an objection, so the statement has to name it; neither it nor a near copy is uploaded
 * again, unless the decision is reversed. Returns the owner and what the statement of reasons says; undefined if there
 * is none. Runs in the caller's transaction.
 */
export async function rejectPhoto(ctx: RejectContext, photoId: string, rejection: Rejection) {
  const { db, now } = ctx;
  const { of, ground, decisionId } = rejection;
  const photo = await lockPhotoOf(db, photoId, of);
  if (!photo) return undefined;
  const { created_at: uploadedAt, suspected } = photo;
  const { member_id: memberId, site_id: siteId, body_hash: sha256, fingerprints } = photo;
  const named = { siteId, memberId, id: photoId };
  const isSealed = ground === sealedGround;
  const kept = isSealed ? await sealForPolice(db, named, { soundType: null, decisionId, now }) : rejectedCopy(named);
  if (!(await removePhoto(ctx, named, kept))) return undefined;
  if (sha256 || fingerprints) await recordRejectedPhoto(db, { siteId, sha256, fingerprints, ground, decisionId }, now);
  return { memberId, siteId, uploadedAt, suspected: suspected === true };
}
