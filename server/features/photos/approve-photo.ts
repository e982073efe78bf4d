import type { Db } from "#server/db/pool.ts";
import type { Emit } from "#server/emit.ts";
import { activatePhoto, setMainPhotoIfNone } from "./store.ts";

/** Approves a photo under inspection: others see it from now on, and its owner gets an event (D8.2). */
export async function approvePhoto({ db, emit }: { db: Db; emit: Emit }, photoId: string): Promise<void> {
  const memberId = await db.transaction().execute(async (trx) => {
    const owner = await activatePhoto(trx, photoId);
    if (owner) await setMainPhotoIfNone(trx, owner, photoId);
    return owner;
  });
  if (memberId) emit(memberId, { type: "photo", photo: photoId, status: "active" });
}
