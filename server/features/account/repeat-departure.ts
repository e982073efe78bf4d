import type { Lockable } from "#server/db/locks.ts";
import { endSessions } from "#server/features/auth/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { markDeleted, markRestored } from "./deletion-store.ts";

/**
 * Deletes an account again, or restores it, after the database was restored to the moment `since`: within its 14 days,
 * because its member came back later. True if that changed it.
 */
export async function repeatDeparture(
  db: Lockable<"accounts">,
  accountId: string,
  deletedAt: Date | null,
  since: Date,
): Promise<boolean> {
  const changed = deletedAt
    ? await markDeleted(db, accountId, { reason: undefined, comment: undefined, now: deletedAt })
    : await markRestored(db, accountId, since);
  if (!changed) return false;
  await listProfile(db, accountId);
  if (deletedAt) await endSessions({ db }, accountId);
  return true;
}
