import type { z } from "zod";
import {
  fineWithinHours,
  type postponeReminder as postponeCall,
  type saveSharedDate as saveCall,
  sharedDateDaysAhead,
  sharedDatesLimit,
} from "#contract/shared-dates.ts";
import { timeZoneOr } from "#contract/time-zone.ts";
import { lockAccount } from "#server/db/locks.ts";
import { deleteUpdatesTo } from "#server/features/updates/index.ts";
import { requireVisible } from "#server/features/visibility/index.ts";
import { defineLimit, fail, failFields } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { timesOf, timesProblem } from "./rules.ts";
import {
  countOtherDates,
  type DateWith,
  deleteSharedDate,
  findSharedDate,
  findSharedDateWith,
  replaceLink,
  setFine,
  setReminder,
  upsertSharedDate,
} from "./shared-dates-store.ts";

type Context = Mutating<MemberContext>;

/** Where the reminder of a date leads, and its entry among the updates. */
export const pathOfDate = (id: string) => `/dates#${id}`;

/** The name of a member that the caller may see. There is no date with a fictional profile. */
async function nameOf({ db, site, viewer }: Context, otherId: string): Promise<string> {
  const { name, fictional } = await requireVisible(db, site.id, viewer.memberId, otherId);
  if (fictional) throw fail("profile_not_found");
  return name;
}

const roomForDate = defineLimit({
  max: sharedDatesLimit,
  lock: async (db, { ownerId }: DateWith) => ({ db: await lockAccount(db, ownerId) }),
  count: async (account, date) => (await countOtherDates(account, date)) + 1,
});

/**
 * Shares a date with a friend, or changes it. It outlives a block, a ban and the deletion of the other account, because
 * the other may be the one to fear. They never learn of it.
 */
export async function saveSharedDate(ctx: Context, body: z.output<typeof saveCall.body>): Promise<void> {
  const { db, site, viewer, now } = ctx;
  const { member: otherId, place, note, friend } = body;
  const ownerId = viewer.memberId;
  if (otherId === ownerId) throw fail("own_profile");
  const timeZone = timeZoneOr(body.time_zone, "");
  if (timeZone === "") throw failFields({ time_zone: "invalid" });
  const { db: account } = await roomForDate(db, { ownerId, otherId, now });
  const before = await findSharedDateWith(account, ownerId, otherId, now);
  const otherName = before?.other_name ?? (await nameOf(ctx, otherId));
  const times = timesOf({ ...body, time_zone: timeZone });
  const problem = timesProblem(times, now, before?.remind_at);
  if (problem) throw failFields(problem, { days: sharedDateDaysAhead, hours: fineWithinHours });
  const date = { siteId: site.id, ownerId, otherId, otherName, timeZone, ...times, place, note, friend, now };
  await upsertSharedDate(account, date);
  if (before && before.remind_at.getTime() !== times.remind.getTime())
    await deleteUpdatesTo(db, ownerId, pathOfDate(before.id));
}

async function requireOwn({ db, viewer, now }: Context, id: string) {
  const account = await lockAccount(db, viewer.memberId);
  const date = await findSharedDate(account, viewer.memberId, id, now);
  if (!date) throw fail("shared_date_not_found");
  return { account, date, own: { ownerId: viewer.memberId, id, now } };
}

/** A date that has not begun is refused. The reminder has done its work, so its entry among the updates goes. */
export async function confirmFine(ctx: Context, id: string): Promise<void> {
  const { account, date, own } = await requireOwn(ctx, id);
  if (date.starts_at > ctx.now) throw fail("shared_date_ahead");
  await setFine(account, own);
  await deleteUpdatesTo(account, own.ownerId, pathOfDate(id));
}

export async function postponeReminder(ctx: Context, { id, at }: z.output<typeof postponeCall.body>): Promise<void> {
  const { account, date, own } = await requireOwn(ctx, id);
  const time = new Date(at);
  if (time.getTime() === date.remind_at.getTime()) return;
  if (time <= ctx.now) throw failFields({ at: "time_over" });
  if (time > date.ends_at || time <= date.starts_at) throw failFields({ at: "invalid" });
  await setReminder(account, own, time);
  await deleteUpdatesTo(account, own.ownerId, pathOfDate(id));
}

export async function renewDateLink(ctx: Context, id: string): Promise<void> {
  const { account, own } = await requireOwn(ctx, id);
  await replaceLink(account, own);
}

/** Erases the date at once; one that is gone is no failure. */
export async function endSharedDate({ db, viewer }: Context, id: string): Promise<void> {
  const account = await lockAccount(db, viewer.memberId);
  await deleteSharedDate(account, viewer.memberId, id);
  await deleteUpdatesTo(account, viewer.memberId, pathOfDate(id));
}
