import type { User } from "#contract/user.ts";

/** The screens without the alert: where a photo is added anyway, and where something else is being done (R4.11). */
const without =
  /^\/(?:profile|signup|complete-signup|signup-matches|members\/[^/]+\/signup|activate\/done|premium|notifications|settings|delete-account|directdebit)\/?$/;

/** Whether a member is to be asked for a photo on this screen (R4.11). */
export function needsPhotoAlert(user: { profile: Pick<User["profile"], "main_image"> }, pathname: string): boolean {
  return user.profile.main_image === null && !without.test(pathname);
}
