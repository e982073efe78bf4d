import type { User } from "#contract/user.ts";
import { moneyScreens, settingsScreens, signupScreens } from "#web/lib/screen-handle.ts";
import type { PushState } from "./push-offer.ts";

/** Screens without the offer of pushes: they make it themselves, or the member has another task there. */
const withoutPush = [...signupScreens, ...settingsScreens, ...moneyScreens, "activate-done"];

/** The first two explain themselves why the member gets no mails (R4.13); nothing stands above payments (D13.6). */
const withoutDisabled: readonly string[] = ["notifications", "settings", ...moneyScreens];

/** Whether this screen, by its route's id, offers it: only if the browser can show its prompt. */
export function offersPush(state: PushState, screen: string): boolean {
  return state === "default" && !withoutPush.includes(screen);
}

/** Whether to tell a member on this screen, by the id of its route, that they get no mails. */
export function showsDisabled(
  { notifications_disabled }: Pick<User, "notifications_disabled">,
  screen: string,
): boolean {
  return notifications_disabled.length > 0 && !withoutDisabled.includes(screen);
}
