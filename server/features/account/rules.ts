import { isIP } from "node:net";
import { remove as withoutConfusables } from "confusables";
import validator from "validator";
import type { FieldCode } from "#contract/errors.ts";

/** What two names have in common when people would take one for the other: case, accents and look-alike letters (D3.2). */
export function nameKey(name: string): string {
  const folded = name.normalize("NFKC").toLowerCase();
  return withoutConfusables(folded).toLowerCase().replace(/\s+/g, " ").replaceAll("0", "o").replace(/[1l|]/g, "i");
}

/** Whether an address can be written to; the domain may be in any script (IDN). */
export function isEmailAddress(address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return isIP(domain) === 0 && validator.isEmail(address, { allow_utf8_local_part: true });
}

const day = 86_400_000;

/**
 * Whole years since a date of birth (`YYYY-MM-DD`): a birthday counts once it has begun everywhere on earth, at UTC-12
 * (D3.1). Somebody born on 29 February has it on 1 March in other years.
 */
export function ageAt(dateOfBirth: string, now: Date): number {
  const local = new Date(now.getTime() - 12 * 3_600_000);
  const [year = 0, month = 0, dayOfMonth = 0] = dateOfBirth.split("-").map(Number);
  const age = local.getUTCFullYear() - year;
  const hadBirthday =
    local.getUTCMonth() + 1 > month || (local.getUTCMonth() + 1 === month && local.getUTCDate() >= dayOfMonth);
  return hadBirthday ? age : age - 1;
}

/** Refuses dates of the future, of over 120 years ago, and of people below the site's age (R5.01). */
export function refuseDateOfBirth(dateOfBirth: string, minAge: number, now: Date): FieldCode | undefined {
  const age = ageAt(dateOfBirth, now);
  if (new Date(dateOfBirth).getTime() > now.getTime() + day || age > 120) return "date_of_birth_invalid";
  return age < minAge ? "too_young" : undefined;
}

/** The refusals of a name that need the address beside it (R5.02, D3.2). */
export function refuseName(name: string, email: string): FieldCode | undefined {
  if (name.toLowerCase() === email.toLowerCase()) return "name_is_email";
  return /[@+]/.test(name) ? "name_characters" : undefined;
}

/** D3.3: neither the name nor the address, nor one of the most common. */
export function refusePassword(
  password: string,
  name: string,
  email: string,
  isCommon: (password: string) => boolean,
): FieldCode | undefined {
  const lower = password.toLowerCase();
  if (lower === name.toLowerCase() || lower === email.toLowerCase()) return "password_is_name_or_email";
  return isCommon(password) ? "password_common" : undefined;
}

/** Gender and whom somebody looks for give the sexuality (section 3). */
export function sexualityOf(gender: "male" | "female", seeks: "male" | "female" | "both") {
  if (seeks === "both") return "bi";
  if (seeks !== gender) return "hetero";
  return gender === "male" ? "gay" : "lesbian";
}
