import type { User } from "#contract/user.ts";
import { moneyScreens, settingsScreens, signupScreens } from "#web/lib/screen-handle.ts";

/** These show the same text themselves; and nothing stands above prices and payments. */
const without = [...signupScreens, ...settingsScreens, ...moneyScreens, "activate-done", "activate-error", "token"];

type Situation = {
  user: Pick<User, "status" | "notifications_disabled"> & { profile: Pick<User["profile"], "status"> };
  screen: string;
  fromElsewhere: boolean;
  smartphone: boolean;
};

/** Whether and how this screen reminds a member to confirm their address. */
export function reminderOf({ user, screen, fromElsewhere, smartphone }: Situation): "dialog" | "notice" | null {
  const unconfirmed =
    user.status === "not_confirmed" && user.profile.status === "disabled" && user.notifications_disabled.length === 0;
  if (!unconfirmed || without.includes(screen)) return null;
  if (fromElsewhere) return smartphone ? null : "dialog";
  return "notice";
}
