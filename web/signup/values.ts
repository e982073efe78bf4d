import type { signUp } from "#contract/account.ts";
import type { InputOf } from "#contract/call.ts";
import type { Tracking } from "#contract/tracking.ts";
import { joinDate } from "./date-parts.ts";

/**
 * The names of the form's fields. `credits` is the price of the message that the form shows; `city` is the text typed
 * without scripts, `city_id` the town that it means.
 */
export const signupFields = [
  "message",
  "credits",
  "gender",
  "seeks",
  "name",
  "day",
  "month",
  "year",
  "email",
  "password",
  "sexuality_consent",
  "click_consent",
  "imported",
  "country",
  "city",
  "city_id",
] as const;
export type SignupField = (typeof signupFields)[number];
export type SignupValues = Record<SignupField, string>;

export function readValues(form: FormData): SignupValues {
  const text = (name: SignupField) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return Object.fromEntries(signupFields.map((name) => [name, text(name)])) as SignupValues;
}

type Body = InputOf<typeof signUp>["body"];
/** The recipient of the first message, and the visitor's origin. */
type SignupOrigin = { to: string | null; tracking: Tracking | null };

const toFirstMessage = ({ message: text, credits }: SignupValues, to: string): Body["message"] => ({
  to,
  text,
  credits: credits === "" ? undefined : Number(credits),
});

/** The request body. The API validates everything, so missing or invalid values are sent unchanged. */
export function toSignupBody(values: SignupValues, { to, tracking }: SignupOrigin): Body {
  return {
    name: values.name,
    email: values.email,
    password: values.password,
    date_of_birth: joinDate(values),
    gender: values.gender as Body["gender"],
    seeks: values.seeks as Body["seeks"],
    country: values.country === "" ? undefined : values.country,
    city_id: values.city_id === "" ? undefined : Number(values.city_id),
    message: to === null || values.message.trim() === "" ? undefined : toFirstMessage(values, to),
    tracking: tracking ?? undefined,
    sexuality_consent: values.sexuality_consent !== "",
    imported: values.imported === "" ? undefined : values.imported,
    click_consent: values.click_consent === "" ? undefined : true,
  };
}
