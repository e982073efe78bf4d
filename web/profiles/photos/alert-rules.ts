import type { User } from "#contract/user.ts";
import { allowsAlerts, type Screen } from "#web/lib/screen.ts";

type Member = { profile: Pick<User["profile"], "main_image"> };

/** Whether an alert above this screen asks the member for a photo (R4.11). */
export const needsPhotoAlert = ({ profile }: Member, screen: Pick<Screen, "mood" | "asksForPhoto">): boolean =>
  profile.main_image === null && allowsAlerts(screen) && !screen.asksForPhoto;
