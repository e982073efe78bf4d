import { dayMs } from "#contract/durations.ts";
import type { WeeklyKind } from "#contract/notifications.ts";
import { timeZoneOr } from "#contract/time-zone.ts";
import { localTimeIn } from "./quiet-hours.ts";

/** The local day of the week (0 is Sunday) on which each kind is sent, so that no day brings two of them. */
const weekdays: Record<WeeklyKind, number> = { digest: 0, suggestions: 4 };
/**
 * The local hours in which they are sent. A member who is online gets theirs later, or none if online all that time.
 */
const hours = { from: 17, until: 21 };

/** The minimum time between two mails: less than a week, because the hour differs from week to week. */
export const minIntervalMs = 6 * dayMs;
/** Members who were inactive for this long get no weekly mails. */
export const inactiveMs = 180 * dayMs;

export function isWeeklyTime(kind: WeeklyKind, timeZone: string, now: Date): boolean {
  const local = localTimeIn(timeZone, now);
  const hour = local.minutes / 60;
  return new Date(local.day).getUTCDay() === weekdays[kind] && hour >= hours.from && hour < hours.until;
}

/** The time zone of a member's newest device with pushes, or else the first time zone of their country. */
export function weeklyTimeZone(device: string | null, country: string): string {
  const locale: Intl.Locale & { getTimeZones?(): string[] } = new Intl.Locale(`und-${country}`);
  const [first = "UTC"] = locale.getTimeZones?.() ?? [];
  return timeZoneOr(device ?? undefined, first);
}
