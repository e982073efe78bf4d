import { dayOf } from "#contract/days.ts";
import { hourMs } from "#contract/durations.ts";

/** A birthday counts once it has begun everywhere on earth, at UTC-12 (D3.1). 29 February is 1 March in other years. */
export function ageAt(dateOfBirth: string, now: Date): number {
  const today = dayAt(now);
  const age = today.year - Number(dateOfBirth.slice(0, 4));
  return today.dayOfYear >= dateOfBirth.slice(5) ? age : age - 1;
}

let lastDay = { time: Number.NaN, year: 0, dayOfYear: "" };

/** The day at UTC-12. A search asks for the ages of hundreds of members at one moment. */
function dayAt(now: Date) {
  const time = now.getTime();
  if (lastDay.time !== time) {
    const day = dayOf(new Date(time - 12 * hourMs));
    lastDay = { time, year: Number(day.slice(0, 4)), dayOfYear: day.slice(5) };
  }
  return lastDay;
}

/** The latest date of birth (`YYYY-MM-DD`) with which a person is that many years old. */
export function yearsBefore(now: Date, years: number): string {
  // the day at UTC-12, like `ageAt`
  const date = new Date(now.getTime() - 12 * hourMs);
  const day = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  // 29 February became 1 March in a year without it: go back to 28 February, the latest date of birth
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return dayOf(date);
}
