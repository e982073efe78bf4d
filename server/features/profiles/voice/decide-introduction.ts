import type { PhotoRejection } from "#contract/attachments.ts";
import { introductionPath } from "#contract/update-photos.ts";
import type { Lockable, Unlocked } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Emit } from "#server/emit.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { activateIntroduction, markIntroductionRejected } from "./introductions-store.ts";

/** Others hear it from now on, and its owner is notified. Returns the owner; undefined if it does not wait. */
export async function approveIntroduction({ db, emit, now }: { db: Unlocked; emit: Emit; now: Date }, id: string) {
  const memberId = await inTransaction(db, async (trx) => {
    const owner = await activateIntroduction(trx, id);
    if (owner === undefined) return undefined;
    await addUpdate(trx, { memberId: owner, kind: "introduction_approved", path: introductionPath, now });
    return owner;
  });
  if (memberId !== undefined) emit(memberId, { type: "voice_introduction" });
  return memberId;
}

/**
 * No member hears it any more; staff can for an appeal. Returns the owner, to be told why, and when it was recorded;
 * undefined if it is deleted, replaced or rejected already. Runs in the caller's transaction.
 */
export async function rejectIntroduction(
  { db }: { db: Lockable<"profiles"> },
  id: string,
  rejection: { reason: PhotoRejection; decisionId: string },
) {
  return await markIntroductionRejected(db, id, rejection);
}
