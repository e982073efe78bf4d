import { z } from "zod";
import { defineCall } from "./call.ts";
import { freeText } from "./text.ts";

/** Why a member deletes their account; optional. */
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
  rate: "login",
  // a stored key would hold a hash of the password; a repeat changes nothing more
  replay: "none",
  body: z.object({
    password: z.string({ error: "required" }).min(1, "required").max(1000, "too_long"),
    reason: z.enum(deleteReasons, "unknown_option").optional(),
    /** Absent if the member wrote none. */
    comment: freeText(deleteCommentLength).optional(),
  }),
  answer: z.object({
    /** Until then the mail's link restores everything. */
    until: z.iso.datetime(),
  }),
  errors: ["login_blocked"],
});

export const requestReactivation = defineCall({
  method: "POST",
  path: "/api/reactivation.php",
  summary:
    "Send the link that restores a deleted account again. The answer does not reveal whether there is such an account.",
  who: "anyone",
  rate: "login",
  body: z.object({ email: z.string({ error: "required" }).trim().min(1, "required").max(254, "email_invalid") }),
  answer: z.object({ ok: z.boolean() }),
});

/** The archive of all data about the caller (D3.9). */
export const dataDownload = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("preparing"), requested_at: z.iso.datetime() }),
  z.object({
    state: z.literal("ready"),
    requested_at: z.iso.datetime(),
    /** Where this member alone can download it. */
    address: z.string(),
    bytes: z.int(),
    /** When it is removed. */
    until: z.iso.datetime(),
    /** The member may request a new one. */
    may_ask: z.boolean(),
  }),
]);
export type DataDownload = z.output<typeof dataDownload>;

export const getDownload = defineCall({
  method: "GET",
  path: "/api/data-download.php",
  summary: "The state of the archive of all data about the caller.",
  who: "member",
  answer: z.object({ download: dataDownload }),
});

export const requestDownload = defineCall({
  method: "POST",
  path: "/api/data-download.php",
  summary: "Request the archive of all data about the caller, once a day; a mail says when it is ready.",
  who: "member",
  answer: z.object({ download: dataDownload }),
  errors: ["download_too_soon"],
});
