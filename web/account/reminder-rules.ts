import type { User } from "#contract/account.ts";

/** The screens that say it themselves: the signup, the settings, and where activation links lead. */
const without = ["/signup", "/settings", "/notifications", "/activate"];

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
