import type { Db } from "#server/db/pool.ts";
import { type PhotoOf, reportedCopy } from "#server/features/profiles/index.ts";
import { copyUntil } from "./rules.ts";
import { setPhotoCopyExpiry } from "./store.ts";

/**
 * The path for a copy of a photo that its owner has just deleted. The copy is kept for staff while a report about it is
 * open, for 30 days at most, like a chat that a block deletes (D6.6). Undefined if no report about it is open. Runs in
 * the caller's transaction, after the photo's row is deleted: by then a concurrent report has committed.
 */
export async function keepReportedPhoto(db: Db, photo: PhotoOf, now: Date): Promise<string | undefined> {
  return (await setPhotoCopyExpiry(db, photo.memberId, photo.id, copyUntil(now))) ? reportedCopy(photo) : undefined;
}
