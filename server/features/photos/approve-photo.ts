import type { Db } from "#server/db/pool.ts";
import type { Emit } from "#server/emit.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { activatePhoto, setMainPhotoIfNone } from "./store.ts";

/** Approves a photo under inspection: others see it from now on, and its owner is notified (D8.2). */
export async function approvePhoto(
  { db, emit, now }: { db: Db; emit: Emit; now: Date },
  photoId: string,
): Promise<void> {
  const memberId = await db.transaction().execute(async (trx) => {
    const owner = await activatePhoto(trx, photoId);
    if (!owner) return undefined;
    await setMainPhotoIfNone(trx, owner, photoId);
    await addUpdate(trx, { memberId: owner, kind: "photo_approved", path: "/profile", now });
    return owner;
  });
  if (memberId) emit(memberId, { type: "photo", photo: photoId, status: "active" });
}
