import type { FieldCode } from "#contract/errors.ts";
import type { Settings } from "#contract/sites.ts";
import { ageAt } from "#server/ages.ts";

const day = 86_400_000;

/** Refuses dates of the future, of over 120 years ago, and of people below the site's age (R5.01). */
export function validateDateOfBirth(dateOfBirth: string, minAge: number, now: Date): FieldCode | undefined {
  const age = ageAt(dateOfBirth, now);
  if (new Date(dateOfBirth).getTime() > now.getTime() + day || age > 120) return "date_of_birth_invalid";
  return age < minAge ? "too_young" : undefined;
}

/** The refusals of a name that need the address beside it (R5.02, D3.2). */
export function validateName(name: string, email: string): FieldCode | undefined {
  if (name.toLowerCase() === email.toLowerCase()) return "name_is_email";
  return /[@+]/.test(name) ? "name_characters" : undefined;
}

/** R6.01: whether the site takes new members, be it only those whom a traffic source sent. */
export function maySignUp(signups: Settings["signups"], network = ""): boolean {
  return signups === "all" || (signups === "with_trafficsource" && network !== "");
}
