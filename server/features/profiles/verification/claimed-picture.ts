import type { Db } from "#server/db/pool.ts";
import { findClaimed } from "./office-store.ts";
import { pictureFolder } from "./rules.ts";
import { pictureFile } from "./send-picture.ts";

/** The file key of a selfie or a document that a person of the staff has claimed; null: it is gone, or not theirs. */
export async function claimedPictureFile(
  db: Db,
  pictureId: string,
  { staffId, now }: { staffId: string; now: Date },
): Promise<string | null> {
  const picture = await findClaimed(db, pictureId, staffId, now);
  return picture ? pictureFile(pictureFolder(picture)) : null;
}
