import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Emit } from "#server/emit.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { activatePhoto, setMainPhotoIfNone } from "./store.ts";
import { deleteSuspicions } from "./suspicion-store.ts";

/**
 * Approves a photo under inspection: others see it from now on, and its owner is notified (D8.2). Returns the owner;
 * undefined if no such photo is under inspection.
 */
export async function approvePhoto(
  { db, emit, now }: { db: Db; emit: Emit; now: Date },
  photoId: string,
): Promise<string | undefined> {
  const memberId = await inTransaction(db, async (trx) => {
    const owner = await activatePhoto(trx, photoId);
    if (!owner) return undefined;
    await setMainPhotoIfNone(trx, owner, photoId);
    await deleteSuspicions(trx, photoId);
    await addUpdate(trx, { memberId: owner, kind: "photo_approved", path: "/profile", now });
    return owner;
  });
  if (memberId) emit(memberId, { type: "photo", photo: photoId, status: "active" });
  return memberId;
}
