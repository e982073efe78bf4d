import type { User } from "#contract/user.ts";

/** Screens without the alert: those that add a photo anyway, and those with another task (R4.11). */
const without =
  /^\/(?:profile|signup|complete-signup|signup-matches|members\/[^/]+\/signup|activate\/done|premium|notifications|settings|delete-account|directdebit)\/?$/;

/** Whether this screen asks the member for a photo (R4.11). */
export function needsPhotoAlert(user: { profile: Pick<User["profile"], "main_image"> }, pathname: string): boolean {
  return user.profile.main_image === null && !without.test(pathname);
}
