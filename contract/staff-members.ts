import { z } from "zod";
import { photoRejection } from "./attachments.ts";
import { defineCall } from "./call.ts";
import { answerTextLength, savedReply, staffComplaint } from "./complaints.ts";
import { largestInteger, type StaffRole, staffRoles } from "./constants.ts";
import { decisionKind, ground, objectionLength, staffGrounds } from "./decisions.ts";
import { reportReasons, reportSubjects } from "./moderation.ts";
import { paymentStatuses } from "./payments.ts";
import { countryCode } from "./places.ts";
import { genders } from "./profiles.ts";
import { accountStatuses, maxMeasureDays, memberMeasures, queuesEndedByBan, sanctionRoles } from "./sanctions.ts";
import { ofAllStaff } from "./staff.ts";
import { calendarDay, freeText, optionalText } from "./text.ts";
import { money as moneySum } from "./withdrawals.ts";

/** What of a member is hidden until staff say why they need it, which is logged; each with who may ask. */
export const sensitiveRoles = {
  email: staffRoles,
  date_of_birth: ["moderator", "admin"],
  phone: ["support", "finance", "admin"],
} as const satisfies Record<string, readonly StaffRole[]>;
export type SensitiveField = keyof typeof sensitiveRoles;
export const sensitiveFields = Object.keys(sensitiveRoles) as [SensitiveField, ...SensitiveField[]];

/** Who sees a member's payments and credits, and who the reports, decisions and devices. */
export const moneyRoles: readonly StaffRole[] = ["support", "finance", "admin"];
export const safetyRoles: readonly StaffRole[] = ["support", "moderator", "admin"];
export const refundRoles: readonly StaffRole[] = ["finance", "admin"];

const id = z.uuid("invalid");
const time = z.iso.datetime();
const pictureKind = z.enum(["selfie", "document"]);
const person = z.object({ id: z.uuid(), name: z.string() });

const listedMember = z.object({
  id: z.uuid(),
  name: z.string(),
  fictional: z.boolean(),
  site: z.string(),
  status: z.enum(accountStatuses),
  created_at: time,
});

const listed = listedMember.extend({
  country: z.string(),
  age: z.int(),
  town: z.string().nullable(),
  premium: z.boolean(),
  /** The addresses of small pictures, the main photo first; none if photos are not for the caller's role. */
  images: z.array(z.string()),
  version: z.int(),
});
export type FoundMember = z.output<typeof listed>;

export const membersFound = 50;

/** What someone without an account sent, by its number or their address: the way to it, without what it says. */
const strangersItem = z.object({
  kind: z.enum(["complaint", "notice"]),
  id: z.uuid(),
  number: z.string(),
  site: z.string(),
  at: time,
});
export type StrangersItem = z.output<typeof strangersItem>;
export const strangersItemsFound = 5;

const siteKey = z.string("invalid").max(60, "invalid");

const age = z.int("invalid").min(18, "too_small").max(120, "too_big");

/** What members are found by; without any of it the newest are found. */
const memberFilters = z.object({
  /** A part of a name (of two letters its beginning or end), an email address, or any number that staff have. */
  text: optionalText(254).default(""),
  /** Of the email address, such as `example.org`. */
  domain: z
    .string("invalid")
    .trim()
    .toLowerCase()
    .regex(/^@?[^@\s\p{C}]{1,252}$/u, "invalid")
    .transform((typed) => typed.replace(/^@/, ""))
    .optional(),
  /** A part of what a browser says of itself, such as `SM-A515F`. */
  device: freeText(100).optional(),
  site: siteKey.optional(),
  country: countryCode.optional(),
  /** What a name of the town begins with, in any language and spelling. */
  town: freeText(100).optional(),
  gender: z.enum(genders, "unknown_option").optional(),
  min_age: age.optional(),
  max_age: age.optional(),
  status: z.enum(accountStatuses, "unknown_option").optional(),
  premium: z.boolean("invalid").optional(),
  /** The first and the last day of the signup (UTC). */
  since: calendarDay.optional(),
  until: calendarDay.optional(),
});
export type MemberFilters = z.input<typeof memberFilters>;

export const findMembers = defineCall({
  method: "POST",
  path: "/api/staff-members.php",
  summary:
    "Find members by id, name, email, phone, any number that staff have, or by filters; exact names first, then the newest.",
  ...ofAllStaff,
  // a search changes nothing; it is no GET, so that no address is in an address
  replay: "none",
  body: memberFilters.extend({ cursor: z.string("invalid").max(200, "invalid").optional() }),
  answer: z.object({
    members: z.array(listed).max(membersFound),
    /** Nothing has this text: the members have similar names, the most similar first. */
    similar: z.boolean().default(false),
    /** Complaints and notices that the text names and that belong to no member, if the caller's role reads these. */
    strangers: z.array(strangersItem).default([]),
    /** The payment that the text is a number of, if the caller's role may open its page. */
    payment: z.uuid().nullable().default(null),
    cursor: z.string().nullable(),
  }),
});

export const getMemberFilters = defineCall({
  method: "GET",
  path: "/api/staff-member-filters.php",
  summary: "The countries from which one can sign up, that members can be found by.",
  ...ofAllStaff,
  answer: z.object({ countries: z.array(countryCode) }),
});

const counts = z.object({
  likes_sent: z.int(),
  likes_received: z.int(),
  matches: z.int(),
  chats: z.int(),
});

const photo = z.object({
  id: z.uuid(),
  image: z.string(),
  status: z.enum(["active", "inspection"]),
  main: z.boolean(),
});

const introduction = z.object({
  id: z.uuid(),
  sound: z.string(),
  seconds: z.int(),
  /** A rejected one is kept as long as its owner can appeal. */
  status: z.enum(["active", "inspection", "rejected"]),
  at: time,
});

/** Credits or a refund that waits for a second person, such as `+60`. */
export const waiting = z.object({
  id: z.uuid(),
  text: z.string(),
  reason: z.string(),
  by: z.string(),
  own: z.boolean(),
});
export type WaitingProposal = z.output<typeof waiting>;

const money = z.object({
  credits: z.int(),
  debt: z.int(),
  /** The newest days (UTC), each with its causes, and the balance at its end. */
  ledger: z.array(
    z.object({ day: calendarDay, balance: z.int(), cause: z.string(), entries: z.int(), amount: z.int() }),
  ),
  payments: z.array(
    z.object({
      id: z.uuid(),
      number: z.string().nullable(),
      at: time,
      status: z.enum(paymentStatuses),
      method: z.string().nullable(),
      /** The discount code that the buyer typed. */
      code: z.string().nullable(),
      /** Of a direct debit: the reference on the bank statement, and the day of collection. */
      debit: z.object({ reference: z.string(), collect_on: calendarDay }).nullable(),
      credits: z.int(),
      amount: z.int(),
      refunded: z.int(),
      refunding: z.boolean(),
      charged_back: z.int(),
      currency: z.string(),
    }),
  ),
  /** Since when the member, their bank account or phone can't pay by direct debit; null: they can. */
  debits_blocked_at: time.nullable(),
  waiting: z.array(waiting),
});

/**
 * The same "About me" of two accounts is no chance if it has at least this many letters; a shorter one, from
 * `sameShortTextLength`, if the birth date or the town is the same too.
 */
export const sameTextLength = 40;
export const sameShortTextLength = 12;
export const lookAlikesListed = 5;
export const lookAlikesCounted = 100;

/**
 * The other accounts of the site with the same "About me", apart from case and white space, in any state; with a short
 * one only those with the same birth date or town.
 */
export const lookAlikes = z.object({
  /** Counted to 100, without those of which staff said that they are someone else. */
  count: z.int(),
  /** The newest; last those of which staff said that they are someone else. */
  members: z
    .array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        fictional: z.boolean(),
        status: z.enum(accountStatuses),
        cleared: z.boolean(),
        age: z.int(),
        town: z.string().nullable(),
        country: countryCode,
        /** The main photo. */
        image: z.string().nullable(),
        /** Why the account is banned; null: it is not, or by no statement of reasons. */
        ban: z.object({ ground: ground.nullable(), words: z.string(), at: time }).nullable(),
      }),
    )
    .max(lookAlikesListed),
  /** For the member if one of them is the same person and banned, in their language. */
  words: z.string(),
});
export type LookAlikes = z.output<typeof lookAlikes>;

const safety = z.object({
  look_alikes: lookAlikes,
  reports: z.array(
    z.object({
      id: z.uuid(),
      /** Made by this member, not about them. */
      made: z.boolean(),
      other: person.nullable(),
      about: z.enum(reportSubjects),
      reason: z.enum(reportReasons),
      open: z.boolean(),
      unfounded: z.boolean().default(false),
      at: time,
    }),
  ),
  decisions: z.array(
    z.object({
      id: z.uuid(),
      decision: decisionKind,
      ground: ground.nullable(),
      words: z.string(),
      until: time.nullable(),
      at: time,
      /** Null: a command on the machine itself. */
      by: z.string().nullable(),
      in_force: z.boolean(),
      lifted: z.boolean(),
      /** The text that it took from the profile; null: none. */
      content: z.string().nullable().default(null),
      /** The address of the photo that it took from the profile, while that is kept; null: none. */
      image: z.string().nullable().default(null),
      /** A warning or a rejection that staff can take back. */
      can_take_back: z.boolean(),
      objection: z.enum(["none", "open", "upheld", "rejected"]),
      /** What the member wrote against it, and the answer. */
      appeal: z
        .object({
          text: z.string(),
          at: time,
          answer: z.object({ words: z.string(), at: time, by: z.string().nullable() }).nullable(),
        })
        .nullable(),
    }),
  ),
  /** Selfies and documents that staff did not accept; `reason`: a code of the picture's kind. */
  rejected_pictures: z.array(
    z.object({
      kind: pictureKind,
      reason: z.string(),
      at: time,
      by: z.string().nullable(),
      taken_back: z.boolean(),
      can_take_back: z.boolean(),
    }),
  ),
  /** What was done about a danger in reports about the member, newest first. */
  help: z
    .array(
      z.object({
        at: time,
        by: z.string(),
        /** Help was given, without a measure. */
        helped: z.boolean(),
        /** The police or the emergency services were told. */
        authority_told: z.boolean(),
        authority_reference: z.string().default(""),
      }),
    )
    .default([]),
  complaints: z.array(staffComplaint),
  notes: z.array(
    z.object({
      id: z.uuid(),
      text: z.string(),
      by: z.string(),
      at: time,
      /** The caller wrote it, or is an admin. */
      can_delete: z.boolean().default(false),
    }),
  ),
  /** Where the member is logged in, and every browser that they used before. */
  devices: z.array(
    z.object({
      browser: z.string().nullable(),
      system: z.string().nullable(),
      country: z.string().nullable(),
      first_seen: time,
      last_seen: time,
      logged_in: z.boolean(),
    }),
  ),
});

export const memberFile = z.object({
  member: listedMember.extend({
    automatic: z.boolean(),
    gender: z.enum(genders),
    age: z.int(),
    country: z.string(),
    town: z.string().nullable(),
    language: z.string(),
    about_me: z.string(),
    premium: z.boolean(),
    invisible: z.boolean(),
    confirmed_at: time.nullable(),
    last_active_at: time,
    muted_until: time.nullable(),
    suspended_until: time.nullable(),
    banned_at: time.nullable(),
    deleted_at: time.nullable(),
    /** Changes with each measure: one that was based on an earlier state is refused. */
    version: z.int(),
  }),
  counts,
  photos: z.array(photo),
  /** The voice introductions that are kept, newest first. */
  introductions: z.array(introduction).default([]),
  /** What the bought, unspent credits are worth. */
  unspent: z.array(moneySum),
  /** Null: not for the caller's role. */
  money: money.nullable(),
  safety: safety.nullable(),
  /** For a message to the member, and for the words of a measure. */
  replies: z.array(savedReply),
  measure_replies: z.array(savedReply),
  /** For a member whose measure is taken back. */
  lift_replies: z.array(savedReply),
});
export type MemberFile = z.output<typeof memberFile>;

export const fileEntries = 50;

export const getMemberFile = defineCall({
  method: "GET",
  path: "/api/staff-member.php",
  summary: "What is known about a member and the caller's role needs; never a chat, nor a sensitive field (D11.4).",
  who: "staff",
  sites: { id: "member" },
  roles: staffRoles,
  query: z.object({ id }),
  answer: memberFile,
  errors: ["profile_not_found"],
});

const why = freeText(500);

export const revealFields = defineCall({
  method: "POST",
  path: "/api/staff-reveal.php",
  summary: "Show sensitive fields of a member; which and why is logged (D11.4).",
  who: "staff",
  sites: { id: "member" },
  roles: staffRoles,
  body: z.object({ id, fields: z.array(z.enum(sensitiveFields, "unknown_option")).min(1, "required"), reason: why }),
  answer: z.object({ fields: z.partialRecord(z.enum(sensitiveFields), z.string()) }),
  errors: ["profile_not_found"],
});

/** Why, in the words that the member reads: a statement of reasons is never without (DSA, article 17(3)). */
const words = freeText(objectionLength);
const version = z.int("invalid").min(0, "invalid").max(largestInteger, "invalid");

export const authorityReferenceLength = 200;
/** What a decision says about the police; for the log (DSA, article 18). */
export const authorityTold = {
  /** The police or the emergency services know of the danger. */
  authority_told: z.boolean().default(false),
  /** Their number for it, or who answered; kept only if they were told. */
  authority_reference: optionalText(authorityReferenceLength).default(""),
};

/** How long a measure takes that has an end, which needs one of both. */
export const measureLength = {
  days: z.int("invalid").min(1, "too_small").max(maxMeasureDays, "too_big").optional(),
  until: z.iso.datetime("invalid").optional(),
};

const measureOf = {
  measure: z.enum(memberMeasures, "unknown_option"),
  ...measureLength,
  ground: z.enum(staffGrounds, "unknown_option"),
  words,
};

/** What of the members waited for a decision, and no longer does after a ban. */
export const endedByBan = z.array(z.object({ queue: z.enum(queuesEndedByBan), count: z.int() }));
export type EndedByBan = z.output<typeof endedByBan>;

export const sanctionMember = defineCall({
  method: "POST",
  path: "/api/staff-sanction.php",
  summary: "Warn, mute, suspend or ban a member, with a statement of reasons (D11.2, D11.4).",
  who: "staff",
  sites: { id: "member" },
  roles: sanctionRoles,
  body: z.object({
    id,
    version,
    ...measureOf,
    /** Whether a ban refunds bought, unspent credits; by default not after a fraud. */
    refund: z.boolean("unknown_option").optional(),
    ...authorityTold,
  }),
  answer: z.object({ ok: z.boolean(), ended: endedByBan }),
  errors: ["staff_item_gone"],
});

export const noteAuthority = defineCall({
  method: "POST",
  path: "/api/staff-authority.php",
  summary:
    "Note afterwards that the police or the emergency services were told about a member; logged (DSA, article 18).",
  who: "staff",
  sites: { id: "member" },
  roles: sanctionRoles,
  body: z.object({
    id,
    /** The decided report that it belongs to; without it, it stands on the member's page alone. */
    report: id.optional(),
    reference: authorityTold.authority_reference,
  }),
  errors: ["staff_item_gone", "profile_not_found"],
});

export const sanctionedAtOnce = 100;

export const getBanEffects = defineCall({
  method: "GET",
  path: "/api/staff-ban.php",
  summary:
    "What a ban of these members sets off: who else is told after a fraud, which money moves, and what no longer waits (R10.02).",
  who: "staff",
  roles: sanctionRoles,
  sites: { members: "member" },
  /** Ids, with commas between them. */
  query: z.object({
    members: z
      .string("invalid")
      .transform((list) => list.split(","))
      .pipe(z.array(id).max(sanctionedAtOnce, "too_big")),
  }),
  answer: z.object({
    /** Others who exchanged messages with them in the last 90 days: they are warned if the ban is for a fraud. */
    contacts: z.int(),
    /** The credits that these get back. */
    credits: z.int(),
    /** What the members' bought, unspent credits are worth. */
    unspent: z.array(moneySum),
    ends: endedByBan,
    /** The open reports about them: a ban alone leaves these to a decision of their own, which each reporter gets. */
    reports: z.int(),
  }),
});

export const sanctionMembers = defineCall({
  method: "POST",
  path: "/api/staff-sanctions.php",
  summary: "Take the same measure against up to 100 members, each with a statement of reasons (D11.2, D11.4).",
  who: "staff",
  sites: { members: "member" },
  roles: sanctionRoles,
  body: z.object({
    members: z.array(z.object({ id, version })).min(1, "required").max(sanctionedAtOnce, "too_long"),
    ...measureOf,
  }),
  answer: z.object({
    taken: z.int(),
    /** Those whose state is no longer what the caller saw: nothing was done about them. */
    left_out: z.array(z.uuid()),
    ended: endedByBan,
  }),
});

export const restoreMember = defineCall({
  method: "DELETE",
  path: "/api/staff-sanction.php",
  summary:
    "Lift one of the measures in force against a member, or all, or take back a warning or a rejection; the member is told so (D11.2).",
  who: "staff",
  sites: { id: "member" },
  roles: sanctionRoles,
  body: z.object({
    id,
    version,
    words,
    /** The decision whose measure is lifted, or that is taken back; without it all measures in force are lifted. */
    decision: z.uuid("invalid").optional(),
  }),
  errors: ["staff_item_gone"],
});

export const takeBackPicture = defineCall({
  method: "DELETE",
  path: "/api/staff-rejected-picture.php",
  summary: "Take back the rejection of a member's last selfie or document: they hear of it, and can send another one.",
  who: "staff",
  sites: { id: "member" },
  roles: sanctionRoles,
  body: z.object({ id, kind: pictureKind }),
  errors: ["staff_item_gone"],
});

export const removeMemberPhoto = defineCall({
  method: "DELETE",
  path: "/api/staff-member-photo.php",
  summary: "Take down a photo of a profile, with a statement of reasons; it can't be uploaded again (D8.2, D11.4).",
  who: "staff",
  sites: { id: "member" },
  roles: sanctionRoles,
  body: z.object({ id, photo: z.uuid("invalid"), ground: photoRejection }),
  errors: ["staff_item_gone"],
});

export const deleteMember = defineCall({
  method: "POST",
  path: "/api/staff-deletion.php",
  summary: "Delete a member's account at their request, with or without a refund; a mail confirms it (D3.9, D11.4).",
  who: "staff",
  sites: { id: "member" },
  roles: moneyRoles,
  body: z.object({ id, refund: z.boolean("unknown_option"), reason: freeText(500) }),
  answer: z.object({ refunds: z.array(moneySum) }),
  errors: ["staff_item_gone"],
});

export const clearLookAlike = defineCall({
  method: "PUT",
  path: "/api/staff-look-alike.php",
  summary: "Say of two accounts with the same text that they are different people, or take that back (D11.2).",
  who: "staff",
  sites: { id: "member", other: "member" },
  roles: safetyRoles,
  body: z.object({ id, other: id, cleared: z.boolean("invalid") }),
  errors: ["profile_not_found"],
});

export const noteLength = 2000;

export const addNote = defineCall({
  method: "POST",
  path: "/api/staff-note.php",
  summary: "Note something about a member for colleagues; it goes with the account, and into the member's download.",
  who: "staff",
  sites: { id: "member" },
  roles: safetyRoles,
  body: z.object({ id, text: freeText(noteLength) }),
  errors: ["profile_not_found"],
});

export const deleteNote = defineCall({
  method: "DELETE",
  path: "/api/staff-note.php",
  summary: "Delete a note about a member: one's own, or as an admin any; the log says that, not what it said.",
  who: "staff",
  sites: { id: "member" },
  roles: safetyRoles,
  body: z.object({ id, note: z.uuid("invalid") }),
  errors: ["staff_item_gone"],
});

export const writeToMember = defineCall({
  method: "POST",
  path: "/api/staff-message.php",
  summary: "Write to a member: an email and an update; what they write back is in the queue of complaints (D11.4).",
  who: "staff",
  sites: { id: "member" },
  roles: staffRoles,
  body: z.object({ id, text: freeText(answerTextLength) }),
  errors: ["profile_not_found"],
});

export const changeCredits = defineCall({
  method: "POST",
  path: "/api/staff-credits.php",
  summary: "Give a member credits, or take some; above the site's limit a second person confirms it (D7.1).",
  who: "staff",
  sites: { id: "member" },
  roles: moneyRoles,
  body: z.object({
    id,
    /** Below 0: take. */
    amount: z
      .int("invalid")
      .min(-10_000, "too_small")
      .max(10_000, "too_big")
      .refine((amount) => amount !== 0, "invalid"),
    reason: why,
  }),
  answer: z.object({ booked: z.boolean() }),
  errors: ["profile_not_found", "not_enough_credits"],
});

const sum = z.int("invalid").min(0, "too_small").max(largestInteger, "too_big");

export const refundPayment = defineCall({
  method: "POST",
  path: "/api/staff-refund.php",
  summary:
    "Refund a payment, in part or all that is left of it; above the site's amount a second person confirms it (D7.4).",
  who: "staff",
  sites: { payment_id: "payment" },
  roles: refundRoles,
  body: z.object({
    payment_id: id,
    amount: sum.min(1, "too_small"),
    /** As the caller saw it: the credits that it takes back, and what was left. If these changed, nothing happens. */
    credits: sum,
    left: sum,
    reason: why,
  }),
  answer: z.object({
    amount: z.int(),
    credits: z.int(),
    currency: z.string(),
    /** Nothing was refunded yet: a second person has to confirm it. */
    waits: z.boolean(),
  }),
  errors: ["payment_not_found", "payment_already_returned", "payment_changed"],
});
