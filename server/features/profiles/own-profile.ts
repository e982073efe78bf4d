import type { AnswerShare } from "#contract/first-messages.ts";
import type { OwnQuestion } from "#contract/opening-questions.ts";
import type { OwnProfile, Profile } from "#contract/profiles.ts";
import { completenessOf } from "./completeness.ts";
import type { OwnRow } from "./profiles-store.ts";

type Added =
  | "profile"
  | "completeness"
  | "about_me_inspection"
  | "about_me_consent"
  | "answer_odds"
  | "explicit_consent"
  | "sexuality_consent"
  | "questions";

/** A member's own profile: with their latest text, even if it is under inspection, and the profile that others see. */
export function toOwnProfile(
  row: Omit<OwnRow, "questions"> & { questions: OwnQuestion[] },
  profile: Profile,
  visibleFields: readonly string[],
): OwnProfile {
  const {
    about_me_inspection,
    about_me,
    explicit_consent_at,
    about_me_consent_at,
    preferences_at,
    answer_share,
    answers_within_a_day,
    sexuality,
    questions,
    ...fields
  } = row;
  const own = {
    ...(fields as Omit<OwnProfile, Added | "about_me">),
    about_me: about_me_inspection ?? about_me,
    questions,
  };
  return {
    ...own,
    about_me_inspection: about_me_inspection !== null,
    explicit_consent: explicit_consent_at !== null,
    about_me_consent: about_me_consent_at !== null,
    sexuality_consent: sexuality !== null,
    answer_odds:
      answer_share === null
        ? null
        : { share: answer_share as AnswerShare, within_a_day: answers_within_a_day === true },
    completeness: completenessOf(
      { ...own, photo: profile.main_image !== null, preferences: preferences_at !== null },
      visibleFields,
    ),
    profile,
  };
}
