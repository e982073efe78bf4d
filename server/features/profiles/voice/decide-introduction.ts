import { introductionPath } from "#contract/update-photos.ts";
import type { Unlocked } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Emit } from "#server/emit.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { activateIntroduction } from "./introductions-store.ts";

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
