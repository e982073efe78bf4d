import type { User } from "#contract/user.ts";
import { allowsAlerts, type Screen } from "#web/lib/screen.ts";

type Situation = {
  user: Pick<User, "status" | "notifications_disabled"> & { profile: Pick<User["profile"], "status"> };
  screen: Pick<Screen, "mood" | "confirms">;
  fromElsewhere: boolean;
  smartphone: boolean;
};

/** Whether and how this screen reminds a member to confirm their address (R4.10). */
export function reminderOf({ user, screen, fromElsewhere, smartphone }: Situation): "dialog" | "notice" | null {
  const unconfirmed =
    user.status === "not_confirmed" && user.profile.status === "disabled" && user.notifications_disabled.length === 0;
  if (!unconfirmed || !allowsAlerts(screen) || screen.confirms) return null;
  if (fromElsewhere) return smartphone ? null : "dialog";
  return "notice";
}
