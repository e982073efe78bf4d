import type { Db } from "#server/db/pool.ts";
import { deleteAnswers } from "#server/http/idempotency.ts";
import { isExplicit } from "./save-profile.ts";
import { callsWithCopies, erasedSexuality } from "./set-sexuality.ts";
import { findConsents, findOwn, updateProfile } from "./store.ts";

/**
 * Erases what a member does not agree to any more (D11.5): their sexuality, which hides them from lists, and explicit
 * interests. True if there was something to erase. The caller deletes archives of the member's data.
 */
export async function withdrawConsents(
  db: Db,
  memberId: string,
  agrees: { sexuality: boolean; explicit: boolean },
): Promise<boolean> {
  const before = await findConsents(db, memberId);
  const [sexuality, explicit] = [before?.sexuality && !agrees.sexuality, before?.explicit && !agrees.explicit];
  if (!sexuality && !explicit) return false;
  const { interests } = await findOwn(db, memberId);
  await updateProfile(db, memberId, {
    ...(sexuality && erasedSexuality),
    ...(explicit && { explicit_consent_at: null, interests: interests.filter((code) => !isExplicit(code)) }),
  });
  await deleteAnswers(db, memberId, callsWithCopies);
  return true;
}
