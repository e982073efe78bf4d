import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { NumberStep } from "#contract/numbers.ts";

const weekMs = 7 * dayMs;

/** The first day of the day, week or month that a day is in; weeks begin on Monday (UTC). */
export function startOf(day: string, by: NumberStep): string {
  if (by === "month") return `${day.slice(0, 7)}-01`;
  const date = new Date(day);
  const back = by === "week" ? (date.getUTCDay() + 6) % 7 : 0;
  return dayOf(new Date(date.getTime() - back * dayMs));
}

/** The first days of the steps of a period of so many days that ends today; the first step is a whole one. */
export function stepsOf(now: Date, days: number, by: NumberStep): string[] {
  const last = startOf(dayOf(now), by);
  const steps: string[] = [];
  let step = startOf(dayOf(new Date(now.getTime() - (days - 1) * dayMs)), by);
  while (step <= last) {
    steps.push(step);
    const next = new Date(step);
    if (by === "month") next.setUTCMonth(next.getUTCMonth() + 1);
    else next.setUTCDate(next.getUTCDate() + (by === "week" ? 7 : 1));
    step = dayOf(next);
  }
  return steps;
}

/** Weeks of signup that retention shows, before the present week. */
const retentionWeeks = 12;

/** The Mondays of the weeks that retention shows. */
export function signupWeeks(now: Date): string[] {
  const thisWeek = Date.parse(startOf(dayOf(now), "week"));
  return Array.from({ length: retentionWeeks }, (_, index) =>
    dayOf(new Date(thisWeek - (retentionWeeks - index) * weekMs)),
  );
}

/** Members of a week of signup, by how many whole weeks lie between signup and last visit. */
export type KeptRow = { week: string; weeks: number; members: number };

/** Kept after n weeks: the last visit is n whole weeks after the signup or later, for n that all have passed. */
export function retentionOf(rows: readonly KeptRow[], now: Date) {
  return signupWeeks(now).map((week) => {
    const cohort = rows.filter((row) => row.week === week);
    const sum = (from: number) =>
      cohort.filter(({ weeks }) => weeks >= from).reduce((total, { members }) => total + members, 0);
    const passed = Math.floor((now.getTime() - Date.parse(week) - weekMs) / weekMs);
    return { week, members: sum(0), kept: Array.from({ length: passed }, (_, index) => sum(index + 1)) };
  });
}
