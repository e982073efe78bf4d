import type { Db } from "#server/db/pool.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { lockStatus, setUsable } from "./barred-store.ts";

/**
 * Lifts a suspension whose time is over; false if none is. `suspended_until` is the end of the last one. Runs in the
 * caller's transaction.
 */
export async function endSuspension({ db, now }: { db: Db; now: Date }, accountId: string): Promise<boolean> {
  const account = await lockStatus(db, accountId);
  if (account?.status !== "suspended" || !account.suspended_until || account.suspended_until > now) return false;
  await setUsable(db, accountId);
  await listProfile(db, accountId);
  return true;
}
