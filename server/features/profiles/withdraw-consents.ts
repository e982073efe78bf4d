import type { Db } from "#server/db/pool.ts";
import { recordWithdrawal } from "#server/features/visibility/index.ts";
import { deleteAnswers } from "#server/http/idempotency.ts";
import { findConsents, findOwn, updateProfile } from "./profiles-store.ts";
import { erasedText, isExplicit } from "./save-profile.ts";
import { callsWithCopies, erasedSexuality } from "./set-sexuality.ts";

/**
 * Erases what a member does not agree to any more: their sexuality, which hides them from lists, explicit interests,
 * their text; no network learns of their click any more. True if something changed. The caller deletes archives of the
 * member's data.
 */
export async function withdrawConsents(
  db: Db,
  memberId: string,
  agrees: { sexuality: boolean; explicit: boolean; about_me: boolean; click: boolean },
  now: Date,
): Promise<boolean> {
  const before = await findConsents(db, memberId);
  const [sexuality, explicit] = [before?.sexuality && !agrees.sexuality, before?.explicit && !agrees.explicit];
  const text = before?.about_me && !agrees.about_me;
  const click = before?.click && !agrees.click;
  if (!sexuality && !explicit && !text && !click) return false;
  const { interests } = await findOwn(db, memberId);
  await updateProfile(db, memberId, {
    ...(sexuality && erasedSexuality),
    ...(explicit && { explicit_consent_at: null, interests: interests.filter((code) => !isExplicit(code)) }),
    ...(text && erasedText),
    ...(click && { shares_click: false }),
  });
  if (sexuality) await recordWithdrawal(db, { memberId, subject: "sexuality" }, now);
  if (text) await recordWithdrawal(db, { memberId, subject: "about_me" }, now);
  if (click) await recordWithdrawal(db, { memberId, subject: "click" }, now);
  if (explicit) await recordWithdrawal(db, { memberId, subject: "explicit_interests" }, now);
  await deleteAnswers(db, memberId, callsWithCopies);
  return true;
}
