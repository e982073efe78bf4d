import { dayMs } from "#contract/durations.ts";
import { findJoined } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";

/** After so many days a member may open three times as many profiles as a new one. */
const fullAfterDays = 30;

/** How many different profiles a member may open in a day, by the site's number for new members and their own age. */
export function profilesOfADay(daily: number, joined: Date, now: Date): number {
  const days = Math.max(0, (now.getTime() - joined.getTime()) / dayMs);
  return Math.floor(daily * (1 + (2 * Math.min(days, fullAfterDays)) / fullAfterDays));
}

/** So that no account copies a whole site in a night. Throws `profiles_limit`, with the seconds until midnight. */
export async function limitProfiles(ctx: MemberContext, profileId: string): Promise<void> {
  const { services, site, viewer, now, ip, db } = ctx;
  const { memberId } = viewer;
  if (memberId === profileId) return;
  const daily = site.settings.profiles_daily;
  const count = (max: number) => services.limits.countDistinct(memberId, profileId, max, now);
  // most members never reach the number of a new one, and cost no query
  if ((await count(daily)) === 0) return;
  const allowed = profilesOfADay(daily, await findJoined(db, memberId), now);
  const retryAfter = await count(allowed);
  if (retryAfter === 0) return;
  services.securityEvents.record({ kind: "profiles_limit", outcome: "blocked", accountId: memberId, address: ip });
  throw fail("profiles_limit", { retryAfter, params: { count: allowed } });
}
