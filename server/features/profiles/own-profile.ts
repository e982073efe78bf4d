import type { OwnProfile, Profile } from "#contract/profiles.ts";
import { completenessOf } from "./completeness.ts";
import type { OwnRow } from "./store.ts";

type Added =
  | "profile"
  | "completeness"
  | "about_me_inspection"
  | "about_me_consent"
  | "explicit_consent"
  | "sexuality_consent";

/** A member's own profile: with their latest text, even if it is under inspection, and the profile that others see. */
export function toOwnProfile(row: OwnRow, profile: Profile, visibleFields: readonly string[]): OwnProfile {
  const {
    about_me_inspection,
    about_me,
    explicit_consent_at,
    about_me_consent_at,
    preferences_at,
    sexuality,
    ...fields
  } = row;
  const own = { ...(fields as Omit<OwnProfile, Added | "about_me">), about_me: about_me_inspection ?? about_me };
  return {
    ...own,
    about_me_inspection: about_me_inspection !== null,
    explicit_consent: explicit_consent_at !== null,
    about_me_consent: about_me_consent_at !== null,
    sexuality_consent: sexuality !== null,
    completeness: completenessOf(
      { ...own, photo: profile.main_image !== null, preferences: preferences_at !== null },
      visibleFields,
    ),
    profile,
  };
}
