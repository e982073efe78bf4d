import type { signUp } from "#contract/account.ts";
import type { InputOf } from "#contract/call.ts";
import { joinDate } from "./date-parts.ts";

/** The names of the form's fields; `city` is what was typed, `city_id` the town that was chosen. */
export const signupFields = [
  "gender",
  "seeks",
  "name",
  "day",
  "month",
  "year",
  "email",
  "password",
  "country",
  "city",
  "city_id",
] as const;
export type SignupField = (typeof signupFields)[number];
export type SignupValues = Record<SignupField, string>;

/** The fields of each step, by the names that the API gives them in its answers. */
export const signupSteps = [
  ["gender", "seeks"],
  ["name", "date_of_birth"],
  ["email", "password"],
  ["city_id"],
] as const;
export const lastStep = signupSteps.length;

/** A form's texts by field; what is missing is empty. */
export function readValues(form: FormData): SignupValues {
  const text = (name: SignupField) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return Object.fromEntries(signupFields.map((name) => [name, text(name)])) as SignupValues;
}

type Body = InputOf<typeof signUp>["body"];

/** What the API gets. It is the judge of all of it: what is missing or no option goes out as it is. */
export function bodyOf(values: SignupValues): Body {
  return {
    name: values.name,
    email: values.email,
    password: values.password,
    date_of_birth: joinDate(values),
    gender: values.gender as Body["gender"],
    seeks: values.seeks as Body["seeks"],
    city_id: Number(values.city_id),
  };
}

/** The first step, from 1, that has one of these fields; undefined where none has. */
export function stepOfFields(fields: Readonly<Record<string, string>>): number | undefined {
  const index = signupSteps.findIndex((names) => names.some((name) => name in fields));
  return index < 0 ? undefined : index + 1;
}

/** The step that an address asks for, from 1. */
export function stepOfSearch(search: URLSearchParams): number {
  const asked = Number(search.get("step") ?? 1);
  return Number.isInteger(asked) && asked >= 1 && asked <= lastStep ? asked : 1;
}
