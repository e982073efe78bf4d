import type { User } from "#contract/account.ts";
import type { OwnProfile } from "#contract/profiles.ts";
import type { SignupStep } from "#contract/sites.ts";
import { type InfoField, infoNames } from "#web/profiles/profile-changes.ts";

/** Where a member goes who has done with the signup. */
const members = "/members";

function addressOf(step: SignupStep, next: string | null): string {
  const query = new URLSearchParams(step === "matches" ? {} : { step });
  if (next !== null) query.set("next", next);
  const path = step === "matches" ? "/signup-matches" : "/complete-signup";
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Where the first of these steps is. For whoever came for one member, that member's page takes the place of the first faces. */
export function firstOf(steps: readonly SignupStep[], next: string | null): string {
  const [step] = steps;
  if (step === undefined) return next ?? members;
  return step === "matches" && next !== null ? next : addressOf(step, next);
}

/** Where it goes on after a step of the site's list; a step that the list lacks is the last. */
export function firstAfter(steps: readonly SignupStep[], step: SignupStep, next: string | null): string {
  const at = steps.indexOf(step);
  return firstOf(at < 0 ? [] : steps.slice(at + 1), next);
}

/** Where the step before is; null where there is none to go back to. */
export function stepBefore(steps: readonly SignupStep[], step: SignupStep, next: string | null): string | null {
  const before = steps[steps.indexOf(step) - 1];
  return before === undefined ? null : addressOf(before, next);
}

type Facts = {
  user: Pick<User, "status"> & { profile: Pick<User["profile"], "main_image"> };
  own: Pick<OwnProfile, "about_me" | "city_id" | "interests" | InfoField>;
};

/** Whether a step has nothing left to ask. Nobody but the browser knows about pushes, and faces are never done with. */
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

/** What is left of the steps, for whoever comes back to them later. */
export function openSteps(steps: readonly SignupStep[], facts: Facts): SignupStep[] {
  return steps.filter((step) => !isDone(step, facts));
}
