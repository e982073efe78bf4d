import { isDate, joinDate, yearsSince } from "./date-parts.ts";
import { type SignupValues, signupSteps } from "./signup-values.ts";

/** What can be said of a field without asking the server; each is a text under `check` in the account's catalog. */
export type SignupCheck =
  | "gender"
  | "seeks"
  | "name"
  | "name_length"
  | "name_starts_with_at"
  | "name_is_email"
  | "date_of_birth"
  | "date_of_birth_invalid"
  | "too_young"
  | "email"
  | "email_invalid"
  | "password"
  | "password_length"
  | "town";

type Rules = { minAge: number; now: Date };
type Found = Record<string, SignupCheck | undefined>;

const looksLikeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function checkName(typed: string): SignupCheck | undefined {
  const name = typed.trim();
  if (name === "") return "name";
  if (name.startsWith("@")) return "name_starts_with_at";
  const length = [...name].length;
  return (length < 3 || length > 30) && !name.includes("@") ? "name_length" : undefined;
}

function checkBirth(values: SignupValues, { minAge, now }: Rules): SignupCheck | undefined {
  const date = joinDate(values);
  if (date === "") return "date_of_birth";
  if (!isDate(date)) return "date_of_birth_invalid";
  const age = yearsSince(date, now);
  if (age < 0 || age > 120) return "date_of_birth_invalid";
  return age < minAge ? "too_young" : undefined;
}

function checkEmail(typed: string): SignupCheck | undefined {
  const email = typed.trim();
  if (email === "") return "email";
  return looksLikeAddress.test(email) ? undefined : "email_invalid";
}

function checkPassword(password: string): SignupCheck | undefined {
  if (password === "") return "password";
  return password.length < 8 || password.length > 128 ? "password_length" : undefined;
}

/** The refusal of the two together stands beside the name, wherever it is found (R5.02). */
function checkBoth({ name, email }: SignupValues): SignupCheck | undefined {
  return email.trim() !== "" && name.trim().toLowerCase() === email.trim().toLowerCase() ? "name_is_email" : undefined;
}

/**
 * What is wrong with the steps up to this one, by field, so that nobody hears at the end what could be said at once.
 * The server checks everything again, and more (R5.01, R5.02).
 */
export function checkSteps(values: SignupValues, upTo: number, rules: Rules): Record<string, SignupCheck> {
  const found: Found = {
    gender: values.gender === "" ? "gender" : undefined,
    seeks: values.seeks === "" ? "seeks" : undefined,
    name: checkName(values.name) ?? checkBoth(values),
    date_of_birth: checkBirth(values, rules),
    email: checkEmail(values.email),
    password: checkPassword(values.password),
    city_id: values.city_id === "" ? "town" : undefined,
  };
  const asked = signupSteps.slice(0, upTo).flat();
  return Object.fromEntries(asked.flatMap((field) => (found[field] ? [[field, found[field]] as const] : [])));
}
