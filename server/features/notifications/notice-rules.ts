import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import type { NoticeKind, NotificationChannel } from "#contract/notifications.ts";
import { nextLoudTime } from "./quiet-hours.ts";

/** Members active this recently see news in the page: send nothing. For mails it is the time of "online". */
const away = { push: 2 * minuteMs, email: 5 * minuteMs };
export const onlineMs = away.email;

/** A reaction within `grace` prevents the mail. `apart`: between two mails of a kind, or two pushes of a chat. */
const paces = { soon: { grace: 2 * minuteMs, apart: hourMs }, daily: { grace: 2 * hourMs, apart: dayMs } };

/** More pushes a day would be a nuisance. */
export const maxPushesPerDay = 5;

export const maxNewsAgeMs = dayMs;

/** When the last notice of a kind was sent on a channel, among those of the last day; null if none was. */
export function lastSent(
  sent: readonly { kind: NoticeKind; channel: NotificationChannel; at: Date }[],
  kind: NoticeKind,
  channel: NotificationChannel,
): Date | null {
  const times = sent
    .filter((notice) => notice.kind === kind && notice.channel === channel)
    .map(({ at }) => at.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

const latest = (...moments: (Date | null)[]): Date =>
  new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? Number.NEGATIVE_INFINITY)));
const addMs = (moment: Date | null, ms: number) => moment && new Date(moment.getTime() + ms);

/** The earliest time for a mail: after the grace period, not while online, an hour after the kind's last one (D9.1). */
export function whenToMail(notice: {
  pace: keyof typeof paces;
  happenedAt: Date;
  lastActiveAt: Date;
  lastMailAt: Date | null;
}): Date {
  const { grace, apart } = paces[notice.pace];
  return latest(
    addMs(notice.happenedAt, grace),
    addMs(notice.lastActiveAt, away.email),
    addMs(notice.lastMailAt, apart),
  );
}

/**
 * No push while the member is active, nor at night in the device's time zone; an hour after a chat's last push if they
 * were not active since. Collected news waits for `lastPushAt`, the last push of its kind.
 */
export function whenToPush(notice: {
  pace: keyof typeof paces;
  happenedAt: Date;
  lastActiveAt: Date;
  pushedAt: Date | null;
  lastPushAt: Date | null;
  timeZone: string;
}): Date {
  const { pace, happenedAt, lastActiveAt, pushedAt, lastPushAt, timeZone } = notice;
  const onceAway = addMs(lastActiveAt, away.push);
  if (pace === "daily") {
    const onceCollected = latest(addMs(happenedAt, paces.daily.grace), addMs(lastPushAt, paces.daily.apart));
    return nextLoudTime(timeZone, latest(onceCollected, onceAway));
  }
  const hasIgnoredPush = pushedAt !== null && pushedAt >= lastActiveAt;
  return nextLoudTime(
    timeZone,
    latest(happenedAt, onceAway, hasIgnoredPush ? addMs(pushedAt, paces.soon.apart) : null),
  );
}
