import type { User } from "#contract/user.ts";

/** The signup, the settings with what is behind them, and where activation links lead. */
const without = ["/signup", "/complete-signup", "/settings", "/notifications", "/delete-account", "/activate"];

/** The first faces come with a card of what is next, and this is part of it; there no notice says it once more. */
export function saysItself(pathname: string): boolean {
  return pathname === "/signup-matches";
}

/** Whether a member is to be reminded on this screen to confirm their address (R4.10). */
export function needsReminder(
  user: Pick<User, "status" | "notifications_disabled"> & { profile: Pick<User["profile"], "status"> },
  pathname: string,
): boolean {
  return (
    user.status === "not_confirmed" &&
    user.profile.status === "disabled" &&
    user.notifications_disabled.length === 0 &&
    !without.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  );
}
