import type { User } from "#contract/user.ts";
import type { PushState } from "./device-push.ts";

/** Where pushes are not offered: where they are asked for anyway, and where something else is being done (R4.12). */
const withoutPush =
  /^\/(?:signup|complete-signup|signup-matches|members\/[^/]+\/signup|notifications|settings|delete-account|activate\/done|directdebit|premium)\/?$/;

/** The screens that say themselves why no mails come (R4.13). */
const withoutDisabled = /^\/(?:notifications|settings)\/?$/;

/** Whether a member is to be offered pushes on this screen (R4.12): where the browser can be asked, and only there. */
export function offersPush(state: PushState, pathname: string): boolean {
  return state === "default" && !withoutPush.test(pathname);
}

/** Whether a member is to be told on this screen that they get no mails (R4.13). */
export function showsDisabled(
  { notifications_disabled }: Pick<User, "notifications_disabled">,
  pathname: string,
): boolean {
  return notifications_disabled.length > 0 && !withoutDisabled.test(pathname);
}
