import { swipeLikesPerDay } from "#contract/constants.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { SwipeLikes } from "#contract/swipe.ts";

/** How many of a day's likes are spent. `renewed_at` is when that day ends; null if the member never spent a like. */
export type Spent = { spent: number; renewed_at: Date | null };

/** The upper limit of a day's length, with any clock change. */
const longestDayMs = 26 * hourMs;
/** Whatever time zones the browser sends: pretending to travel gives no likes. The shortest day, with clock changes. */
const shortestDayMs = 22 * hourMs;

const formats = new Map<string, Intl.DateTimeFormat>();

function calendarDayIn(timeZone: string, moment: number): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    if (formats.size > 1000) formats.clear();
    formats.set(timeZone, format);
  }
  return format.format(moment);
}

/**
 * The first midnight after a moment in a time zone, to the minute. If a clock change skips midnight, the day begins at
 * one o'clock. If a clock change repeats midnight, the day begins at the first of the two.
 */
export function nextMidnight(timeZone: string, moment: Date): Date {
  const start = Math.floor(moment.getTime() / minuteMs);
  const today = calendarDayIn(timeZone, moment.getTime());
  let [before, after] = [start, start + longestDayMs / minuteMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (calendarDayIn(timeZone, middle * minuteMs) === today) before = middle;
    else after = middle;
  }
  return new Date(after * minuteMs);
}

/** The likes left at a moment. A new day ends at the next midnight in the time zone of the member's browser. */
export function likesAt({ spent, renewed_at: last }: Spent, now: Date, timeZone: string): SwipeLikes {
  const toLikes = (used: number, end: Date) => {
    const left = swipeLikesPerDay - used;
    return { left, per_day: swipeLikesPerDay, renewed_at: end.toISOString(), now: now.toISOString() };
  };
  if (last !== null && now < last) return toLikes(spent, last);
  // start just before the earliest end, so that a midnight at exactly that moment counts
  const earliest = last === null ? 0 : last.getTime() + shortestDayMs - 1;
  return toLikes(0, nextMidnight(timeZone, new Date(Math.max(now.getTime(), earliest))));
}
