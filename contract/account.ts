import { z } from "zod";
import { defineCall } from "./call.ts";
import { languages } from "./constants.ts";
import { genders, image, seeks } from "./profiles.ts";

/** The caller's own account (R3.01). */
export const user = z.object({
  id: z.uuid(),
  status: z.enum(["not_confirmed", "active"]),
  email: z.string(),
  credits: z.int(),
  paid_user: z.boolean(),
  /** The site's sign for fictional profiles, shown beside each of them. */
  fictional_icon: z.string(),
  language: z.enum(languages),
  notifications_disabled: z.array(z.enum(["fbl", "bounce", "list_unsubscribe"])),
  signup_date: z.iso.datetime(),
  profile: z.object({
    name: z.string(),
    country: z.string(),
    /** `disabled` until the address is confirmed: others do not find the member yet. */
    status: z.enum(["active", "disabled"]),
    main_image: image.nullable(),
  }),
});
export type User = z.output<typeof user>;

export const getUser = defineCall({
  method: "GET",
  path: "/api/user.php",
  summary: "The caller's account, or null for a visitor.",
  who: "anyone",
  clientHeader: true,
  answer: z.object({ user: user.nullable() }),
});

export const logIn = defineCall({
  method: "POST",
  path: "/api/user.php",
  summary: "Log in by name or e-mail address (D3.2); sets the cookie `auth`.",
  who: "anyone",
  clientHeader: true,
  rate: "login",
  replay: "none",
  body: z.object({
    login: z.string({ error: "required" }).trim().min(1, "required").max(254, "too_long"),
    password: z.string({ error: "required" }).min(1, "required").max(1000, "too_long"),
  }),
  answer: z.object({ user }),
  errors: ["login_failed", "login_blocked"],
});

export const putLanguage = defineCall({
  method: "PUT",
  path: "/api/user.php",
  summary: "Change the language of the account.",
  who: "member",
  clientHeader: true,
  body: z.object({ language: z.enum(languages, "unknown_option") }),
  answer: z.object({ user }),
});

export const logOut = defineCall({
  method: "GET",
  path: "/api/logout.php",
  summary: "End this session. A GET by the specification, so it answers calls from this site's own pages only.",
  who: "anyone",
  callers: "same-origin",
  answer: z.object({ ok: z.boolean() }),
});

/** D3.2: 3 to 30 characters after NFKC, letters, digits, space and `. _ -`. */
const name = z
  .string({ error: "required" })
  .max(400, "name_length")
  .transform((text) => text.normalize("NFKC").trim().replace(/\s+/g, " "))
  .refine((text) => text !== "", "required")
  .refine((text) => !text.startsWith("@"), "name_starts_with_at")
  .refine((text) => /^[\p{L}\p{M}\p{N} ._@+-]*$/u.test(text), "name_characters")
  .refine((text) => ([...text].length >= 3 && [...text].length <= 30) || text.includes("@"), "name_length");

const email = z.string({ error: "required" }).trim().min(1, "required").max(254, "email_invalid");

/** A calendar date; the messages are the specification's two (R5.01). */
const dateOfBirth = z
  .string({ error: "date_of_birth_required" })
  .min(1, "date_of_birth_required")
  .pipe(z.iso.date("date_of_birth_invalid"));

export const signUp = defineCall({
  method: "POST",
  path: "/api/signup.php",
  summary: "Make a free account, send the activation mail, and log in.",
  who: "anyone",
  rate: "signup",
  body: z.object({
    name,
    email,
    password: z.string({ error: "required" }).min(8, "password_length").max(128, "password_length"),
    date_of_birth: dateOfBirth,
    gender: z.enum(genders, "required"),
    seeks: z.enum(seeks, "required"),
    city_id: z.int("place_unknown"),
  }),
  answer: z.object({ user }),
  errors: ["signups_closed"],
});

export const activate = defineCall({
  method: "POST",
  path: "/api/activation.php",
  summary: "Spend an activation link's token (D3.6): the address is confirmed, the welcome credits are booked.",
  who: "anyone",
  rate: "login",
  body: z.object({ token: z.string({ error: "required" }).max(100, "invalid") }),
  answer: z.object({ name: z.string(), credits: z.int() }),
  errors: ["link_invalid"],
});

export const resendActivation = defineCall({
  method: "PUT",
  path: "/api/activation.php",
  summary: "Send the activation mail once more; earlier links stop working.",
  who: "member",
  rate: "mail",
  answer: z.object({ email: z.string() }),
});
