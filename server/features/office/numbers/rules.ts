import { addDays, dayOf, daysBetween } from "#contract/days.ts";
import type { NumberStep } from "#contract/numbers.ts";

/** The first day of the day, week or month that a day is in; weeks begin on Monday (UTC). */
export function startOf(day: string, by: NumberStep): string {
  if (by === "month") return `${day.slice(0, 7)}-01`;
  return by === "week" ? addDays(day, -((new Date(day).getUTCDay() + 6) % 7)) : day;
}

/** The days of the longest step: so many days after the beginning of a step lies in the next one. */
const longest: Record<NumberStep, number> = { day: 1, week: 7, month: 31 };

/** The first days of the steps from one day to another, both included; the first step is a whole one. */
export function stepsBetween(first: string, last: string, by: NumberStep): string[] {
  const steps: string[] = [];
  for (let step = startOf(first, by); step <= last; step = startOf(addDays(step, longest[by]), by)) steps.push(step);
  return steps;
}

/** The Mondays of the weeks that retention shows: the twelve weeks of signup before the present one. */
export function signupWeeks(now: Date): string[] {
  const thisWeek = startOf(dayOf(now), "week");
  return stepsBetween(addDays(thisWeek, -12 * 7), addDays(thisWeek, -1), "week");
}

/** Members of a week of signup, by how many whole weeks lie between signup and last visit. */
export type KeptRow = { week: string; weeks: number; members: number };

/** Kept after n weeks: the last visit is n whole weeks after the signup or later, for n that all have passed. */
export function retentionOf(rows: readonly KeptRow[], now: Date) {
  return signupWeeks(now).map((week) => {
    const cohort = rows.filter((row) => row.week === week);
    const sum = (from: number) =>
      cohort.filter(({ weeks }) => weeks >= from).reduce((total, { members }) => total + members, 0);
    const passed = Math.floor(daysBetween(week, dayOf(now)) / 7) - 1;
    return { week, members: sum(0), kept: Array.from({ length: passed }, (_, index) => sum(index + 1)) };
  });
}
