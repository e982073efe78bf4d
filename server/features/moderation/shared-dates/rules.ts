import { addDays } from "#contract/days.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import type { FieldCode } from "#contract/errors.ts";
import { fineWithinHours, type SharedDate, sharedDateDaysAhead, sharedDateHours } from "#contract/shared-dates.ts";
import { localTimeIn } from "#server/features/notifications/index.ts";

/** A day and a time of the clock, such as `2026-11-28` and `19:30`. */
type LocalMoment = { day: string; time: string };

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** A moment by the clock and the calendar of a time zone. */
export function toLocal(timeZone: string, moment: Date): LocalMoment {
  const { day, minutes } = localTimeIn(timeZone, moment);
  return { day, time: `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}` };
}

/**
 * The moment at which clocks in a time zone show this. A time that a clock change skips is as much later as the clocks
 * are set forward; of one that comes twice it is either.
 */
export function fromLocal(timeZone: string, { day, time }: LocalMoment): Date {
  const read = ({ day, time }: LocalMoment) => Date.parse(`${day}T${time}:00Z`);
  const typed = read({ day, time });
  const offsetAt = (moment: number) => read(toLocal(timeZone, new Date(moment))) - moment;
  // the offset at the result, which near a clock change is not that at the first guess
  return new Date(typed - offsetAt(typed - offsetAt(typed)));
}

export type DateTimes = { starts: Date; remind: Date; ends: Date };
type TypedTimes = { day: string; time: string; fine_by: string; time_zone: string };

/** The moments of a date: "I'm fine" is due at the first such time after its beginning, so at its end at the latest. */
export function timesOf({ day, time, fine_by: fineBy, time_zone: timeZone }: TypedTimes): DateTimes {
  const starts = fromLocal(timeZone, { day, time });
  const ends = new Date(starts.getTime() + sharedDateHours * hourMs);
  const sameDay = fromLocal(timeZone, { day, time: fineBy });
  const remind = sameDay > starts ? sameDay : fromLocal(timeZone, { day: addDays(day, 1), time: fineBy });
  return { starts, remind: remind < ends ? remind : ends, ends };
}

/** What is wrong with these times, by field; undefined: nothing. A reminder may stay as it was. */
export function timesProblem(
  { starts, remind, ends }: DateTimes,
  now: Date,
  before: Date | undefined,
): Record<string, FieldCode> | undefined {
  if (ends <= now) return { day: "time_over" };
  if (starts.getTime() > now.getTime() + sharedDateDaysAhead * dayMs) return { day: "day_too_late" };
  if (remind.getTime() === before?.getTime()) return undefined;
  if (remind <= now) return { fine_by: "time_over" };
  if (remind.getTime() > starts.getTime() + fineWithinHours * hourMs) return { fine_by: "fine_by_too_late" };
  return undefined;
}

type Reminder = { remind_at: Date; ends_at: Date; fine_at: Date | null };

export function stateOf(
  { starts_at, remind_at, fine_at }: Omit<Reminder, "ends_at"> & { starts_at: Date },
  now: Date,
): SharedDate["state"] {
  if (fine_at !== null) return "fine";
  if (starts_at > now) return "planned";
  return remind_at <= now ? "overdue" : "early";
}

/** An hour after the reminder, or after now if it is over; null: the date has ended by then. */
export function laterAt({ remind_at, ends_at }: Reminder, now: Date): Date | null {
  const from = Math.max(remind_at.getTime(), Math.ceil(now.getTime() / minuteMs) * minuteMs);
  return from + hourMs <= ends_at.getTime() ? new Date(from + hourMs) : null;
}
