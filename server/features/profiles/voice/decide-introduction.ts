import { sealedGround } from "#contract/decisions.ts";
import { introductionPath } from "#contract/update-photos.ts";
import type { Lockable, Unlocked } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Emit } from "#server/emit.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import type { Services } from "#server/services.ts";
import {
  activateIntroduction,
  deleteIntroductionRow,
  lockIntroduction,
  markIntroductionRejected,
  type Rejection,
} from "./introductions-store.ts";
import { sealSound } from "./seal-sound.ts";

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

type RejectContext = { db: Lockable<"profiles">; services: Pick<Services, "jobs">; now: Date };

/**
 * Rejects one that waits, or that others hear. One of child abuse is sealed instead of kept for an appeal, also if it
 * is deleted or rejected already. Returns the owner, to be told why, and when it was recorded; undefined if no one
 * could hear it any more.
 */
export async function rejectIntroduction({ db, services, now }: RejectContext, id: string, rejection: Rejection) {
  const locked = await lockIntroduction(db, id);
  if (!locked) return undefined;
  const { profile, memberId, siteId, recordedAt, status } = locked;
  const couldBeHeard = status === "inspection" || status === "active";
  if (rejection.reason === sealedGround) {
    await sealSound({ db: profile, jobs: services.jobs, now }, locked, rejection.decisionId);
    await deleteIntroductionRow(profile, id);
  } else if (couldBeHeard) await markIntroductionRejected(profile, id, rejection);
  return couldBeHeard ? { memberId, siteId, recordedAt } : undefined;
}
