import { fitsPassword, isInvisible, isTooLong } from "#contract/measure-text.ts";
import { isDate, joinDate, yearsSince } from "./date-parts.ts";
import { type FormStep, stepFields } from "./steps.ts";
import type { SignupValues } from "./values.ts";

/** Errors that the browser can find without the server; each is a text under `check` in the account's catalog. */
export type SignupCheck =
  | "message"
  | "message_too_long"
  | "gender"
  | "seeks"
  | "name"
  | "name_length"
  | "name_starts_with_at"
  | "name_is_email"
  | "name_is_address"
  | "date_of_birth"
  | "date_of_birth_invalid"
  | "too_young"
  | "email"
  | "email_invalid"
  | "password"
  | "password_length"
  | "password_again"
  | "consent";

type Rules = { minAge: number; messageLength: number; now: Date };
type ErrorsByField = Record<string, SignupCheck | undefined>;

const looksLikeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function checkMessage(typed: string, longest: number): SignupCheck | undefined {
  const text = typed.normalize("NFC").trim();
  if (isInvisible(text)) return "message";
  return isTooLong(text, longest) ? "message_too_long" : undefined;
}

function checkName(typed: string): SignupCheck | undefined {
  const name = typed.trim();
  if (name === "") return "name";
  if (name.startsWith("@")) return "name_starts_with_at";
  // it may be the user's own address, which they have not typed yet
  if (looksLikeAddress.test(name)) return "name_is_address";
  const length = [...name].length;
  return (length < 3 || length > 30) && !name.includes("@") ? "name_length" : undefined;
}

function checkBirth(values: SignupValues, { minAge, now }: Pick<Rules, "minAge" | "now">): SignupCheck | undefined {
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
  return fitsPassword(password) ? undefined : "password_length";
}

/** If name and email are the same, the error is shown at the name, even if the email comes later. */
function checkNameDiffers({ name, email }: SignupValues): SignupCheck | undefined {
  return email.trim() !== "" && name.trim().toLowerCase() === email.trim().toLowerCase() ? "name_is_email" : undefined;
}

/** Shown at each step and not only at the end. The server validates everything again, and more. */
export function checkSteps(
  values: SignupValues,
  steps: readonly FormStep[],
  rules: Rules,
): Record<string, SignupCheck> {
  const errors: ErrorsByField = {
    "message.text": checkMessage(values.message, rules.messageLength),
    gender: values.gender === "" ? "gender" : undefined,
    seeks: values.seeks === "" ? "seeks" : undefined,
    name: checkNameDiffers(values) ?? checkName(values.name),
    date_of_birth: checkBirth(values, rules),
    email: checkEmail(values.email),
    password: checkPassword(values.password),
    sexuality_consent: values.sexuality_consent === "" ? "consent" : undefined,
  };
  const fields = steps.flatMap((step) => stepFields[step]);
  const errorsOfSteps: Record<string, SignupCheck> = {};
  for (const field of fields) {
    if (errors[field]) errorsOfSteps[field] = errors[field];
  }
  return errorsOfSteps;
}
