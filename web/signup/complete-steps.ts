import type { OwnProfile } from "#contract/profiles.ts";
import type { SignupStep } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { type InfoField, infoNames } from "#web/profiles/profile-changes.ts";

const searchPage = "/members";

function composeAddress(step: SignupStep, next: string | null): string {
  const query = new URLSearchParams(step === "matches" ? {} : { step });
  if (next !== null) query.set("next", next);
  const path = step === "matches" ? "/signup-matches" : "/complete-signup";
  return query.size > 0 ? `${path}?${query}` : path;
}

/** If the user signed up for one member, that member's page replaces the first faces. */
export function findFirstAddress(steps: readonly SignupStep[], next: string | null): string {
  const [step] = steps;
  if (step === undefined) return next ?? searchPage;
  return step === "matches" && next !== null ? next : composeAddress(step, next);
}

/** The address after a step. After a step that is not in the site's list the signup is over. */
export function findNextAddress(steps: readonly SignupStep[], step: SignupStep, next: string | null): string {
  const index = steps.indexOf(step);
  return findFirstAddress(index < 0 ? [] : steps.slice(index + 1), next);
}

/** The address of the previous step; null at the first. */
export function findPreviousAddress(
  steps: readonly SignupStep[],
  step: SignupStep,
  next: string | null,
): string | null {
  const previous = steps[steps.indexOf(step) - 1];
  return previous === undefined ? null : composeAddress(previous, next);
}

type Facts = {
  user: Pick<User, "status"> & { profile: Pick<User["profile"], "main_image"> };
  own: Pick<OwnProfile, "about_me" | "city_id" | "interests" | InfoField>;
};

/** Push permission is known only to the browser, and the faces are never finished. */
export function isDone(step: SignupStep, { user, own }: Facts): boolean {
  switch (step) {
    case "photo":
      return user.profile.main_image !== null;
    case "location":
      return own.city_id !== null;
    case "personal_info":
      return own.interests.length > 0 || infoNames.some((field) => own[field] !== null);
    case "about_me":
      return own.about_me !== "";
    case "confirm_email":
      return user.status === "active";
    case "matches":
    case "push":
      return false;
  }
}

/** The steps but for a town that the signup's form has asked for, as it does without scripts; `now` stays. */
export function withoutAnswered(
  steps: readonly SignupStep[],
  { own, now }: { own: Pick<OwnProfile, "city_id">; now: SignupStep | null },
): readonly SignupStep[] {
  return own.city_id === null || now === "location" ? steps : steps.filter((step) => step !== "location");
}

/** The unfinished steps, for a user who returns to them later. */
export function listOpenSteps(steps: readonly SignupStep[], facts: Facts): SignupStep[] {
  return steps.filter((step) => !isDone(step, facts));
}
