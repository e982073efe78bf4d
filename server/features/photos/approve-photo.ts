import type { Services } from "#server/services.ts";
import { activatePhoto, setMainPhotoIfNone } from "./store.ts";

/** Approves a photo under inspection: others see it from now on, and its owner gets an event (D8.2). */
export async function approvePhoto({ db, events }: Pick<Services, "db" | "events">, photoId: string): Promise<void> {
  const memberId = await db.transaction().execute(async (trx) => {
    const owner = await activatePhoto(trx, photoId);
    if (owner) await setMainPhotoIfNone(trx, owner, photoId);
    return owner;
  });
  if (memberId) events.publish(memberId, { type: "photo", photo: photoId, status: "active" });
}
