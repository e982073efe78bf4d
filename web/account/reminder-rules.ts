import type { User } from "#contract/user.ts";
import { allowsAlerts, type Screen } from "#web/lib/screen.ts";

/** The parameter set by the service that signed a member up elsewhere and sent them here (section 4). */
export const fromElsewhere = "api_signup_complete";

type Situation = {
  user: Pick<User, "status" | "notifications_disabled"> & { profile: Pick<User["profile"], "status"> };
  screen: Pick<Screen, "mood" | "confirms">;
  fromElsewhere: boolean;
  smartphone: boolean;
};

/** Whether and how this screen reminds a member to confirm their address. */
export function reminderOf({ user, screen, fromElsewhere, smartphone }: Situation): "dialog" | "notice" | null {
  const unconfirmed =
    user.status === "not_confirmed" && user.profile.status === "disabled" && user.notifications_disabled.length === 0;
  if (!unconfirmed || !allowsAlerts(screen) || screen.confirms) return null;
  if (fromElsewhere) return smartphone ? null : "dialog";
  return "notice";
}
