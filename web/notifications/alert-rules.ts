import type { User } from "#contract/user.ts";
import type { PushState } from "./device-push.ts";

/** Screens without the offer of pushes: they ask for them anyway, or the member is doing something else (R4.12). */
const withoutPush =
  /^\/(?:signup|complete-signup|signup-matches|members\/[^/]+\/signup|notifications|settings|delete-account|activate\/done|directdebit|premium)\/?$/;

/** The screens that say themselves why no mails come (R4.13). */
const withoutDisabled = /^\/(?:notifications|settings)\/?$/;

/** Whether to offer pushes to a member on this screen (R4.12): only if the browser can be asked. */
export function offersPush(state: PushState, pathname: string): boolean {
  return state === "default" && !withoutPush.test(pathname);
}

/** Whether to tell a member on this screen that they get no mails (R4.13). */
export function showsDisabled(
  { notifications_disabled }: Pick<User, "notifications_disabled">,
  pathname: string,
): boolean {
  return notifications_disabled.length > 0 && !withoutDisabled.test(pathname);
}
