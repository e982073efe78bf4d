import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { findJoined } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { limitedAddress } from "#server/http/origin.ts";
import { isAcquainted } from "./store.ts";

/** A member may open three times as many profiles as a new one after so many days. */
const fullAfterDays = 30;

/** How many different profiles a member may open in a day, by the site's number for new members and their own age. */
export function profilesOfADay(daily: number, joined: Date, now: Date): number {
  const days = Math.max(0, (now.getTime() - joined.getTime()) / dayMs);
  return Math.floor(daily * (1 + (2 * Math.min(days, fullAfterDays)) / fullAfterDays));
}

type LimitContext = Pick<Context, "services" | "site" | "now" | "ip"> & { db: Db; viewer: { memberId: string } };
type Reached = { retryAfter: number; params: { count: number } };

/**
 * Counts `what` for a member, who may have `daily` on the first day, and up to three times as many later. Undefined:
 * they may have it. Most members never reach the number of a new one, and cost no query.
 */
async function countDay(
  { services, viewer, now, db }: LimitContext,
  { set, what, daily }: { set: string; what: readonly string[]; daily: number },
): Promise<Reached | undefined> {
  const count = (max: number) => services.limits.countDistinct(set, what, max, now);
  if ((await count(daily)) === 0) return undefined;
  const allowed = profilesOfADay(daily, await findJoined(db, viewer.memberId), now);
  const retryAfter = await count(allowed);
  return retryAfter === 0 ? undefined : { retryAfter, params: { count: allowed } };
}

function recordLimit({ services, ip }: Pick<Context, "services" | "ip">, accountId: string | null): void {
  services.securityEvents.record({ kind: "profiles_limit", outcome: "blocked", accountId, address: ip });
}

/** No account may copy a whole site in a night. Throws `profiles_limit`, with the seconds until midnight. */
export async function limitProfiles(ctx: LimitContext, profileId: string): Promise<void> {
  const { memberId } = ctx.viewer;
  if (memberId === profileId) return;
  const daily = ctx.site.settings.profiles_daily;
  const reached = await countDay(ctx, { set: memberId, what: [profileId], daily });
  if (!reached) return;
  recordLimit(ctx, memberId);
  throw fail("profiles_limit", reached);
}

/**
 * The same for single cards, which have the beginning of "about me". They are counted apart, because toasts show them;
 * those of chat partners, and of members who like the caller, always come.
 */
export async function limitIntroductions(ctx: LimitContext, profileId: string): Promise<void> {
  const { memberId } = ctx.viewer;
  if (memberId === profileId) return;
  const daily = ctx.site.settings.profiles_daily;
  const reached = await countDay(ctx, { set: `introductions:${memberId}`, what: [profileId], daily });
  if (!reached || (await isAcquainted(ctx.db, memberId, profileId))) return;
  recordLimit(ctx, memberId);
  throw fail("profiles_limit", reached);
}

/** A member may see so many times as many cards as open profiles: 2,000 a day by default, later 6,000. */
const cardsForAProfile = 10;
/** The guests of an address may see so many times as many cards as a new member: many may share an address. */
const addressFactor = 10;

/**
 * No one may copy a site by its search. Throws `cards_limit`, with the seconds until midnight. Members have a limit of
 * their own and not that of their address, which thousands may share.
 */
export async function limitCards(
  ctx: Omit<LimitContext, "viewer"> & { viewer: LimitContext["viewer"] | null },
  ids: readonly string[],
): Promise<void> {
  const { services, site, viewer, now, ip } = ctx;
  const daily = site.settings.profiles_daily * cardsForAProfile;
  const countGuests = async (max: number): Promise<Reached | undefined> => {
    const retryAfter = await services.limits.countDistinct(`cards:${site.id}:${limitedAddress(ip)}`, ids, max, now);
    return retryAfter === 0 ? undefined : { retryAfter, params: { count: max } };
  };
  const reached = viewer
    ? await countDay({ ...ctx, viewer }, { set: `cards:${viewer.memberId}`, what: ids, daily })
    : await countGuests(daily * addressFactor);
  if (!reached) return;
  recordLimit(ctx, viewer?.memberId ?? null);
  throw fail("cards_limit", reached);
}
