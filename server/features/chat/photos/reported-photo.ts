import type { Db } from "#server/db/pool.ts";
import { fileKey } from "#server/features/profiles/index.ts";
import { chatPhotoFolder } from "./rules.ts";
import { findFiles, lockReceived } from "./store.ts";

/**
 * Whether a member received this photo from `from` and may see it, so that they can report it (D11.2); if so, locks it
 * against deletion until the transaction ends.
 */
export const isReceivedPhoto = (db: Db, { from, to, photo }: { from: string; to: string; photo: string }) =>
  lockReceived(db, from, to, photo);

/** The file key of a photo in a chat in full size; null if there is none, or its files are removed. */
export async function chatPhotoFileOf(db: Db, id: string): Promise<string | null> {
  const photo = await findFiles(db, id);
  return photo ? fileKey(chatPhotoFolder(photo), "full", "", "webp") : null;
}

/** The file key of a photo in a chat that waits for inspection, for staff; null if it does not. */
export async function waitingChatPhotoFile(db: Db, id: string): Promise<string | null> {
  const photo = await findFiles(db, id, "inspection");
  return photo ? fileKey(chatPhotoFolder(photo), "full", "", "webp") : null;
}
