import { consentVersion } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import type { User } from "#contract/user.ts";
import { ageAt } from "#server/ages.ts";
import { questionsLeft, showPhotoToOwner, wantedAges } from "#server/features/profiles/index.ts";
import { mayBeShown } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";
import { findUser } from "./accounts-store.ts";

/** "Not now" ends when the terms apply. */
function askedNow(terms: { from: string; later_until: string | null } | null, now: Date): string | null {
  if (terms === null) return null;
  const isLater = terms.later_until !== null && now < new Date(terms.later_until);
  return isLater && dayOf(now) < terms.from ? null : terms.from;
}

type DateRow = NonNullable<Awaited<ReturnType<typeof findUser>>>["shared_dates"][number];

const toRunningDate = ({ id, other_id, other_name, time_zone, remind_at, fine_at }: DateRow) => ({
  id,
  member: other_id,
  name: other_name,
  time_zone,
  fine_by: new Date(remind_at).toISOString(),
  fine: fine_at !== null,
});

type Disabled = User["notifications_disabled"];

type UserContext = Pick<Context, "db" | "site" | "now">;

/** The caller's own account as `user.php` returns it; null if it does not exist any more. */
export async function showUser({ db, site, now }: UserContext, accountId: string): Promise<User | null> {
  const row = await findUser(db, accountId);
  if (!row) return null;
  const photo =
    row.photo_id && row.photo_status && row.width && row.height && row.thumbhash
      ? {
          id: row.photo_id,
          status: row.photo_status,
          width: row.width,
          height: row.height,
          thumbhash: row.thumbhash,
          edition: row.edition ?? "",
          caption: row.caption ?? "",
        }
      : null;
  return {
    id: row.id,
    status: row.status === "active" ? "active" : "not_confirmed",
    email: row.email,
    credits: row.credits,
    paid_user: row.premium,
    muted_until: row.muted_until !== null && row.muted_until > now ? row.muted_until.toISOString() : null,
    last_purchase: row.last_purchase,
    fictional_icon: site.settings.fictional_icon,
    language: languageOf(row.language),
    notifications_disabled: row.notifications_disabled as Disabled,
    signup_date: row.created_at.toISOString(),
    new_visitors: row.new_visitors.filter((visitor) => mayBeShown(visitor, site.id, accountId)).length,
    new_updates: row.new_updates,
    questions_left: questionsLeft(row),
    shared_dates: row.shared_dates.flatMap((date) => (new Date(date.ends_at) > now ? [toRunningDate(date)] : [])),
    invisible: row.invisible,
    wanted_ages: wantedAges(row, ageAt(row.date_of_birth, now)),
    lacks_consent: !row.consents,
    to_agree: { consent: row.consents && row.consent_version < consentVersion, terms: askedNow(row.terms, now) },
    profile: {
      name: row.name,
      country: row.country,
      city_id: row.city_id,
      status: row.status === "active" ? "active" : "disabled",
      main_image: photo && showPhotoToOwner(photo, site.photoUrl),
    },
  };
}

/** The answer of calls that log in or change the account. */
export async function presentUser(ctx: UserContext, accountId: string): Promise<{ user: User }> {
  const user = await showUser(ctx, accountId);
  if (!user) throw fail("authentication_required");
  return { user };
}
