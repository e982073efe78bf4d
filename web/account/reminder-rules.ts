import type { User } from "#contract/user.ts";

/** The signup, the settings and their pages, and the pages of activation links. */
const without = ["/signup", "/complete-signup", "/settings", "/notifications", "/delete-account", "/activate"];

/**
 * Whether the page asks for the confirmation itself: the card of next steps beside the first faces does, so the notice
 * would repeat it.
 */
export function hasOwnReminder(pathname: string): boolean {
  return pathname === "/signup-matches";
}

/** Where it is about money, the reminder is one line to open: prices, orders and outcomes come first on a phone. */
const brief = ["/credits", "/directdebit", "/premium", "/pricing", "/transactions", "/withdrawal"];

export function isBriefReminder(pathname: string): boolean {
  return isBelow(brief, pathname);
}

const isBelow = (paths: readonly string[], pathname: string) =>
  paths.some((path) => pathname === path || pathname.startsWith(`${path}/`));

/** Whether this screen reminds a member to confirm their address (R4.10). */
export function needsReminder(
  user: Pick<User, "status" | "notifications_disabled"> & { profile: Pick<User["profile"], "status"> },
  pathname: string,
): boolean {
  return (
    user.status === "not_confirmed" &&
    user.profile.status === "disabled" &&
    user.notifications_disabled.length === 0 &&
    !isBelow(without, pathname)
  );
}
