import { remove as withoutConfusables } from "confusables";
import type { FieldCode } from "#contract/errors.ts";
import type { Settings } from "#contract/sites.ts";

/** A key that is equal for names that people would confuse: it folds case, accents and look-alike letters (D3.2). */
export function nameKey(name: string): string {
  const folded = name.normalize("NFKC").toLowerCase();
  return withoutConfusables(folded).toLowerCase().replace(/\s+/g, " ").replaceAll("0", "o").replace(/[1l|]/g, "i");
}

/**
 * The name key that folds capitals by their own look, before lower-casing: the Greek `Μ` looks like `M`, but its small
 * letter like `u`. For comparing names only, never for a login, which ignores case.
 */
export const nameKeyOfCapitals = (name: string) => nameKey(withoutConfusables(name.normalize("NFKC")));

const day = 86_400_000;

/**
 * Whole years since a date of birth (`YYYY-MM-DD`): a birthday counts once it has begun everywhere on earth, at UTC-12
 * (D3.1). A birthday on 29 February is on 1 March in other years.
 */
export function ageAt(dateOfBirth: string, now: Date): number {
  const local = new Date(now.getTime() - 12 * 3_600_000);
  const [year = 0, month = 0, dayOfMonth = 0] = dateOfBirth.split("-").map(Number);
  const age = local.getUTCFullYear() - year;
  const hadBirthday =
    local.getUTCMonth() + 1 > month || (local.getUTCMonth() + 1 === month && local.getUTCDate() >= dayOfMonth);
  return hadBirthday ? age : age - 1;
}

/** The latest date of birth (`YYYY-MM-DD`) with which a person is that many years old. */
export function yearsBefore(now: Date, years: number): string {
  // the day at UTC-12, like `ageAt`
  const date = new Date(now.getTime() - 12 * 3_600_000);
  const day = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  // 29 February does not exist in that year: a birthday on 1 March is tomorrow
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.toISOString().slice(0, 10);
}

/** Refuses dates in the future, over 120 years ago, or below the site's minimum age (R5.01). */
export function validateDateOfBirth(dateOfBirth: string, minAge: number, now: Date): FieldCode | undefined {
  const age = ageAt(dateOfBirth, now);
  if (new Date(dateOfBirth).getTime() > now.getTime() + day || age > 120) return "date_of_birth_invalid";
  return age < minAge ? "too_young" : undefined;
}

/** Checks a name against the address, and for `@` and `+` (R5.02, D3.2). */
export function validateName(name: string, email: string): FieldCode | undefined {
  if (name.toLowerCase() === email.toLowerCase()) return "name_is_email";
  return /[@+]/.test(name) ? "name_characters" : undefined;
}

/** D3.3: a password must not be the name, the address, or one of the most common. */
export function validatePassword(
  password: string,
  name: string,
  email: string,
  isCommon: (password: string) => boolean,
): FieldCode | undefined {
  const lower = password.toLowerCase();
  if (lower === name.toLowerCase() || lower === email.toLowerCase()) return "password_is_name_or_email";
  return isCommon(password) ? "password_common" : undefined;
}

/** Derives the sexuality from the own gender and the genders looked for (section 3). */
export function sexualityOf(gender: "male" | "female", seeks: "male" | "female" | "both") {
  if (seeks === "both") return "bi";
  if (seeks !== gender) return "hetero";
  return gender === "male" ? "gay" : "lesbian";
}

/** R6.01: whether the site takes new members, or only those from a traffic source (`network`). */
export function maySignUp(signups: Settings["signups"], network = ""): boolean {
  return signups === "all" || (signups === "with_trafficsource" && network !== "");
}
