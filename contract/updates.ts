import { z } from "zod";
import { givenBackCauses } from "./answer-promise.ts";
import { defineCall } from "./call.ts";
import { rejectionKinds } from "./decisions.ts";

/** The kinds of entries under "Updates"; `locales/<lang>/updates.json` has the words of each. */
export const updateKinds = [
  "new_device",
  "password_changed",
  "passkey_added",
  "passkey_removed",
  "mail_changed",
  "mails_bounced",
  "mails_complained",
  "text_approved",
  "question_approved",
  "photo_approved",
  "introduction_approved",
  ...rejectionKinds,
  "report_received",
  "report_decided",
  "complaint_answered",
  "staff_message",
  "decision",
  "appeal_answered",
  "verified",
  "verification_rejected",
  "verification_expired",
  "verification_reopened",
  "age_assured",
  "age_rejected",
  ...givenBackCauses,
  "fraud_lifted",
  "refund_ordered",
  "refund_sent",
  "refund_failed",
  "direct_debit_failed",
  "chargeback",
  "chargeback_reversed",
  "credits_given",
  "credits_taken",
  "terms_change",
  "download_ready",
  "date_reminder",
] as const;
export const updateKind = z.enum(updateKinds);
export type UpdateKind = z.output<typeof updateKind>;

export const update = z.object({
  id: z.uuid(),
  kind: updateKind,
  /** The page that it links to, without the language prefix; null: none. */
  path: z.string().nullable(),
  created_at: z.iso.datetime(),
  update_new: z.boolean(),
});
export type Update = z.output<typeof update>;

export const updatesShown = 100;

export const getUpdates = defineCall({
  method: "GET",
  path: "/api/updates.php",
  summary: "The latest 100 events of the caller's account within a year, other than chats and likes.",
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
    new_updates: z.int(),
  }),
});
