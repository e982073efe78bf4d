import type { Db } from "#server/db/pool.ts";
import { fileKey } from "#server/features/profiles/index.ts";
import { chatPhotoFolder } from "./rules.ts";
import { findFiles } from "./store.ts";

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
