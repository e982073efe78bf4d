import { z } from "zod";
import { defineCall } from "./call.ts";
import { freeText } from "./text.ts";

/** Why somebody leaves, if they like to say so. */
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

/** The longest remark at leaving, in characters as people count them. */
export const deleteCommentLength = 500;

export const deleteAccount = defineCall({
  method: "DELETE",
  path: "/api/account.php",
  summary: "Delete the caller's account: gone for everyone at once, back within 14 days by the mail's link (D3.9).",
  who: "member",
  rate: "login",
  // its key would be kept with a hash of the password; done twice it changes nothing more
  replay: "none",
  body: z.object({
    password: z.string({ error: "required" }).min(1, "required").max(1000, "too_long"),
    reason: z.enum(deleteReasons, "unknown_option").optional(),
    /** Left out where nothing is said. */
    comment: freeText(deleteCommentLength).optional(),
  }),
  answer: z.object({
    /** Until when the mail's link brings everything back. */
    until: z.iso.datetime(),
  }),
  errors: ["login_blocked"],
});

export const requestReactivation = defineCall({
  method: "POST",
  path: "/api/reactivation.php",
  summary:
    "Send the link that brings a deleted account back once more. The answer is the same whether there is such an account.",
  who: "anyone",
  rate: "login",
  body: z.object({ email: z.string({ error: "required" }).trim().min(1, "required").max(254, "email_invalid") }),
  answer: z.object({ ok: z.boolean() }),
});

/** The archive of everything held about the caller (D3.9). */
export const dataDownload = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("preparing"), requested_at: z.iso.datetime() }),
  z.object({
    state: z.literal("ready"),
    requested_at: z.iso.datetime(),
    /** Where it can be fetched, by this member alone. */
    address: z.string(),
    bytes: z.int(),
    /** It is removed then. */
    until: z.iso.datetime(),
    /** A new one may be asked for. */
    may_ask: z.boolean(),
  }),
]);
export type DataDownload = z.output<typeof dataDownload>;

export const getDownload = defineCall({
  method: "GET",
  path: "/api/data-download.php",
  summary: "How far the archive of everything held about the caller is.",
  who: "member",
  answer: z.object({ download: dataDownload }),
});

export const requestDownload = defineCall({
  method: "POST",
  path: "/api/data-download.php",
  summary: "Have the archive of everything held about the caller built, once a day; a mail says when it is ready.",
  who: "member",
  answer: z.object({ download: dataDownload }),
  errors: ["download_too_soon"],
});
