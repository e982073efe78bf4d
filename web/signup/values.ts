/** The names of the form's fields. `city` is the text typed without scripts, `city_id` the town that it means. */
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

/** The form's values by field; a missing value, as an unticked box, is empty. */
export function readValues(form: FormData): SignupValues {
  const text = (name: SignupField) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return Object.fromEntries(signupFields.map((name) => [name, text(name)])) as SignupValues;
}
