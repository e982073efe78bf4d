import { z } from "zod";
import { defineCall } from "./call.ts";
import { adminRoles, staffRoles } from "./constants.ts";
import { queueNames } from "./office.ts";
import { calendarDay } from "./text.ts";

const takenActions = queueNames.map((name) => `${name}_taken` as const);

/** What staff did. `action` in `locales/<lang>/staff.json` names each; a log may also hold older codes. */
export const auditActions = [
  "logged_in",
  "staff_sites_changed",
  "passkey_added",
  "passkey_renamed",
  "passkey_removed",
  "api_key_made",
  "api_key_revoked",
  "webhook_made",
  "webhook_revoked",
  "webhook_tested",
  "webhook_resent",
  "mailboxes_barred",
  "mailboxes_unbarred",
  "refusals_pulled",
  "members_searched",
  "file_opened",
  "photos_opened",
  "introduction_opened",
  "photos_listed",
  "queue_listed",
  "chat_opened",
  "police_text_opened",
  "report_opened",
  "complaint_opened",
  "field_revealed",
  "payments_searched",
  "payment_opened",
  "evidence_downloaded",
  "postbacks_resent",
  "log_exported",
  ...takenActions,
  "photo_approved",
  "photo_rejected",
  "chat_photo_approved",
  "chat_photo_rejected",
  "introduction_approved",
  "introduction_rejected",
  "text_approved",
  "text_rejected",
  "verification_approved",
  "verification_rejected",
  "age_assured",
  "age_rejected",
  "report_kept",
  "report_helped",
  "report_asked",
  "report_member_named",
  "notice_reopened",
  "look_alike_cleared",
  "look_alike_restored",
  "report_danger_marked",
  "report_danger_unmarked",
  "report_removed",
  "report_warned",
  "report_muted",
  "report_suspended",
  "report_banned",
  "member_warned",
  "member_muted",
  "member_suspended",
  "member_banned",
  "authority_told",
  "member_restored",
  "member_warning_withdrawn",
  "member_rejection_withdrawn",
  "member_reports_paused",
  "member_deleted",
  "note_added",
  "note_deleted",
  "member_written",
  "item_handed_over",
  "objection_upheld",
  "objection_rejected",
  "review_closed",
  "review_warned",
  "complaint_answered",
  "complaint_closed",
  "complaint_asked",
  "complaint_to_finance",
  "complaint_to_support",
  "complaint_changed",
  "reply_saved",
  "reply_deleted",
  "sender_banned",
  "withdrawal_refunded",
  "withdrawal_answered",
  "withdrawal_asked",
  "withdrawal_closed",
  "payment_issue_closed",
  "credits_changed",
  "payment_refunded",
  "debit_cancel_asked",
  "debit_block_lifted",
  "iban_refused",
  "iban_accepted",
  "read_languages_set",
  "credits_proposed",
  "refund_proposed",
  "site_proposed",
  "code_proposed",
  "code_on_proposed",
  "refund_all_proposed",
  "refund_all_started",
  "remove_site_proposed",
  "site_removal_started",
  "site_removed",
  "partner_added",
  "partner_changed",
  "partner_terms_set",
  "partner_network_added",
  "partner_link_made",
  "partner_link_revoked",
  "payout_proposed",
  "payout_made",
  "payout_downloaded",
  "proposal_confirmed",
  "proposal_declined",
  "site_exported",
  "site_imported",
  "site_moved",
  "site_move_undone",
  "site_copy_erased",
  "members_imported",
  "site_created",
  "site_changed",
  "site_change_undone",
  "terms_drafted",
  "terms_announced",
  "terms_withdrawn",
  "discount_code_added",
  "discount_code_on",
  "discount_code_off",
  "fictional_profile_added",
  "fictional_profile_changed",
  "fictional_photo_added",
  "fictional_photos_ordered",
  "fictional_photo_removed",
  "job_retried",
  "command",
] as const;
export type AuditAction = (typeof auditActions)[number];

export const commandLine = "command";

export const auditLogFilters = z.object({
  staff: z.uuid("invalid").or(z.literal(commandLine, "invalid")).optional(),
  member: z.uuid("invalid").optional(),
  action: z.enum(auditActions, "unknown_option").optional(),
  /** An API key, by which a program of one's own acted. */
  key: z.uuid("invalid").optional(),
  /** The first and the last day (UTC). */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
});
export type AuditLogFilters = z.output<typeof auditLogFilters>;

const entry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Null: a program, or a command on the machine itself. */
  staff: z.string().nullable(),
  /** The name of the program's API key; null: no program did it. */
  key: z.string().nullable(),
  role: z.enum(staffRoles).nullable(),
  action: z.string(),
  member_id: z.uuid().nullable(),
  /** Null: no member, or one who was erased. */
  member: z.string().nullable(),
  subject: z.string().nullable(),
  reason: z.string().nullable(),
  detail: z.record(z.string(), z.string().or(z.number()).or(z.boolean()).nullable()),
});
export type AuditLogEntry = z.output<typeof entry>;

export const getAuditLog = defineCall({
  method: "GET",
  path: "/api/staff-log.php",
  summary:
    "The audit log by person, member, action and day, newest first, and whether its chain was whole at the last check (D11.4).",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  query: auditLogFilters.extend({
    before: z.coerce
      .number("invalid")
      .int("invalid")
      .min(1, "too_small")
      .max(2 ** 53 - 1, "too_big")
      .optional(),
  }),
  answer: z.object({
    entries: z.array(entry),
    before: z.int().nullable(),
    /** Everyone of the staff, also those who can't log in any more, for the choice of a person. */
    people: z.array(z.object({ id: z.uuid(), name: z.string(), role: z.enum(staffRoles) })),
    /** Every API key, also those that were revoked; none for a caller of some sites only. */
    keys: z.array(z.object({ id: z.uuid(), name: z.string() })),
    /** Null: no job verified it yet. `broken`: the first entry that was changed, or is missing. */
    check: z.object({ at: z.iso.datetime(), broken: z.int().nullable() }).nullable(),
    /** What staff opened most within so many days: files, photos and searches, not the items of queues. */
    opened: z.object({
      days: z.int(),
      by_staff: z.array(z.object({ name: z.string(), members: z.int(), searches: z.int() })),
      /** `name` is null for an erased member; `staff`: how many of the team opened them. */
      members: z.array(z.object({ id: z.uuid(), name: z.string().nullable(), staff: z.int() })),
    }),
  }),
});
