import { consentVersion } from "#contract/constants.ts";
import { savePreferences } from "#contract/match-finder.ts";
import { saveProfile, type seeks, setSexuality as setCall } from "#contract/profiles.ts";
import { recordConsent } from "#server/features/visibility/index.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { deleteAnswers } from "#server/http/idempotency.ts";
import { listProfile } from "./listing-store.ts";
import { seeksOf, sexualityOf } from "./matching/rules.ts";
import { lockSexuality, updateProfile } from "./profiles-store.ts";

export const erasedSexuality = {
  sexuality: null,
  seeks_men: false,
  seeks_women: false,
  sexuality_consent_at: null,
  listed: false,
};

/** The calls whose stored answers hold what a consent is for. */
export const callsWithCopies = [saveProfile, savePreferences, setCall];

/** Erases stored answers and archives after a withdrawn consent. Triggers keep the search's tables equal. */
export async function eraseStoredAnswers({ db, viewer, services }: MemberContext): Promise<void> {
  await deleteAnswers(db, viewer.memberId, callsWithCopies);
  await services.hooks.memberChanged({ db, services }, viewer.memberId, "consent_withdrawn");
}

/** Stores it with the time of the consent. Null erases it, and hides the caller from lists until they consent again. */
export async function setSexuality(
  ctx: Mutating<MemberContext>,
  soughtGender: (typeof seeks)[number] | null,
): Promise<void> {
  const { db, viewer, now } = ctx;
  const profile = await lockSexuality(db, viewer.memberId);
  await ctx.services.hooks.memberChanged(ctx, viewer.memberId, "consents");
  await recordConsent(ctx, { memberId: viewer.memberId, subject: "sexuality", given: soughtGender !== null });
  if (soughtGender === null) {
    await updateProfile(db, viewer.memberId, erasedSexuality);
    await eraseStoredAnswers(ctx);
    return;
  }
  const gender = profile.gender as "male" | "female";
  const sexuality = sexualityOf(gender, soughtGender);
  const consented = { sexuality_consent_at: profile.sexuality_consent_at ?? now, consent_version: consentVersion };
  await updateProfile(db, viewer.memberId, { sexuality, ...seeksOf(gender, sexuality), ...consented });
  await listProfile(db, viewer.memberId);
}

/** Records that a member who agreed to earlier words agrees to the present ones; without a consent it does nothing. */
export async function agreeAgain(ctx: Mutating<MemberContext>): Promise<void> {
  const { db, viewer } = ctx;
  const profile = await lockSexuality(db, viewer.memberId);
  if (profile.sexuality_consent_at === null || profile.consent_version >= consentVersion) return;
  await updateProfile(db, viewer.memberId, { consent_version: consentVersion });
  await recordConsent(ctx, { memberId: viewer.memberId, subject: "sexuality", given: true, isAgain: true });
}
