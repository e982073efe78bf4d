import { introductionDays } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import type { Card } from "#contract/profiles.ts";
import { allowsDialogs, type Screen } from "#web/lib/screen.ts";

/**
 * Days within which an address can be confirmed. Needed because the server counts days from the confirmation, and this
 * code from the signup.
 */
const confirmationDays = 7;

type Here = Pick<Screen, "mood" | "membersArea">;

/** Whether a dialog about a like may open by itself here; elsewhere a short notice is enough (R2.18). */
export const mayOpenLikeDialog = (screen: Here): boolean => screen.membersArea === true && allowsDialogs(screen);

/** D11.7: whether a person gave this like themselves. All other likes lie in Likes below a closed heading. */
export function isByPerson({ automatic, member }: { automatic: boolean; member: LikeSender }): boolean {
  return !automatic && !member.fictional && !member.automatic;
}

/**
 * D5.3: behind an address that asks for the like dialog (R4.21) there may also be the introduction of a person who
 * agreed to it; never the like of a fictional profile or of a program.
 */
export function isFromPerson({ fictional, automatic, introduced }: LikeSender): boolean {
  return !fictional && (introduced || !automatic);
}

/** Whether the like dialog may open for a member's like: "Like back" would take back a like that the viewer gave. */
export function mayAskAbout(member: LikeSender & Pick<Card, "liked">): boolean {
  return isFromPerson(member) && !member.liked;
}
type LikeSender = Pick<Card, "fictional" | "automatic" | "introduced">;

/** Whether the member may get an introduction here: they are new, confirmed, and looking around. */
export function mayBeIntroduced(user: { status: string; signup_date: string }, screen: Here, now: number): boolean {
  const msSinceSignup = now - Date.parse(user.signup_date);
  const isNew = msSinceSignup < (introductionDays + confirmationDays) * dayMs;
  return user.status === "active" && isNew && mayOpenLikeDialog(screen);
}
