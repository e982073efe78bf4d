import { dayOf } from "#contract/days.ts";
import { hourMs } from "#contract/durations.ts";

/**
 * Whole years since a date of birth (`YYYY-MM-DD`): a birthday counts once it has begun everywhere on earth, at UTC-12
 * (D3.1). A birthday on 29 February is on 1 March in other years.
 */
export function ageAt(dateOfBirth: string, now: Date): number {
  const local = new Date(now.getTime() - 12 * hourMs);
  const [year = 0, month = 0, dayOfMonth = 0] = dateOfBirth.split("-").map(Number);
  const age = local.getUTCFullYear() - year;
  const hadBirthday =
    local.getUTCMonth() + 1 > month || (local.getUTCMonth() + 1 === month && local.getUTCDate() >= dayOfMonth);
  return hadBirthday ? age : age - 1;
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
