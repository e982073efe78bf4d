import { z } from "zod";
import { documentRejections } from "./age.ts";
import { photoRejections } from "./attachments.ts";
import { defineCall } from "./call.ts";
import { answerTextLength, complaintStates, complaintTopics, savedReply, staffComplaint } from "./complaints.ts";
import type { StaffRole } from "./constants.ts";
import { noticePlaceLength } from "./content-notices.ts";
import { decisionKind, ground, objectionLength, staffGrounds } from "./decisions.ts";
import type { ErrorCode } from "./errors.ts";
import { reportReasons, reportSubjects } from "./moderation.ts";
import { paymentStatuses } from "./payments.ts";
import { photoSuspicions } from "./photos.ts";
import { quote } from "./quotes.ts";
import { reaction } from "./reactions.ts";
import { accountStatuses, measures } from "./sanctions.ts";
import { siteKey } from "./site-key.ts";
import { ofAllStaff } from "./staff.ts";
import { authorityTold, endedByBan, lookAlikes, measureLength, noteLength } from "./staff-members.ts";
import { freeText, optionalText } from "./text.ts";
import { poses, selfieRejections } from "./verification.ts";

/** The queues of the back office, in the order of harm; each with the roles that work on it. */
export const queueRoles = {
  photos: ["moderator", "admin"],
  chat_photos: ["moderator", "admin"],
  introductions: ["moderator", "admin"],
  reports: ["moderator", "admin"],
  objections: ["moderator", "admin"],
  verifications: ["moderator", "admin"],
  ages: ["moderator", "admin"],
  texts: ["moderator", "admin"],
  reviews: ["moderator", "admin"],
  /** Moderators have only what members write back to them about safety. */
  complaints: ["support", "finance", "moderator", "admin"],
  withdrawals: ["finance", "admin"],
  payments: ["finance", "admin"],
  proposals: ["finance", "admin"],
} as const satisfies Record<string, readonly StaffRole[]>;
export type QueueName = keyof typeof queueRoles;
export const queueNames = Object.keys(queueRoles) as [QueueName, ...QueueName[]];
const queueName = z.enum(queueNames);

/** Within how many hours an item of each queue is dealt with, unless `QUEUE_HOURS` says otherwise. */
export const queueTargetHours: Record<QueueName, number> = {
  photos: 4,
  chat_photos: 1,
  introductions: 4,
  reports: 24,
  objections: 72,
  verifications: 24,
  ages: 24,
  texts: 4,
  reviews: 24,
  complaints: 72,
  withdrawals: 24,
  payments: 48,
  proposals: 24,
};

/** A queue with how many items wait, since when the oldest does (null: nothing waits), and its target time. */
export const queueState = z.object({
  name: queueName,
  waiting: z.int(),
  oldest: z.iso.datetime().nullable(),
  target_hours: z.number(),
});
export type QueueState = z.output<typeof queueState>;

/** `urgent`: how many of the items may be about a danger to someone, or a child; they come before all others. */
const waitingQueue = queueState.extend({ urgent: z.int() });
export type WaitingQueue = z.output<typeof waitingQueue>;

/** An item belongs to one person for so many minutes; taking it again prolongs that. An answer takes longer. */
export const claimMinutes = {
  ...(Object.fromEntries(queueNames.map((queue) => [queue, 5])) as Record<QueueName, number>),
  complaints: 30,
};
/** The most that are taken at once: the one that is looked at, and the next ones, loaded ahead. */
export const maxClaims = 12;

const person = z.object({ id: z.uuid(), name: z.string(), fictional: z.boolean() });
export type Person = z.output<typeof person>;

const id = z.uuid("invalid");
export const queueItem = z.object({
  id: z.uuid(),
  since: z.iso.datetime(),
  site: z.string(),
  /** Someone may be in danger: such items come before all others of their queue. */
  urgent: z.boolean().default(false),
  /** How grave the danger is, by which the urgent ones are ordered; 0: not urgent. */
  urgency: z.int().default(0),
  /** Who asked for a colleague's opinion on it, oldest first. */
  handovers: z.array(z.object({ by: z.string(), note: z.string(), at: z.iso.datetime() })).default([]),
  /** The last decision on it if it turned out to be impossible after its seconds: who made it, and what they wrote. */
  dropped: z.object({ by: z.string(), words: z.string(), note: z.string() }).nullable().default(null),
});
export type QueueItem = z.output<typeof queueItem>;
/** As many urgent items as staff have looked at in one go; what they skipped before these is offered again. */
export const maxHad = 100;
export type QueuePlace = { since: string; id: string; urgency: number };

/** A decision that is held can be taken back for this many seconds. */
export const undoSeconds = 10;
/** `hold`: the decision takes effect only once it can't be taken back any more. */
const holdable = { hold: z.boolean("invalid").default(false) };

type Decision<V extends readonly [string, ...string[]], M extends z.ZodRawShape> = {
  path: `/api/${string}`;
  summary: string;
  verdicts: V;
  more: M;
  errors?: readonly ErrorCode[];
};

/** The two calls of a queue: `take` claims its next items for the caller, and shows them; `decide` decides on one. */
const queueCalls = <I extends z.ZodType, const V extends readonly [string, ...string[]], M extends z.ZodRawShape>(
  queue: QueueName,
  item: I,
  { path, summary, verdicts, more, errors = [] }: Decision<V, M>,
) => {
  const shared = { path, who: "staff", roles: queueRoles[queue], sites: "own" } as const;
  return {
    take: defineCall({
      ...shared,
      method: "POST",
      summary: `The next items of the queue "${queue}", the gravest and then the oldest first, for ${claimMinutes[queue]} minutes the caller's alone.`,
      replay: "none",
      body: z.object({
        count: z.int().min(1, "too_small").max(maxClaims, "too_big").default(1),
        after: z.object({ since: z.iso.datetime("invalid"), id, urgency: z.int("invalid").default(0) }).optional(),
        /** The urgent items that the caller has had; others that are graver than `after` have come since, and count. */
        had: z.array(id).max(maxHad, "too_long").optional(),
        /** The item that the caller chose in the list: it comes first, unless it is gone or another one's. */
        first: id.optional(),
      }),
      answer: z.object({
        items: z.array(item),
        /** How many wait, the caller's and other people's included; counted to 10,000. */
        waiting: z.int(),
      }),
    }),
    decide: defineCall({
      ...shared,
      method: "PUT",
      summary,
      body: z.object({ id, verdict: z.enum(verdicts, "unknown_option"), ...more }),
      answer: z.object({
        ok: z.boolean(),
        /** What the caller has to know; `already_banned`: the decision stands beside an earlier ban. */
        note: z.enum(["already_banned"]).nullable().default(null),
        /** What a ban ended besides; left out after other decisions. */
        ended: endedByBan.optional(),
      }),
      errors: ["staff_item_claimed", "staff_item_gone", ...errors],
    }),
  };
};

export const undoDecision = defineCall({
  method: "DELETE",
  path: "/api/staff-decision.php",
  summary: "Take back a decision that is held: the item is the caller's again, and no one hears of it (D11.2).",
  ...ofAllStaff,
  body: z.object({ queue: queueName, id }),
  errors: ["staff_item_claimed", "staff_item_gone"],
});

export const getQueues = defineCall({
  method: "GET",
  path: "/api/staff-queues.php",
  summary: "The queues that the caller's role works on, with how many wait, how many are urgent, and since when.",
  ...ofAllStaff,
  /** Only this one; a 403 if the caller's role does not work on it. */
  query: z.object({ queue: queueName.optional() }),
  /** Counted to 10,000. */
  answer: z.object({ queues: z.array(waitingQueue) }),
});

const listedItem = z.object({
  id: z.uuid(),
  since: z.iso.datetime(),
  urgent: z.boolean(),
  /** Null: it belongs to no site. */
  site: z.string().nullable(),
  /** A reason, a subject or a decision, by the queue. */
  kind: z.string().nullable(),
  language: z.string().nullable(),
  member: person.nullable(),
  /** Who of the staff works on it. */
  by: z.string().nullable(),
});
export type ListedItem = z.output<typeof listedItem>;

/** The filter of a list for the languages that the caller reads. */
export const ownLanguages = "own";

/** The queues in which some items come first, the gravest before all. */
export const urgentQueues: readonly QueueName[] = ["reports", "complaints"];

/** The order of a list; without one that in which the queue is worked on: the gravest first, then the oldest. */
export const listOrders = ["oldest", "newest"] as const;

/** How long an item has waited at least, in hours. */
export const waitedHours = ["1", "24", "72", "168"] as const;

export const getQueueList = defineCall({
  method: "GET",
  path: "/api/staff-queue-list.php",
  summary: "What waits in a queue by kind, site, age and language, in the order of the queue or by age.",
  ...ofAllStaff,
  query: z.object({
    queue: queueName,
    kind: z.string().max(40, "invalid").optional(),
    site: siteKey.optional(),
    /** `own`: those that the caller reads. */
    language: z.string().max(10, "invalid").optional(),
    waited: z.enum(waitedHours, "unknown_option").optional(),
    sort: z.enum(listOrders, "unknown_option").optional(),
    cursor: z.string("invalid").max(200, "invalid").optional(),
  }),
  answer: z.object({
    items: z.array(listedItem),
    cursor: z.string().nullable(),
    kinds: z.array(z.string()),
    languages: z.array(z.string()),
  }),
});

export const releaseItem = defineCall({
  method: "DELETE",
  path: "/api/staff-claim.php",
  summary: "Give up the caller's claim on an item, so that others can take it at once.",
  ...ofAllStaff,
  replay: "none",
  body: z.object({ queue: queueName, id }),
});

export const handOverItem = defineCall({
  method: "POST",
  path: "/api/staff-handover.php",
  summary: "Ask a colleague's opinion: the item goes to the others who work on its queue, and not back to the caller.",
  ...ofAllStaff,
  body: z.object({ queue: queueName, id, note: freeText(noteLength) }),
  errors: ["staff_item_claimed", "staff_item_gone", "staff_no_colleague"],
});

/** By which staff judge which of two alike members is the copy. */
const personFacts = z.object({
  joined: z.iso.datetime(),
  town: z.string().nullable(),
  country: z.string(),
  verified: z.boolean(),
});

export const queuedPhoto = queueItem.extend({
  member: person,
  facts: personFacts,
  /** The whole picture, also if others see a crop. */
  image: z.string(),
  width: z.int(),
  height: z.int(),
  caption: z.string(),
  main: z.boolean(),
  age: z.int(),
  status: z.enum(accountStatuses),
  reports: z.int(),
  suspicions: z.array(z.enum(photoSuspicions)).default([]),
  /** The member's main photo, if it is another one that others see; null: none. Left out in chats. */
  main_photo: z.string().nullable().optional(),
  /** The other member's photo that it looks like, which others see; null: none. */
  original: z.object({ member: person, facts: personFacts, image: z.string() }).nullable().default(null),
});
export type QueuedPhoto = z.output<typeof queuedPhoto>;

const photoVerdicts = ["approved", ...photoRejections] as const;

export const { take: takePhotos, decide: decidePhoto } = queueCalls("photos", queuedPhoto, {
  path: "/api/staff-photos.php",
  summary: "Approve a photo under inspection, or reject it: its owner gets a statement of reasons (D8.2, D11.2).",
  verdicts: photoVerdicts,
  more: holdable,
});

export const { take: takeChatPhotos, decide: decideChatPhoto } = queueCalls("chat_photos", queuedPhoto, {
  path: "/api/staff-chat-photos.php",
  summary: "Approve a photo in a chat, or reject it: its author gets the credits back, and is told why (D8.2).",
  verdicts: photoVerdicts,
  more: holdable,
});

export const queuedIntroduction = queueItem.extend({
  member: person,
  facts: personFacts,
  /** The address of the recording. */
  sound: z.string(),
  seconds: z.int(),
  age: z.int(),
  status: z.enum(accountStatuses),
  reports: z.int(),
});
export type QueuedIntroduction = z.output<typeof queuedIntroduction>;

export const { take: takeIntroductions, decide: decideIntroduction } = queueCalls("introductions", queuedIntroduction, {
  path: "/api/staff-introductions.php",
  summary:
    "Approve a voice introduction under inspection, or reject it: its owner gets a statement of reasons (R12.01, D8.2, D11.2).",
  verdicts: photoVerdicts,
  more: holdable,
});

const shownPhoto = z.object({ image: z.string(), width: z.int(), height: z.int() });

export const queuedSelfie = queueItem.extend({
  member: person,
  facts: personFacts,
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

export const { take: takeSelfies, decide: decideSelfie } = queueCalls("verifications", queuedSelfie, {
  path: "/api/staff-selfies.php",
  summary: "Give a member the badge, or say why not; the selfie is erased. Nothing happens if the main photo changed.",
  verdicts: ["approved", ...selfieRejections],
  more: { ...holdable, seen: z.string("invalid").max(60, "too_long") },
});

/** A document by which a member proves to be an adult. */
export const queuedDocument = queueItem.extend({
  member: person,
  age: z.int(),
  reports: z.int(),
  /** Served only to the person who has claimed the item. */
  image: z.string(),
  date_of_birth: z.iso.date(),
  /** The main photo; null: others see none. */
  photo: z.string().nullable(),
});
export type QueuedDocument = z.output<typeof queuedDocument>;

export const { take: takeDocuments, decide: decideDocument } = queueCalls("ages", queuedDocument, {
  path: "/api/staff-documents.php",
  summary: "Confirm that a member is an adult, or say why not; the document is erased (D11.6).",
  verdicts: ["approved", ...documentRejections],
  more: holdable,
});

export const factLabels = [
  "account",
  "about",
  "ground",
  "words",
  "decided",
  "by",
  "team_words",
  "content",
  "decided_at",
  "charged_back",
  "charge_reversed",
  "until",
  "before",
  "number",
  "language",
  "email",
  "sender",
  "answer_by",
  "payment",
  "detail",
  "todo",
  "proposer",
  "change",
  "also",
  "expires",
] as const;

const lineAttachment = z.enum(["photo", "gift", "voice"]);

/** What a message replies to, as staff read it. */
const lineQuote = quote.pick({ kind: true, text: true }).extend({
  /** It is the reported member's: their message, or of their profile. */
  reported: z.boolean(),
  attachment: lineAttachment.nullable(),
  /** The address of the quoted photo of a profile. */
  image: z.string().nullable(),
});

/** What members saw of a message beside its own words. */
const besideWords = {
  /** What a first message answers. */
  question: z.string().nullable(),
  /** Null also once its source is gone. */
  quote: lineQuote.nullable(),
  /** Its recipient's. */
  reaction: reaction.nullable(),
  attachment: lineAttachment.nullable(),
  /** The address of its voice message, or of a reported profile's introduction; null: none, or none any more. */
  sound: z.string().nullable(),
};
const messageParts = z.object(besideWords);
export type MessageParts = z.output<typeof messageParts>;

/** How many of the members that someone reported in the same words are named. */
export const sameWordsListed = 10;

const noticeOfGuest = z.object({
  name: z.string(),
  email: z.string(),
  /** In which they are answered. */
  language: z.string(),
  place: z.string(),
  question: z.string().nullable(),
  reply: z.string().nullable(),
  objection: z.string().nullable(),
  /** The notifier can be asked: they gave an address, and nothing is decided. */
  can_ask: z.boolean(),
});

export const queuedReport = z.object({
  id: z.uuid(),
  about: z.enum(reportSubjects),
  reason: z.enum(reportReasons),
  /** The reason that was chosen, if staff said that someone is in danger, so that `reason` is danger; else null. */
  filed_as: z.enum(reportReasons).nullable(),
  at: z.iso.datetime(),
  text: z.string(),
  /** The reporter asks that the message is not quoted to its author. */
  unquoted: z.boolean(),
  /** The reported message's text; empty if it is a photo or a gift alone. */
  message: z.string().nullable(),
  ...besideWords,
  /** The call that the report names: when it was asked for, and how long it was; null seconds: it did not begin. */
  talk: z.object({ at: z.iso.datetime(), seconds: z.int().nullable() }).nullable(),
  /** When the reported message or question was written. */
  written: z.iso.datetime().nullable(),
  /** The address of the reported photo, or of that of the reported message; null: there is none, or none any more. */
  image: z.string().nullable(),
  /** The number of that photo, which the police are told. */
  photo: z.uuid().nullable(),
  has_chat: z.boolean(),
  /** Null: their account is erased. The counts are of their reports; `unfounded`: with objections, manifestly so. */
  reporter: person
    .extend({
      decided: z.int(),
      upheld: z.int(),
      unfounded: z.int(),
      /** Open reports about other members in the same words, and about how many. */
      same_words: z.object({
        reports: z.int(),
        members: z.int(),
        /** The first of these members, whose ids are their items in the queue. */
        others: z.array(z.object({ id: z.uuid(), name: z.string() })).max(sameWordsListed),
      }),
      /** The last warning not to report without any ground that still counts (DSA, article 23). */
      warned_at: z.iso.datetime().nullable(),
      /** Of their account, for a warning; null: it is closed. */
      version: z.int().nullable(),
    })
    .nullable(),
  /** The notifier of a notice of illegal content, its place, and the objection to what was decided on it. */
  notice: noticeOfGuest.nullable(),
  /** The reported member; null: their account is erased. */
  reported: person.nullable(),
});
export type QueuedReport = z.output<typeof queuedReport>;

const buyerPayment = z.object({
  id: z.uuid(),
  number: z.string().nullable(),
  at: z.iso.datetime(),
  status: z.enum(paymentStatuses),
  /** In minor units, as is `refunded`. */
  amount: z.int(),
  refunded: z.int(),
  refunding: z.boolean(),
  charged_back: z.int(),
  method: z.string().nullable(),
  /** A direct debit that the provider may not have sent to the bank yet: it can be cancelled. */
  cancellable: z.boolean().default(false),
  /** What to write to the sender of a complaint once it is cancelled; `refused`: its IBAN is refused, too. */
  stopped: z.object({ answer: z.string(), refused: z.string() }).nullable().default(null),
  currency: z.string(),
  named: z.boolean(),
  /** Whose it is, if a complaint only names its number, which proves nothing about them. Null: the sender's. */
  buyer: person.nullable().default(null),
  /** The caller's role may open its page. */
  openable: z.boolean().default(true),
  /** What a withdrawal from it would refund, when it was bought and for how many days; null: it can't be done. */
  withdrawable: z
    .object({
      ...{ credits: z.int(), amount: z.int(), bought: z.iso.datetime(), days: z.int() },
      /** What to write to the sender of a complaint once that is refunded, in their language; empty: nothing. */
      answer: z.string().default(""),
    })
    .nullable()
    .default(null),
});
export type BuyerPayment = z.output<typeof buyerPayment>;

/** The kinds of contact details, by which members could reach each other outside the site. */
export const contactKinds = ["link", "email", "phone", "handle", "street"] as const;
export type ContactKind = (typeof contactKinds)[number];

export const queuedCase = queueItem.extend({
  member: person.nullable(),
  facts: z.array(z.object({ label: z.enum(factLabels), value: z.string() })),
  text: z.string(),
  /** Why a program held the text back; null: it did not. */
  detected: z
    .object({
      kinds: z.array(z.enum(contactKinds)),
      /** Where they are in the text, in their order. */
      places: z.array(z.object({ start: z.int(), end: z.int() })),
      /** It is not too long to be checked as a whole. */
      whole: z.boolean(),
    })
    .nullable()
    .default(null),
  thread: staffComplaint.shape.messages,
  /** Earlier complaints of the same member or address, newest first, with the answers. */
  earlier: z.array(staffComplaint).default([]),
  /** Those that were decided on together, if it is about their decision. */
  reports: z.array(queuedReport).default([]),
  /** The address of the rejected photo that it is about, unless a report shows it; null: none, or it is deleted. */
  image: z.string().nullable().default(null),
  /** The address of a rejected voice message or introduction, for who answers the objection. */
  sound: z.string().nullable().default(null),
  /** How many members were warned by the decision, and hear of it if it is reversed. */
  warned: z.int().default(0),
  payments: z.array(buyerPayment).default([]),
  replies: z.array(savedReply).default([]),
  /** The subject of a complaint, which staff can change. */
  topic: z.enum(complaintTopics).nullable().default(null),
  /** The member whose confirmed address a complaint without a login names. */
  owner: person.nullable().default(null),
  /** What it is about, if its choices depend on it; of a text that waits, where it stands in the profile. */
  kind: z.string().default(""),
  /** A complaint in a language that the caller does not read, in words, and the colleagues who do; null: they do. */
  unread: z
    .object({ language: z.string(), readers: z.array(z.string()) })
    .nullable()
    .default(null),
});
export type QueuedCase = z.output<typeof queuedCase>;

/** The texts of a profile that wait: what a member writes about themselves, and a question to open with. */
export const textPlaces = ["about_me", "question"] as const;

export const textRejections = ["contact_details", "explicit", "advertising", "hatred", "illegal", "other"] as const;
export const { take: takeTexts, decide: decideText } = queueCalls("texts", queuedCase, {
  path: "/api/staff-texts.php",
  summary: "Approve a text or a question of a member's profile, or reject it with a statement of reasons (D11.3).",
  verdicts: ["approved", ...textRejections],
  /** The text that the caller has read: if the member has changed it since, nothing happens. */
  more: {
    ...holdable,
    text: z.string("invalid").max(10_000, "too_long"),
    /** What the member reads beside the reason of a rejection. */
    words: optionalText(objectionLength).default(""),
  },
});

/** Why, in the words that the member reads: a statement of reasons is never without (DSA, article 17(3)). */
const teamsWords = freeText(objectionLength);

/** What is dismissed was manifestly unfounded, and counts towards a pause (DSA, article 23); else without effect. */
const unfounded = z.boolean().default(false);

/** What was decided before about a member whose item staff look at. */
const earlierDecision = z.object({
  id: z.uuid(),
  decision: decisionKind,
  ground: ground.nullable(),
  at: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
  in_force: z.boolean(),
  /** Another person reversed it after an objection. */
  overturned: z.boolean(),
});
export type EarlierDecision = z.output<typeof earlierDecision>;

/** A member who may be in danger, or may put others in it. `replies`: what to write to them; none: no one reads it. */
const endangered = person.extend({
  reported: z.boolean(),
  country: z.string(),
  /** In which they read what is written to them. */
  language: z.string(),
  replies: z.array(savedReply).default([]),
});

export const queuedReports = queueItem.extend({
  /** Null: their account is erased. */
  member: person.nullable(),
  about: z
    .object({
      age: z.int(),
      /** In which they read the team's words. */
      language: z.string(),
      town: z.string().nullable(),
      /** ISO 3166-1. */
      country: z.string(),
      photo: z.string().nullable(),
      about_me: z.string(),
      look_alikes: lookAlikes,
      /** The questions to open with that the member wrote. */
      questions: z.array(z.string()),
      status: z.enum(accountStatuses),
      joined: z.iso.datetime(),
      last_active: z.iso.datetime(),
      muted_until: z.iso.datetime().nullable(),
      suspended_until: z.iso.datetime().nullable(),
    })
    .nullable(),
  reports: z.array(queuedReport).min(1),
  /** If someone is in danger: the members it may be about, each with where they live and what to write to them. */
  danger: z.array(endangered).nullable().default(null),
  /**
   * Texts that staff send often to the reported member, and to who reported, each in the reader's language: one after
   * the other, if those who reported read several.
   */
  replies: z.array(savedReply).default([]),
  reporter_replies: z.array(savedReply).default([]),
  reporter_languages: z.array(z.string()).default([]),
  /** What staff wrote to these members since the first of the reports, the oldest first. */
  letters: z.array(z.object({ name: z.string(), at: z.iso.datetime() })).default([]),
  decisions: z.array(earlierDecision),
});
export type QueuedReports = z.output<typeof queuedReports>;

/** Who reported reads the words of these decisions, and not the member that it is about. */
export const reportersVerdicts = ["kept", "helped", "asked"] as const;

export const { take: takeReports, decide: decideReports } = queueCalls("reports", queuedReports, {
  path: "/api/staff-reports.php",
  summary:
    "Decide on reports about one member: leave it, take down what is reported, or take a measure; both sides hear why (D11.2). If it is about a danger, say that help was given. Of a notice that names no member: leave it, or ask its notifier.",
  verdicts: [...reportersVerdicts, "removed", ...measures],
  more: {
    ...holdable,
    /** The reports that the decision is on; if one of them is closed by now, nothing happens. */
    reports: z.array(id).min(1, "required").max(100, "too_big"),
    /** The rule that was broken; required if something is done about the member. */
    ground: ground.optional(),
    ...measureLength,
    words: teamsWords,
    unfounded,
    ...authorityTold,
  },
});

/** Where a notice of a guest is: staff decide on it, its notifier was asked something, or it is decided. */
export const noticeStates = ["open", "waiting", "done"] as const;
export type NoticeState = (typeof noticeStates)[number];

const foundNotice = noticeOfGuest.omit({ can_ask: true }).extend({
  id: z.uuid(),
  site: z.string(),
  state: z.enum(noticeStates),
  /** The item of the queue that it is in; null: it waits in none. */
  item: z.uuid().nullable(),
  /** Its decided report, by which staff can take it up again, and until when; null: they can't. */
  again: z.object({ report: z.uuid(), until: z.iso.datetime() }).nullable(),
  reason: z.enum(reportReasons),
  text: z.string(),
  at: z.iso.datetime(),
  /** When its notifier was asked; null: never. */
  asked_at: z.iso.datetime().nullable(),
  /** The reported member; null: it names none, or their account is erased. */
  member: person.nullable(),
});
export type FoundNotice = z.output<typeof foundNotice>;
export const noticesFound = 50;

export const findNotices = defineCall({
  method: "POST",
  path: "/api/staff-notices.php",
  summary:
    "Find notices of guests by number or email address, and by state: those that wait for an answer too (DSA, article 16).",
  who: "staff",
  sites: "own",
  roles: queueRoles.reports,
  // a search changes nothing; it is no GET, so that no email address is in an address
  replay: "none",
  body: z
    .object({ text: optionalText(254).default(""), state: z.enum(noticeStates, "unknown_option").optional() })
    .refine(({ text, state }) => text !== "" || state !== undefined, { path: ["text"], error: "required" }),
  answer: z.object({ notices: z.array(foundNotice).max(noticesFound) }),
});

/** A call about one report. */
const ofReport = { who: "staff", sites: { id: "report" }, roles: queueRoles.reports } as const;

export const nameReported = defineCall({
  method: "PUT",
  path: "/api/staff-report-member.php",
  summary: "Say which member a notice is about that names none: it joins the reports about them (DSA, article 16).",
  ...ofReport,
  /** The address of a page or a photo, an id, or a username. */
  body: z.object({ id, place: freeText(noticePlaceLength) }),
  errors: ["staff_item_claimed", "staff_item_gone", "profile_not_found"],
});

export const reopenNotice = defineCall({
  method: "PUT",
  path: "/api/staff-notice-again.php",
  summary:
    "Take a decided notice of a guest up again, within the time to object: it waits anew (DSA, articles 16, 20).",
  ...ofReport,
  body: z.object({ id }),
  answer: z.object({ item: z.uuid() }),
  errors: ["staff_item_gone"],
});

const danger = {
  path: "/api/staff-report-danger.php",
  ...ofReport,
  body: z.object({ id }),
  errors: ["staff_item_claimed", "staff_item_gone"],
} as const;

export const markDanger = defineCall({
  ...danger,
  method: "PUT",
  summary:
    "Say that someone is in danger, whatever the reason of the report: it counts as one of danger at once, logged (DSA, article 18).",
});

export const unmarkDanger = defineCall({
  ...danger,
  method: "DELETE",
  summary: `Take back within ${undoSeconds} seconds that someone is in danger: the report has its own reason again, logged.`,
});

export const openReportedChat = defineCall({
  method: "POST",
  path: "/api/staff-report-chat.php",
  summary: "Read the chat that a report is about: the only way to a private chat, and it is logged (D11.4).",
  ...ofReport,
  body: z.object({ id }),
  answer: z.object({
    lines: z.array(
      z.object({
        reported: z.boolean(),
        text: z.string(),
        ...besideWords,
        image: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    ),
  }),
  errors: ["staff_item_gone"],
});

export const writePoliceText = defineCall({
  method: "POST",
  path: "/api/staff-report-police.php",
  summary: "A text for the police about a report of danger: who, what and when, with both addresses; it is logged.",
  ...ofReport,
  body: z.object({ id }),
  answer: z.object({ text: z.string() }),
  errors: ["staff_item_gone"],
});

export const getDecidedReport = defineCall({
  method: "GET",
  path: "/api/staff-report.php",
  summary: "Read again what a report was about that is decided, while it is kept; the read is logged (D11.2, D11.4).",
  ...ofReport,
  query: z.object({ id }),
  answer: z.object({
    /** All that were decided on together; chat and photos only while an objection to the decision is open. */
    reports: z.array(queuedReport),
    /** Staff told the police or the emergency services, and under which number. */
    authority_told: z.boolean(),
    authority_reference: z.string(),
    /** What the reporters read: the decision, null for a guest, and the words of staff. */
    told: z.array(z.object({ report: z.uuid(), decision: decisionKind.nullable(), words: z.string() })),
  }),
  errors: ["staff_item_gone"],
});

export const { take: takeObjections, decide: decideObjection } = queueCalls("objections", queuedCase, {
  path: "/api/staff-objections.php",
  summary: "Answer an objection to a decision that another person made (D11.2).",
  verdicts: ["upheld", "rejected"],
  more: { ...holdable, words: teamsWords, unfounded },
});

/** The words of an answer; required for `answered`, without effect otherwise. */
const answerWords = freeText(answerTextLength).or(z.literal("")).default("");

/** A member whose first messages a program marked: numbers, and never their words, which only a report opens. */
export const queuedReview = queueItem.extend({
  member: person,
  /** In which they read the team's words. */
  language: z.string(),
  status: z.enum(accountStatuses),
  joined: z.iso.datetime(),
  age: z.int(),
  /** The main photo; null: none. */
  photo: z.string().nullable(),
  /** How many others the member has, also such that wait for inspection. */
  other_photos: z.int(),
  about_me: z.string(),
  /** How many members got messages with each risk, in chats that still exist. */
  risks: z.object({ contact: z.int(), money: z.int() }),
  /** How many members got marked messages, also in chats that are deleted by now. */
  recipients: z.int(),
  /** When the first and the last of these were sent; null: it is not known any more. */
  first: z.iso.datetime().nullable(),
  last: z.iso.datetime().nullable(),
  /** To how many members one text went within a day, at most. */
  same_text: z.int(),
  /** Open reports about them. */
  reports: z.int(),
  look_alikes: lookAlikes,
  decisions: z.array(earlierDecision),
  replies: z.array(savedReply).default([]),
});
export type QueuedReview = z.output<typeof queuedReview>;

export const { take: takeReviews, decide: decideReview } = queueCalls("reviews", queuedReview, {
  path: "/api/staff-reviews.php",
  summary: "Close the review of a member whose first messages were marked, or warn the member (D11.3).",
  verdicts: ["closed", "warned"],
  more: {
    ...holdable,
    /** The rule that was broken, and why; both required for a warning. */
    ground: z.enum(staffGrounds, "unknown_option").optional(),
    words: optionalText(objectionLength).default(""),
  },
});
export const { take: takeComplaints, decide: decideComplaint } = queueCalls("complaints", queuedCase, {
  path: "/api/staff-complaints.php",
  summary:
    "Answer a complaint by email, ask its sender something, close it, hand it over with a note, or do what a request to be banned asks for (R2.01, D10.1).",
  verdicts: ["answered", "asked", "closed", "to_finance", "to_support", "banned"],
  more: {
    ...holdable,
    words: answerWords,
    /** For the colleagues who get it: required to hand it over. */
    note: optionalText(noteLength).default(""),
    /** How long the thread was that the caller has read: if its sender wrote since, nothing happens. */
    read: z.int("invalid").min(0, "too_small").optional(),
  },
  errors: ["site_changed"],
});

const foundComplaint = staffComplaint.extend({ site: z.string(), email: z.string(), member: person.nullable() });
export type FoundComplaint = z.output<typeof foundComplaint>;
export const complaintsFound = 20;

/** Who finds any complaint, also a closed one. */
export const complaintReaders: readonly StaffRole[] = ["support", "admin"];

export const findComplaints = defineCall({
  method: "POST",
  path: "/api/staff-complaint.php",
  summary:
    "Find complaints by number, address or words, closed ones too, with their answers; what is found is logged (R2.01, D11.4).",
  who: "staff",
  sites: "own",
  roles: complaintReaders,
  body: z
    .object({ text: optionalText(254), state: z.enum(complaintStates, "unknown_option").optional() })
    .refine(({ text, state }) => text !== "" || state !== undefined, { path: ["text"], error: "required" }),
  answer: z.object({ complaints: z.array(foundComplaint).max(complaintsFound) }),
});

export const changeComplaint = defineCall({
  method: "PUT",
  path: "/api/staff-complaint.php",
  summary: "Give an open complaint another subject; safety comes before all others.",
  who: "staff",
  sites: { id: "complaint" },
  roles: ["support", "finance", "admin"],
  body: z.object({ id, topic: z.enum(complaintTopics, "unknown_option") }),
  errors: ["staff_item_gone"],
});

const ownReplies = z.object({ replies: z.array(savedReply) });

export const saveReply = defineCall({
  method: "POST",
  path: "/api/staff-reply.php",
  summary: "Save a text for one's own answers and messages to members.",
  ...ofAllStaff,
  body: z.object({ title: freeText(60), text: freeText(answerTextLength) }),
  answer: ownReplies,
});

export const deleteReply = defineCall({
  method: "DELETE",
  path: "/api/staff-reply.php",
  summary: "Delete one of one's own saved texts.",
  ...ofAllStaff,
  body: z.object({ id }),
  answer: ownReplies,
});

export const { take: takeWithdrawals, decide: decideWithdrawal } = queueCalls("withdrawals", queuedCase, {
  path: "/api/staff-withdrawals.php",
  summary:
    "Carry out a withdrawal that could not be refunded by itself, answer the buyer by email, ask them, after which a complaint waits for the reply, or only close it (D7.7).",
  verdicts: ["refunded", "answered", "asked", "closed"],
  more: {
    ...holdable,
    words: answerWords,
    /** The purchase to withdraw from, and what the caller saw that it refunds; required for `refunded`. */
    payment: z.object({ id, amount: z.int("invalid").min(1, "invalid") }).optional(),
  },
  errors: ["payment_not_found", "payment_changed", "withdrawal_over", "withdrawal_nothing_left"],
});
export const { take: takePayments, decide: decidePaymentIssue } = queueCalls("payments", queuedCase, {
  path: "/api/staff-payment-issues.php",
  summary: "Close a difference between the books, or unusual spending (D7.5).",
  verdicts: ["closed"],
  more: holdable,
});

export const { take: takeProposals, decide: decideProposal } = queueCalls("proposals", queuedCase, {
  path: "/api/staff-proposals.php",
  summary:
    "Confirm what another person of the staff wants to do, which is then done, or decline it: credits, refunds, limits, company, discount codes (D7.1, D11.4).",
  verdicts: ["confirmed", "declined"],
  more: holdable,
  errors: [
    "site_changed",
    "terms_announced",
    "terms_need_notice",
    "not_enough_credits",
    "payment_not_found",
    "payment_already_returned",
    "payment_changed",
    "sales_open",
    "site_not_closed",
    "site_owes",
    "site_in_use",
  ],
});
