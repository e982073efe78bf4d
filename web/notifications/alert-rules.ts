import type { User } from "#contract/user.ts";
import { allowsAlerts, type Screen } from "#web/lib/screen.ts";
import type { PushState } from "./push-offer.ts";

/** R4.12: only on a screen where the member has no other task, and if the browser can show its prompt. */
export const offersPush = (state: PushState, screen: Pick<Screen, "mood">): boolean =>
  state === "default" && allowsAlerts(screen);

/** Whether to tell a member on this screen that they get no mails (R4.13): the settings say so themselves. */
export function showsDisabled(
  { notifications_disabled }: Pick<User, "notifications_disabled">,
  screen: Pick<Screen, "mood">,
): boolean {
  return notifications_disabled.length > 0 && (allowsAlerts(screen) || screen.mood === "signup");
}
