import type { User } from "#contract/user.ts";
import { moneyScreens, settingsScreens, signupScreens } from "#web/lib/screen-handle.ts";

/** Screens without the alert: those that ask for a photo themselves, and those with another task. */
const screensWithoutAlert = [...signupScreens, ...settingsScreens, ...moneyScreens, "profile", "activate-done"];

/** Whether this screen, by the id of its route, asks the member for a photo. */
export function needsPhotoAlert(user: { profile: Pick<User["profile"], "main_image"> }, screen: string): boolean {
  return user.profile.main_image === null && !screensWithoutAlert.includes(screen);
}
