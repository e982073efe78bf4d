import type { NoticeKind, NotificationChannel } from "#contract/notifications.ts";
import { whenLoud } from "./quiet-hours.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Who was here within this time is told by the page itself: for pushes, and for mails, where "online" is the word (D9.1). */
const away = { push: 2 * minute, email: 5 * minute };

/**
 * Who answers at once gets no mail. A kind's mails are at least so far `apart`, and so are the pushes of a chat that has
 * not been looked at since.
 */
const pace = { grace: 2 * minute, apart: hour };

/** Visits are gathered, and told together once a day by each way. */
const visitsPace = { grace: 2 * hour, apart: 24 * hour };

/** D9.1, ux: more than these would be a nuisance. */
export const pushesADay = 5;

/** What nobody could be told of within this time is old. */
export const worthMs = 24 * hour;

/** When the last one of a kind was sent by a way, of what is known of the last day; null: none was. */
export function lastSent(
  sent: readonly { kind: NoticeKind; channel: NotificationChannel; at: Date }[],
  kind: NoticeKind,
  channel: NotificationChannel,
): Date | null {
  const times = sent.filter((each) => each.kind === kind && each.channel === channel).map(({ at }) => at.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

const latest = (...moments: (Date | null)[]): Date =>
  new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? Number.NEGATIVE_INFINITY)));
const after = (moment: Date | null, ms: number) => moment && new Date(moment.getTime() + ms);

/** The earliest moment for a mail: never while the member is online, after a grace, an hour after the kind's last one (D9.1). */
export function whenToMail(of: {
  kind: NoticeKind;
  happenedAt: Date;
  lastActiveAt: Date;
  lastMailAt: Date | null;
}): Date {
  const { grace, apart } = of.kind === "visitor" ? visitsPace : pace;
  return latest(after(of.happenedAt, grace), after(of.lastActiveAt, away.email), after(of.lastMailAt, apart));
}

/**
 * The earliest moment for a push to a device: not while the member is here, not at night where the device is, and not
 * again for a chat that rests unread since the last one, for an hour. Visits are gathered: `lastPushAt` is that of their kind.
 */
export function whenToPush(of: {
  kind: NoticeKind;
  happenedAt: Date;
  lastActiveAt: Date;
  pushedAt: Date | null;
  lastPushAt: Date | null;
  timeZone: string;
}): Date {
  if (of.kind === "visitor") {
    const gathered = latest(after(of.happenedAt, visitsPace.grace), after(of.lastPushAt, visitsPace.apart));
    return whenLoud(of.timeZone, latest(gathered, after(of.lastActiveAt, away.push)));
  }
  const rested = of.pushedAt !== null && of.pushedAt >= of.lastActiveAt ? after(of.pushedAt, pace.apart) : null;
  return whenLoud(of.timeZone, latest(of.happenedAt, after(of.lastActiveAt, away.push), rested));
}
