import { z } from "zod";
import { defineCall } from "./call.ts";

/** What members are told under "Updates"; `locales/<lang>/updates.json` has the words of each. */
export const updateKinds = [
  "new_device",
  "password_changed",
  "passkey_added",
  "passkey_removed",
  "mail_changed",
  "mails_bounced",
  "mails_complained",
  "text_approved",
  "text_rejected",
  "photo_approved",
  "photo_rejected",
  "report_received",
  "report_closed",
  "decision",
  "refund_sent",
  "refund_failed",
  "chargeback",
  "download_ready",
] as const;
export const updateKind = z.enum(updateKinds);
export type UpdateKind = z.output<typeof updateKind>;

export const update = z.object({
  id: z.uuid(),
  kind: updateKind,
  /** Where it leads on the site, without the language; null: nowhere. */
  path: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** It was not listed to the caller before. */
  update_new: z.boolean(),
});
export type Update = z.output<typeof update>;

/** The most that are listed, and marked as seen, at once. */
export const updatesShown = 100;

export const getUpdates = defineCall({
  method: "GET",
  path: "/api/updates.php",
  summary: "What happened to the caller's account and is neither a chat nor a like, the latest 100 of a year.",
  who: "member",
  answer: z.object({ updates: z.array(update).max(updatesShown) }),
});

export const seeUpdates = defineCall({
  method: "PUT",
  path: "/api/updates.php",
  summary: "Mark these updates as seen: they are no longer new.",
  who: "member",
  key: "honoured",
  body: z.object({ ids: z.array(z.uuid("invalid"), "invalid").min(1, "required").max(updatesShown, "too_long") }),
  answer: z.object({
    /** How many are still new. */
    new_updates: z.int(),
  }),
});
