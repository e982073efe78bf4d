import { z } from "zod";
import { documentRejections } from "./age.ts";
import { photoRejections } from "./attachments.ts";
import { type AnswerOf, defineCall } from "./call.ts";
import { answerTextLength, staffComplaint } from "./complaints.ts";
import { type StaffRole, staffRoles } from "./constants.ts";
import { objectionLength } from "./decisions.ts";
import type { ErrorCode } from "./errors.ts";
import { photoSuspicions } from "./photos.ts";
import { measures } from "./sanctions.ts";
import { freeText } from "./text.ts";
import { poses, selfieRejections } from "./verification.ts";

/** The queues of the back office, in the order of harm; each with the roles that work on it (D11.4). */
export const queueRoles = {
  photos: ["moderator", "admin"],
  chat_photos: ["moderator", "admin"],
  reports: ["moderator", "admin"],
  objections: ["moderator", "admin"],
  verifications: ["moderator", "admin"],
  ages: ["moderator", "admin"],
  texts: ["moderator", "admin"],
  reviews: ["moderator", "admin"],
  complaints: ["support", "admin"],
  withdrawals: ["finance", "admin"],
  payments: ["finance", "admin"],
  proposals: ["finance", "admin"],
} as const satisfies Record<string, readonly StaffRole[]>;
export type QueueName = keyof typeof queueRoles;
export const queueNames = Object.keys(queueRoles) as [QueueName, ...QueueName[]];
const queueName = z.enum(queueNames);

/**
 * For so many minutes an item of a queue is one person's; taking it again prolongs it. An answer to a complaint takes
 * longer to write than a decision.
 */
export const claimMinutes = {
  ...(Object.fromEntries(queueNames.map((queue) => [queue, 5])) as Record<QueueName, number>),
  complaints: 30,
};
/** The most that are taken at once: the one that is looked at, and the next ones, loaded ahead. */
export const maxClaims = 12;

/** A member, as the back office names them. */
const person = z.object({ id: z.uuid(), name: z.string(), fictional: z.boolean() });
export type Person = z.output<typeof person>;

const id = z.uuid("invalid");
const item = z.object({
  id: z.uuid(),
  since: z.iso.datetime(),
  site: z.string(),
  /** It can't wait, and stands before all others; for reports (DSA, article 18). */
  urgent: z.boolean().default(false),
});

/** The call that claims the next items of a queue for the caller, and shows them. */
const takeCall = <I extends z.ZodType>(queue: QueueName, path: `/api/${string}`, shown: I) =>
  defineCall({
    method: "POST",
    path,
    summary: `The next items of the queue "${queue}", urgent ones and then the oldest first, for ${claimMinutes[queue]} minutes the caller's alone.`,
    who: "staff",
    roles: queueRoles[queue],
    replay: "none",
    body: z.object({
      count: z.int().min(1, "too_small").max(maxClaims, "too_big").default(1),
      /** The last item that the caller has seen: items after it. */
      after: z.object({ since: z.iso.datetime("invalid"), id, urgent: z.boolean().default(false) }).optional(),
    }),
    answer: z.object({
      items: z.array(shown),
      /** How many wait, the caller's and other people's included; counted to 10,000. */
      waiting: z.int(),
    }),
  });

/** The call that decides on an item. */
const decideCall = <V extends readonly [string, ...string[]], M extends z.ZodRawShape>(
  queue: QueueName,
  path: `/api/${string}`,
  { summary, verdicts, more, errors = [] }: { summary: string; verdicts: V; more: M; errors?: readonly ErrorCode[] },
) =>
  defineCall({
    method: "PUT",
    path,
    summary,
    who: "staff",
    roles: queueRoles[queue],
    body: z.object({ id, verdict: z.enum(verdicts, "unknown_option"), ...more }),
    answer: z.object({
      ok: z.boolean(),
      /** What the caller has to know; `already_banned`: the decision stands beside an earlier ban. */
      note: z.enum(["already_banned"]).nullable().default(null),
    }),
    errors: ["staff_item_claimed", "staff_item_gone", ...errors],
  });

export const getQueues = defineCall({
  method: "GET",
  path: "/api/staff-queues.php",
  summary: "The queues that the caller's role works on, with how many wait, and since when.",
  who: "staff",
  roles: staffRoles,
  /** Only this one; a 403 if the caller's role does not work on it. */
  query: z.object({ queue: queueName.optional() }),
  answer: z.object({
    queues: z.array(
      z.object({
        name: queueName,
        /** Counted to 10,000. */
        waiting: z.int(),
        /** Null: nothing waits. */
        oldest: z.iso.datetime().nullable(),
      }),
    ),
  }),
});

export const releaseItem = defineCall({
  method: "DELETE",
  path: "/api/staff-claim.php",
  summary: "Give up the caller's claim on an item, so that others can take it at once.",
  who: "staff",
  roles: staffRoles,
  replay: "none",
  body: z.object({ queue: queueName, id }),
  answer: z.object({ ok: z.boolean() }),
});

export const queuedPhoto = item.extend({
  member: person,
  /** The whole picture, also if others see a crop. */
  image: z.string(),
  width: z.int(),
  height: z.int(),
  caption: z.string(),
  /** It is the member's main photo. */
  main: z.boolean(),
  age: z.int(),
  /** How many open reports there are about the member. */
  reports: z.int(),
  /** What the checks of the upload suspect. */
  suspicions: z.array(z.enum(photoSuspicions)).default([]),
  /** The other member's photo that it looks like, which others see; null: none. */
  original: z.object({ member: person, image: z.string() }).nullable().default(null),
});
export type QueuedPhoto = z.output<typeof queuedPhoto>;

/** Approved, or the reason why not. */
export const photoVerdicts = ["approved", ...photoRejections] as const;

export const takePhotos = takeCall("photos", "/api/staff-photos.php", queuedPhoto);
export const decidePhoto = decideCall("photos", "/api/staff-photos.php", {
  summary: "Approve a photo under inspection, or reject it: its owner gets a statement of reasons (D8.2, D11.2).",
  verdicts: photoVerdicts,
  more: {},
});

export const takeChatPhotos = takeCall("chat_photos", "/api/staff-chat-photos.php", queuedPhoto);
export const decideChatPhoto = decideCall("chat_photos", "/api/staff-chat-photos.php", {
  summary: "Approve a photo in a chat, or reject it: its author gets the credits back, and is told why (D8.2).",
  verdicts: photoVerdicts,
  more: {},
});

const shownPhoto = z.object({ image: z.string(), width: z.int(), height: z.int() });

/** A selfie, beside the photos of its member that others see. */
export const queuedSelfie = item.extend({
  member: person,
  age: z.int(),
  reports: z.int(),
  /** Served only to the person who has claimed the item. */
  image: z.string(),
  pose: z.enum(poses),
  /** The main one first, which is the one to compare; empty: the member has changed it since. */
  photos: z.array(shownPhoto),
  /** Names the main photo as it is shown here, for the decision. */
  seen: z.string(),
});
export type QueuedSelfie = z.output<typeof queuedSelfie>;

export const selfieVerdicts = ["approved", ...selfieRejections] as const;
export const takeSelfies = takeCall("verifications", "/api/staff-selfies.php", queuedSelfie);
export const decideSelfie = decideCall("verifications", "/api/staff-selfies.php", {
  summary: "Give a member the badge, or say why not; the selfie is erased. Nothing happens if the main photo changed.",
  verdicts: selfieVerdicts,
  /** `seen` of the item. */
  more: { seen: z.string("invalid").max(60, "too_long") },
});

/** A document by which a member proves to be an adult (D11.6). */
export const queuedDocument = item.extend({
  member: person,
  age: z.int(),
  reports: z.int(),
  /** Served only to the person who has claimed the item. */
  image: z.string(),
  /** What the document has to agree with. */
  date_of_birth: z.iso.date(),
  /** The main photo; null: others see none. */
  photo: z.string().nullable(),
});
export type QueuedDocument = z.output<typeof queuedDocument>;

export const documentVerdicts = ["approved", ...documentRejections] as const;
export const takeDocuments = takeCall("ages", "/api/staff-documents.php", queuedDocument);
export const decideDocument = decideCall("ages", "/api/staff-documents.php", {
  summary: "Confirm that a member is an adult, or say why not; the document is erased (D11.6).",
  verdicts: documentVerdicts,
  more: {},
});

/** What the facts of a case are; `locales/<lang>/staff.json` has their words. */
export const factLabels = [
  "about",
  "ground",
  "reported",
  "reporter",
  "words",
  "message",
  "earlier",
  "acted",
  "unfounded",
  "standing",
  "decided",
  "before",
  "recipients",
  "number",
  "language",
  "email",
  "sender",
  "payment",
  "detail",
  "proposer",
  "change",
  "expires",
] as const;

/** An item that is read: facts, and the text that it is about. */
export const queuedCase = item.extend({
  /** Whose it is; null: no member's. */
  member: person.nullable(),
  facts: z.array(z.object({ label: z.enum(factLabels), value: z.string() })),
  text: z.string(),
  /** The address of a reported photo. */
  image: z.string().nullable().default(null),
  /** Earlier complaints of the same member or address, newest first, with the answers. */
  earlier: z.array(staffComplaint).default([]),
  /** What it is about, if its choices depend on it. */
  kind: z.string().default(""),
});
export type QueuedCase = z.output<typeof queuedCase>;

export const textVerdicts = ["approved", "contact_details", "explicit", "advertising", "other"] as const;
export const takeTexts = takeCall("texts", "/api/staff-texts.php", queuedCase);
export const decideText = decideCall("texts", "/api/staff-texts.php", {
  summary: "Approve a member's text about themselves, or reject it with a statement of reasons (D11.3).",
  verdicts: textVerdicts,
  /** The text that the caller has read: if the member has changed it since, nothing happens. */
  more: { text: z.string("invalid").max(10_000, "too_long") },
});

/** Why, in the words that the member reads: a statement of reasons is never without (DSA, article 17(3)). */
const teamsWords = freeText(objectionLength);

/** What is dismissed was manifestly unfounded, and counts towards a pause (DSA, article 23); else without effect. */
const unfounded = z.boolean().default(false);

export const reportVerdicts = ["kept", "removed", ...measures] as const;
export const takeReports = takeCall("reports", "/api/staff-reports.php", queuedCase);
export const decideReport = decideCall("reports", "/api/staff-reports.php", {
  summary: "Decide on a report: leave it, remove the photo, or take a measure; both sides hear why (D11.2).",
  verdicts: reportVerdicts,
  more: {
    words: teamsWords,
    unfounded,
    /** The police or the emergency services know of the danger; for the log (DSA, article 18). */
    authority_told: z.boolean().default(false),
  },
});

export const openReportedChat = defineCall({
  method: "POST",
  path: "/api/staff-report-chat.php",
  summary: "Read the chat that a report is about: the only way to a private chat, and it is logged (D11.4).",
  who: "staff",
  roles: queueRoles.reports,
  body: z.object({ id }),
  answer: z.object({
    lines: z.array(z.object({ reported: z.boolean(), text: z.string(), at: z.iso.datetime() })),
  }),
  errors: ["staff_item_gone"],
});

export const objectionVerdicts = ["upheld", "rejected"] as const;
export const takeObjections = takeCall("objections", "/api/staff-objections.php", queuedCase);
export const decideObjection = decideCall("objections", "/api/staff-objections.php", {
  summary: "Answer an objection to a decision that another person made (D11.2).",
  verdicts: objectionVerdicts,
  more: { words: teamsWords, unfounded },
});

const closed = ["closed"] as const;
export const takeReviews = takeCall("reviews", "/api/staff-reviews.php", queuedCase);
export const decideReview = decideCall("reviews", "/api/staff-reviews.php", {
  summary: "Close the review of a member whose first messages were marked (D11.3).",
  verdicts: closed,
  more: {},
});
export const complaintVerdicts = ["answered", "closed", "banned"] as const;
export const takeComplaints = takeCall("complaints", "/api/staff-complaints.php", queuedCase);
export const decideComplaint = decideCall("complaints", "/api/staff-complaints.php", {
  summary:
    "Answer a complaint by email, or close it without, or do what a request to be banned asks for (R2.01, D10.1).",
  verdicts: complaintVerdicts,
  /** The answer; required for `answered`, without effect otherwise. */
  more: { words: freeText(answerTextLength).or(z.literal("")).default("") },
});

export const findComplaint = defineCall({
  method: "POST",
  path: "/api/staff-complaint.php",
  summary:
    "Find a complaint by its number, also a closed one, with its answer; what is found is logged (R2.01, D11.4).",
  who: "staff",
  roles: queueRoles.complaints,
  body: z.object({ number: freeText(20) }),
  answer: z.object({
    /** Null: there is none. */
    complaint: staffComplaint.extend({ site: z.string(), email: z.string(), member: person.nullable() }).nullable(),
  }),
});
export type FoundComplaint = NonNullable<AnswerOf<typeof findComplaint>["complaint"]>;

export const takeWithdrawals = takeCall("withdrawals", "/api/staff-withdrawals.php", queuedCase);
export const decideWithdrawal = decideCall("withdrawals", "/api/staff-withdrawals.php", {
  summary: "Close a withdrawal that could not be refunded by itself (D7.7).",
  verdicts: closed,
  more: {},
});
export const takePayments = takeCall("payments", "/api/staff-payment-issues.php", queuedCase);
export const decidePaymentIssue = decideCall("payments", "/api/staff-payment-issues.php", {
  summary: "Close a difference between the books, or unusual spending (D7.5).",
  verdicts: closed,
  more: {},
});

export const proposalVerdicts = ["confirmed", "declined"] as const;
export const takeProposals = takeCall("proposals", "/api/staff-proposals.php", queuedCase);
export const decideProposal = decideCall("proposals", "/api/staff-proposals.php", {
  summary:
    "Confirm what another person of the staff wants to do, which is then done, or decline it: credits, refunds, limits, company, discount codes (D7.1, D11.4).",
  verdicts: proposalVerdicts,
  more: {},
  errors: [
    "site_changed",
    "not_enough_credits",
    "payment_not_found",
    "payment_already_returned",
    "payment_credits_spent",
  ],
});

const entry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Null: a command on the machine itself. */
  staff: z.string().nullable(),
  role: z.enum(staffRoles).nullable(),
  action: z.string(),
  member_id: z.uuid().nullable(),
  subject: z.string().nullable(),
  reason: z.string().nullable(),
});
export type AuditLogEntry = z.output<typeof entry>;

export const getAuditLog = defineCall({
  method: "GET",
  path: "/api/staff-log.php",
  summary: "The audit log, newest first, and whether its chain was whole when a job last verified it (D11.4).",
  who: "staff",
  roles: ["admin"],
  query: z.object({ before: z.coerce.number("invalid").int("invalid").min(1, "too_small").optional() }),
  answer: z.object({
    entries: z.array(entry),
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
