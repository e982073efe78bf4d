import type { User } from "#contract/user.ts";
import { moneyScreens, settingsScreens, signupScreens } from "#web/lib/screen-groups.ts";
import type { PushState } from "./push-state.ts";

/** Screens without the offer of pushes: they ask for them anyway, or the member is doing something else (R4.12). */
const withoutPush = [...signupScreens, ...settingsScreens, ...moneyScreens, "activate-done"];

/** The screens that say themselves why no mails come (R4.13). */
const withoutDisabled: readonly string[] = ["notifications", "settings"];

/** Whether to offer pushes to a member on this screen, by the id of its route (R4.12): only if the browser can ask. */
export function offersPush(state: PushState, screen: string): boolean {
  return state === "default" && !withoutPush.includes(screen);
}

/** Whether to tell a member on this screen, by the id of its route, that they get no mails (R4.13). */
export function showsDisabled(
  { notifications_disabled }: Pick<User, "notifications_disabled">,
  screen: string,
): boolean {
  return notifications_disabled.length > 0 && !withoutDisabled.includes(screen);
}
