import type { User } from "#contract/account.ts";
import type { Db } from "#server/db/pool.ts";
import { showPhoto } from "#server/features/photos/rules.ts";
import { isLanguage } from "#server/http/language.ts";
import type { Site } from "#server/platform.ts";
import { findUser } from "./store.ts";

type Disabled = User["notifications_disabled"];

/** The caller's own account as `user.php` answers it (R3.01); null where it is gone. */
export async function showUser(db: Db, site: Site, accountId: string): Promise<User | null> {
  const row = await findUser(db, accountId);
  if (!row) return null;
  const photo =
    row.photo_id && row.photo_status && row.width && row.height && row.thumbhash
      ? { id: row.photo_id, status: row.photo_status, width: row.width, height: row.height, thumbhash: row.thumbhash }
      : null;
  return {
    id: row.id,
    status: row.status === "active" ? "active" : "not_confirmed",
    email: row.email,
    credits: row.credits,
    paid_user: row.paid_since !== null,
    fictional_icon: site.settings.fictional_icon,
    language: isLanguage(row.language) ? row.language : "en",
    notifications_disabled: row.notifications_disabled as Disabled,
    signup_date: row.created_at.toISOString(),
    profile: {
      name: row.name,
      country: row.country,
      status: row.listed ? "active" : "disabled",
      main_image: photo ? showPhoto(photo, { blurred: false, prefix: site.settings.cdn_prefix }) : null,
    },
  };
}
