import { introductionDays } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import type { Card } from "#contract/profiles.ts";
import { isIdleScreen } from "./may-interrupt.ts";

/**
 * Days within which an address can be confirmed. Needed because the server counts days from the confirmation, and this
 * code from the signup.
 */
const confirmationDays = 7;

/** The screens of the members area (section 4) on which a dialog interrupts nothing. */
const membersArea = /^\/(?:members(?:\/[^/]+)?|likes(?:\/m\/[^/]+)?)$/;

/** Whether a dialog about a like may open by itself here; elsewhere a short notice is enough (R2.18). */
export function mayOpenLikeDialog(pathname: string): boolean {
  return membersArea.test(pathname) && isIdleScreen(pathname);
}

/**
 * D5.3, D11.7: only a person's like, or the introduction of a person who asked for it, may open a dialog. The like of a
 * fictional profile or of a program waits in Likes.
 */
export function isFromPerson({ fictional, automatic, introduced }: LikeSender): boolean {
  return !fictional && (introduced || !automatic);
}
type LikeSender = Pick<Card, "fictional" | "automatic" | "introduced">;

/** Whether the member may get an introduction here: they are new, confirmed, and looking around. */
export function mayBeIntroduced(user: { status: string; signup_date: string }, pathname: string, now: number): boolean {
  const msSinceSignup = now - Date.parse(user.signup_date);
  const isNew = msSinceSignup < (introductionDays + confirmationDays) * dayMs;
  return user.status === "active" && isNew && mayOpenLikeDialog(pathname);
}
