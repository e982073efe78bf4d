import type { AnswerShare } from "#contract/first-messages.ts";
import type { OwnQuestion } from "#contract/opening-questions.ts";
import type { OwnProfile, Profile } from "#contract/profiles.ts";
import { completenessOf } from "./completeness.ts";
import type { OwnRow } from "./profiles-store.ts";

/** A member's own profile: with their latest text, even if it is under inspection, and the profile that others see. */
export function toOwnProfile(
  row: Omit<OwnRow, "questions"> & { questions: OwnQuestion[] },
  profile: Profile,
  visibleFields: readonly string[],
): OwnProfile {
  const { about_me_inspection, answer_share: share } = row;
  const own = { ...row, about_me: about_me_inspection ?? row.about_me };
  return {
    ...own,
    about_me_inspection: about_me_inspection !== null,
    explicit_consent: row.explicit_consent_at !== null,
    about_me_consent: row.about_me_consent_at !== null,
    sexuality_consent: row.sexuality !== null,
    answer_odds:
      share === null ? null : { share: share as AnswerShare, within_a_day: row.answers_within_a_day === true },
    completeness: completenessOf(
      { ...own, photo: profile.main_image !== null, preferences: row.preferences_at !== null },
      visibleFields,
    ),
    profile,
  };
}
