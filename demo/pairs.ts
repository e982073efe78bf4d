import { dayMs } from "#contract/durations.ts";
import type { Person } from "./people.ts";

const ageGap = 14 * 365.25 * dayMs;

const seeksGenderOf = (one: Person, other: Person) =>
  one.sexuality === "bi" || (one.sexuality === "hetero") === (one.gender !== other.gender);

/** Whether two people could be interested in each other, both ways (D4.1), and are of a similar age. */
export function fits(one: Person, other: Person): boolean {
  const apart = Math.abs(Date.parse(one.dateOfBirth) - Date.parse(other.dateOfBirth));
  return one.id !== other.id && seeksGenderOf(one, other) && seeksGenderOf(other, one) && apart < ageGap;
}

export const findLaterSignup = (one: Person, other: Person) =>
  Math.max(one.createdAt.getTime(), other.createdAt.getTime());
