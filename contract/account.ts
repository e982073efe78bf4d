import { z } from "zod";
import { defineCall } from "./call.ts";
import { messageLengthCeiling } from "./chat.ts";
import { languages } from "./constants.ts";
import { countryCode } from "./places.ts";
import { genders, image, memberId, seeks } from "./profiles.ts";
import { freeText, newPassword, shortText } from "./text.ts";

/** The caller's own account (R3.01). */
export const user = z.object({
  id: z.uuid(),
  status: z.enum(["not_confirmed", "active"]),
  email: z.string(),
  credits: z.int(),
  paid_user: z.boolean(),
  /** The site's icon for fictional profiles, shown beside each of them. */
  fictional_icon: z.string(),
  language: z.enum(languages),
  notifications_disabled: z.array(z.enum(["fbl", "bounce", "list_unsubscribe"])),
  signup_date: z.iso.datetime(),
  /** How many members looked at the caller's profile and were not listed to the caller before. */
  new_visitors: z.int(),
  /** How many more of the match finder's questions the caller has to answer before they see percentages (D4.4). */
  questions_left: z.int(),
  profile: z.object({
    name: z.string(),
    country: z.string(),
    /** Null: the member has not named a town, so there are no distances. */
    city_id: z.int().nullable(),
    /** `disabled` until the address is confirmed: others can't find the member yet. */
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

export const putLanguage = defineCall({
  method: "PUT",
  path: "/api/user.php",
  summary: "Change the language of the account.",
  who: "member",
  clientHeader: true,
  key: "honoured",
  body: z.object({ language: z.enum(languages, "unknown_option") }),
  answer: z.object({ user }),
});

// Letters with their marks, digits, space and `. _ -`; `@` and `+` get error codes of their own (R5.02). Refused:
// characters that fonts show as nothing, stacks of four or more marks, and names of only `. _ -`, which can't be said.
const nameCharacters = /^(?![\p{M}])(?!.*[\p{DI}\u2800])(?!.*\p{M}{4})(?=.*[\p{L}\p{N}@+])[\p{L}\p{M}\p{N} ._@+-]*$/u;

/** D3.2: 3 to 30 characters after NFKC, letters, digits, space and `. _ -`. */
const name = z
  .string({ error: "required" })
  .max(400, "name_length")
  .transform((text) => text.normalize("NFKC").trim().replace(/\s+/g, " "))
  .refine((text) => text !== "", "required")
  .refine((text) => !text.startsWith("@"), "name_starts_with_at")
  .refine((text) => nameCharacters.test(text), "name_characters")
  .refine((text) => ([...text].length >= 3 && [...text].length <= 30) || text.includes("@"), "name_length");

const email = z.string({ error: "required" }).trim().min(1, "required").max(254, "email_invalid");

/** A calendar date; the messages are the two that the specification gives (R5.01). */
const dateOfBirth = z
  .string({ error: "date_of_birth_required" })
  .min(1, "date_of_birth_required")
  .pipe(z.iso.date("date_of_birth_invalid"));

/** Where a visitor came from, taken from the URL of their first page (R3.09); empty: unknown. */
export const tracking = z.object({
  network: shortText(100),
  ref: shortText(100),
  sub1: shortText(100),
  sub2: shortText(100),
  sub3: shortText(100),
});
export type Tracking = z.output<typeof tracking>;

/** A first message, written before the account existed; it is held until the address is confirmed (D3.7, D6.3). */
export const firstMessage = z.object({
  to: memberId,
  text: freeText(messageLengthCeiling, "message_too_long"),
});

export const signUp = defineCall({
  method: "POST",
  path: "/api/signup.php",
  summary: "Create a free account, send the activation mail, hold the first message, and log in.",
  who: "anyone",
  rate: "signup",
  body: z.object({
    name,
    email,
    password: newPassword,
    date_of_birth: dateOfBirth,
    gender: z.enum(genders, "required"),
    seeks: z.enum(seeks, "required"),
    /** Without it the member has no town yet, and lives in `country`. */
    city_id: z.int("place_unknown").optional(),
    /** One of the site's countries; default: the country of the caller's IP address, or the site's first. */
    country: countryCode.optional(),
    message: firstMessage.optional(),
    tracking: tracking.partial().optional(),
    /** `seeks` reveals the member's sexuality: they consent to storing and using it (D11.5). */
    sexuality_consent: z.boolean({ error: "consent_required" }).refine((agreed) => agreed, "consent_required"),
  }),
  answer: z.object({ user }),
  errors: ["signups_closed"],
});

export const checkSignup = defineCall({
  method: "POST",
  path: "/api/signup-check.php",
  summary:
    "Check a name and an address while they are typed: the signup's errors, and a suggestion for a mistyped address.",
  who: "anyone",
  rate: "check",
  replay: "none",
  body: z.object({ name: name.optional(), email: email.optional() }),
  answer: z.object({
    /** The whole address that was probably meant, if the domain looks mistyped (D3.8, R5.03). */
    suggestion: z.string().nullable(),
  }),
  errors: ["signups_closed"],
});

export const resendActivation = defineCall({
  method: "PUT",
  path: "/api/activation.php",
  summary: "Send the activation mail again, to another address if the first was wrong; earlier links stop working.",
  who: "member",
  rate: "mail",
  body: z.object({ email: email.optional() }),
  answer: z.object({ email: z.string() }),
  errors: ["already_confirmed"],
});
