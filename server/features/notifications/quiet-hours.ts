import { minuteMs } from "#contract/durations.ts";

/** No push between these hours, in the local time of the device. */
const quiet = { from: 22, until: 8 };

/** The day and the minutes since midnight of a moment, in the local time of a time zone. */
export function localTimeIn(timeZone: string, moment: Date) {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

const isQuiet = (minutes: number) => minutes >= quiet.from * 60 || minutes < quiet.until * 60;

/** The next full local hour after `moment` that `isAllowed` accepts; handles clock changes in between. */
function nextHour(timeZone: string, moment: Date, isAllowed: (minutes: number) => boolean): Date {
  const { minutes } = localTimeIn(timeZone, moment);
  let next = new Date(Math.floor(moment.getTime() / minuteMs) * minuteMs + (60 - (minutes % 60)) * minuteMs);
  // a day has 25 hours at most
  for (let hours = 0; hours < 26 && !isAllowed(localTimeIn(timeZone, next).minutes); hours += 1) {
    const past = localTimeIn(timeZone, next).minutes % 60;
    next = new Date(next.getTime() + (60 - past) * minuteMs);
  }
  return next;
}

/** The earliest time from `moment` on at which a push may arrive in a time zone. */
export function nextLoudTime(timeZone: string, moment: Date): Date {
  if (!isQuiet(localTimeIn(timeZone, moment).minutes)) return moment;
  return nextHour(timeZone, moment, (minutes) => !isQuiet(minutes));
}

/** The next start of the quiet hours: a push that has not arrived by then must not arrive at night. */
export function nextQuietTime(timeZone: string, moment: Date): Date {
  if (isQuiet(localTimeIn(timeZone, moment).minutes)) return moment;
  return nextHour(timeZone, moment, isQuiet);
}

export function isSameDay(timeZone: string, one: Date, other: Date): boolean {
  return localTimeIn(timeZone, one).day === localTimeIn(timeZone, other).day;
}
