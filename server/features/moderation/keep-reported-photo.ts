import type { Db } from "#server/db/pool.ts";
import { type PhotoOf, reportedCopy } from "#server/features/photos/index.ts";
import { copyUntil } from "./rules.ts";
import { keepPhoto } from "./store.ts";

/**
 * Where a copy of a photo is to be kept that its owner has just deleted: for staff, while it is reported, for 30 days at
 * most, like a chat that a block deletes (D6.6). Undefined where no report about it is open. Runs in the caller's
 * transaction, after the photo's row is gone: whoever reports it at the same instant was waited for.
 */
export async function keepReportedPhoto(db: Db, photo: PhotoOf, now: Date): Promise<string | undefined> {
  return (await keepPhoto(db, photo.memberId, photo.id, copyUntil(now))) ? reportedCopy(photo) : undefined;
}
