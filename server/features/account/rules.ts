import { dayMs } from "#contract/durations.ts";
import type { FieldCode } from "#contract/errors.ts";
import { ageAt } from "#server/ages.ts";

/** Rejects dates in the future, over 120 years ago, or below the site's minimum age (R5.01). */
export function validateDateOfBirth(dateOfBirth: string, minAge: number, now: Date): FieldCode | undefined {
  const age = ageAt(dateOfBirth, now);
  if (new Date(dateOfBirth).getTime() > now.getTime() + dayMs || age > 120) return "date_of_birth_invalid";
  return age < minAge ? "too_young" : undefined;
}

/** Checks a name against the address, and for `@` and `+` (R5.02, D3.2). */
export function validateName(name: string, email: string): FieldCode | undefined {
  if (name.toLowerCase() === email.toLowerCase()) return "name_is_email";
  return /[@+]/.test(name) ? "name_characters" : undefined;
}
