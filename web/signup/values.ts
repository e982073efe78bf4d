/**
 * The names of the form's fields. `city` is what was typed where no script could offer towns, `city_id` the town that
 * was meant by it.
 */
export const signupFields = [
  "message",
  "gender",
  "seeks",
  "name",
  "day",
  "month",
  "year",
  "email",
  "password",
  "sexuality_consent",
  "country",
  "city",
  "city_id",
] as const;
export type SignupField = (typeof signupFields)[number];
export type SignupValues = Record<SignupField, string>;

/** A form's texts by field; what is missing, as a box that is not ticked, is empty. */
export function readValues(form: FormData): SignupValues {
  const text = (name: SignupField) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return Object.fromEntries(signupFields.map((name) => [name, text(name)])) as SignupValues;
}
