import { z } from "zod";
import { currentPassword, linkKinds, linkToken } from "./auth.ts";
import { defineCall } from "./call.ts";
import { messageLengthCeiling, seenCredits } from "./chat.ts";
import { languages } from "./constants.ts";
import { countryCode, townId } from "./places.ts";
import { genders, memberId, seeks } from "./profiles.ts";
import { freeText, newPassword, shortText } from "./text.ts";
import { user } from "./user.ts";
import { money } from "./withdrawals.ts";

export const getUser = defineCall({
  method: "GET",
  path: "/api/user.php",
  summary: "The caller's account, or null for a visitor.",
  who: "anyone",
  whileClosed: true,
  clientHeader: true,
  answer: z.object({ user: user.nullable() }),
});

export const getCounts = defineCall({
  method: "GET",
  path: "/api/counts.php",
  summary: "How many messages and likes the caller has not seen, for the badges of a page (R3.05).",
  who: "member",
  whileClosed: true,
  answer: z.object({
    /** Over all chats. */
    unread_messages: z.int(),
    new_likes: z.int(),
  }),
});

export const putLanguage = defineCall({
  method: "PUT",
  path: "/api/user.php",
  summary: "Change the language of the account.",
  who: "member",
  whileClosed: true,
  clientHeader: true,
  key: "honoured",
  body: z.object({ language: z.enum(languages, "unknown_option") }),
  answer: z.object({ user }),
});

// Letters with their marks, digits, space and `. _ -`; `@` and `+` get error codes of their own. Rejected:
// characters that fonts show as nothing, stacks of four or more marks, and names without a letter or a digit.
const nameCharacters = /^(?![\p{M}])(?!.*[\p{DI}\u2800])(?!.*\p{M}{4})(?=.*[\p{L}\p{N}@+])[\p{L}\p{M}\p{N} ._@+-]*$/u;

/** D3.2: 3 to 30 characters after NFKC, letters, digits, space and `. _ -`. */
export const memberName = z
  .string({ error: "required" })
  .max(400, "name_length")
  .transform((text) => text.normalize("NFKC").trim().replace(/\s+/g, " "))
  .refine((text) => text !== "", "required")
  .refine((text) => !text.startsWith("@"), "name_starts_with_at")
  .refine((text) => nameCharacters.test(text), "name_characters")
  .refine((text) => ([...text].length >= 3 && [...text].length <= 30) || text.includes("@"), "name_length");

const email = z.string({ error: "required" }).trim().min(1, "required").max(254, "email_invalid");

/** A calendar date; the messages are the two that the specification gives (R5.01). */
export const dateOfBirth = z
  .string({ error: "date_of_birth_required" })
  .min(1, "date_of_birth_required")
  .meta({ format: "date" })
  .pipe(z.iso.date("date_of_birth_invalid"));

/** The traffic source of the visit, from the URL of its first page; see `tracking.ts`. Empty: unknown. */
const tracking = z.object({
  network: shortText(100),
  ref: shortText(100),
  sub1: shortText(100),
  sub2: shortText(100),
  sub3: shortText(100),
  lander: shortText(100),
  slug: shortText(100),
  variant: shortText(100),
});

/** A first message, written before the account existed; it is held until the address is confirmed. */
export const firstMessage = z.object({
  to: memberId,
  text: freeText(messageLengthCeiling, "message_too_long"),
  /** If the price is higher now, no account is created; the delivery of the message charges no more either. */
  credits: seenCredits.optional(),
});

export const signUp = defineCall({
  method: "POST",
  path: "/api/signup.php",
  summary: "Create a free account, send the activation mail, hold the first message, and log in.",
  who: "anyone",
  rate: "signup",
  hashes: true,
  body: z.object({
    name: memberName,
    email,
    password: newPassword,
    date_of_birth: dateOfBirth,
    gender: z.enum(genders, "required"),
    seeks: z.enum(seeks, "required"),
    /** Without it the member has no town yet, and lives in `country`. */
    city_id: townId.optional(),
    /** One of the site's countries; default: the country of the caller's IP address, or the site's first. */
    country: countryCode.optional(),
    message: firstMessage.optional(),
    tracking: tracking.partial().optional(),
    /** `seeks` reveals the member's sexuality: they consent to storing and using it. */
    sexuality_consent: z.boolean({ error: "consent_required" }).refine((agreed) => agreed, "consent_required"),
    /** Of the link in the email of an import: it proves the address that the email went to. */
    imported: z.string("invalid").max(200, "invalid").optional(),
    /** The network may learn what its click brought; without effect if `Sec-GPC: 1` comes with it (D14.5). */
    click_consent: z.boolean("invalid").optional(),
  }),
  answer: z.object({ user }),
  errors: ["signups_closed", "already_logged_in", "message_price_changed"],
});

export const checkSignup = defineCall({
  method: "POST",
  path: "/api/signup-check.php",
  summary:
    "Check a name and an address while they are typed: the signup's errors, and a suggestion for a mistyped address.",
  who: "anyone",
  rate: "check",
  replay: "none",
  body: z.object({ name: memberName.optional(), email: email.optional() }),
  answer: z.object({
    /** The whole address that was probably meant, if the domain looks mistyped. */
    suggestion: z.string().nullable(),
  }),
  errors: ["signups_closed", "already_logged_in"],
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

export const deleteReasons = [
  "found_someone",
  "break",
  "nobody_fits",
  "too_expensive",
  "bad_experience",
  "privacy",
  "something_else",
] as const;
export type DeleteReason = (typeof deleteReasons)[number];
/** Maximum length of the comment, in grapheme clusters. */
export const deleteCommentLength = 500;
export const deleteAccount = defineCall({
  method: "DELETE",
  path: "/api/account.php",
  summary: "Delete the caller's account: hidden at once; the mail's link restores it for 14 days (D3.9).",
  who: "member",
  whileClosed: true,
  rate: "login",
  // with a stored key the database would hold a hash of the password; a repeat changes nothing anyway
  replay: "none",
  body: z.object({
    password: currentPassword,
    reason: z.enum(deleteReasons, "unknown_option").optional(),
    comment: freeText(deleteCommentLength).optional(),
    /** Refund the credits that were bought and not spent, the newest purchase first. */
    refund: z.boolean("unknown_option").default(false),
  }),
  answer: z.object({
    refunds: z.array(money),
    /** Until then the mail's link restores everything. */
    until: z.iso.datetime(),
  }),
  errors: ["login_blocked"],
});

export const requestReactivation = defineCall({
  method: "POST",
  path: "/api/reactivation.php",
  summary:
    "Send again the link that restores a deleted account. The answer does not reveal whether such an account exists.",
  who: "anyone",
  rate: "login",
  body: z.object({ email }),
});

export const getLink = defineCall({
  method: "GET",
  path: "/api/link.php",
  summary: "What a link in a mail is for. A GET does not redeem the link: mail scanners open links too (D3.6).",
  who: "anyone",
  whileClosed: true,
  query: z.object({ token: linkToken }),
  answer: z.object({
    kind: z.enum(linkKinds),
    /** The address that the link is about: the new one of `mail_change`, the old one of `mail_undo`. */
    email: z.string().nullable(),
    /** True only if the caller is logged in to the account that the link is for. */
    own: z.boolean(),
    /** What comes back with a deleted account, and what was refunded when it was deleted; null: other kinds. */
    restores: z.object({ credits: z.int(), refunds: z.array(money) }).nullable(),
  }),
  errors: ["link_invalid", "activation_failed"],
});

/** The result of a redeemed link, by its kind. Links of `reset` and `mail_change` have their own screens and calls. */
const redeemedLink = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("activation"),
    name: z.string(),
    credits: z.int(),
    /** How many held messages were delivered now, and how many never will be. */
    delivered: z.int(),
    undelivered: z.int(),
    /** The chat of the first message that was delivered; null: none was. */
    conversation: z.uuid().nullable(),
  }),
  z.object({ kind: z.literal("login") }),
  /** The deleted account is restored, and the member is logged in; `refunds`: as in `restores`. */
  z.object({ kind: z.literal("reactivation"), name: z.string(), refunds: z.array(money) }),
  z.object({ kind: z.literal("mail_undo"), email: z.string() }),
]);
export type RedeemedLink = z.output<typeof redeemedLink>;
export const redeemLink = defineCall({
  method: "POST",
  path: "/api/link.php",
  summary:
    "Redeem a link of `/{token}`, once: confirm the address, log in, undo a change of address, or restore a deleted account (D3.6).",
  who: "anyone",
  whileClosed: true,
  rate: "login",
  body: z.object({ token: linkToken }),
  answer: redeemedLink,
  errors: ["link_invalid", "activation_failed", "email_taken"],
});

export const requestMailChange = defineCall({
  method: "POST",
  path: "/api/mail-change.php",
  summary: "Send a link to the new address (R5.05); the old address stays until the link is redeemed.",
  who: "member",
  rate: "login",
  hashes: true,
  body: z.object({
    email: z.string({ error: "required" }).trim().min(1, "required").max(254, "email_new_invalid"),
    password: currentPassword,
  }),
  answer: z.object({ email: z.string() }),
  errors: ["login_blocked"],
});

export const getMailChange = defineCall({
  method: "GET",
  path: "/api/mail-change.php",
  summary: "The new address that still waits for its link to be opened.",
  who: "member",
  whileClosed: true,
  /** Null: none waits. */
  answer: z.object({ email: z.string().nullable() }),
});

export const cancelMailChange = defineCall({
  method: "DELETE",
  path: "/api/mail-change.php",
  summary: "Cancel the change of address that waits: its link stops working.",
  who: "member",
  whileClosed: true,
  key: "honoured",
});

export const changeMail = defineCall({
  method: "PUT",
  path: "/api/mail-change.php",
  summary:
    "Redeem a mail change link: the account gets the new address; a mail to the old one allows an undo for 48 hours.",
  who: "anyone",
  rate: "login",
  body: z.object({ token: linkToken }),
  answer: z.object({ email: z.string() }),
  errors: ["link_invalid", "email_taken"],
});
