import { z } from "zod";
import { complaintSenders } from "#contract/complaints.ts";
import { shownSubjects } from "#contract/decisions.ts";
import { reportReasons } from "#contract/moderation.ts";
import { type NoticeKind, noticeKinds, type WeeklyKind, weeklyKinds } from "#contract/notifications.ts";

/** A member that a notice is about: the name, and what its labels need. */
export const noticePerson = z.object({
  name: z.string(),
  fictional: z.boolean(),
  automatic: z.literal(true).optional(),
  /** Who wrote the message; for a like, a match and a visit `member`: those of programs are not mailed. */
  author: z.enum(["member", "operator", "automatic"]),
});
export type NoticePerson = z.output<typeof noticePerson>;

const several = {
  people: z.array(noticePerson).min(1).max(3),
  count: z.int(),
};
/** A mail that members can switch off, by `token` without a login (RFC 8058). */
const switched = z.object({ name: z.string(), link: z.string(), token: z.string() });
/** A notice has the members, never the content, and what the newest message carries, if anything (D9.1). */
const notice = switched.extend({
  ...several,
  carries: z.enum(["gift", "photo", "voice", "answer", "reply"]).optional(),
});

const noticeMails = Object.fromEntries(noticeKinds.map((kind) => [kind, notice])) as Record<NoticeKind, typeof notice>;

/** The receiver's name, and the button's link: a path of the site, or a URL that begins with the job's `origin`. */
const linked = z.object({ name: z.string(), link: z.string() });
/** A payment; `amount` in minor units. */
const ofPayment = linked.extend({ payment_id: z.string(), amount: z.int(), currency: z.string() });
/** A refund or chargeback of a payment, and the credits taken back with it. */
const moneyBack = ofPayment.extend({ credits: z.int() });
const aboutPasskey = linked.extend({ passkey: z.string() });

/** About a notice of illegal content: its notifier may have no account. */
const aboutNotice = z.object({ link: z.string(), number: z.string() });
/** `outcome`: a sentence; `words`: the team's own; `bodies`: where the list of settlement bodies is. */
const decidedNotice = aboutNotice.extend({ outcome: z.string(), words: z.string(), bodies: z.url() });

/** What goes back to a member who leaves, in words; empty: nothing. */
const sums = z.string().default("");

/** One paragraph or two and one button. The texts are under the kind's name in `mails.json`, with these `remarks`. */
export const linkMails = {
  passkey_added: { params: aboutPasskey, remarks: ["not_you"] },
  passkey_removed: { params: aboutPasskey, remarks: ["not_you"] },
  /** D3.6: to choose a new password, or to log in once. */
  reset: { params: linked, remarks: ["expires", "ignore"] },
  login_link: { params: linked, remarks: ["expires", "ignore"] },
  /** `mail_change` goes to the new address, `email`; then `mail_changed` to the old one, to undo the change. */
  mail_change: { params: linked.extend({ email: z.string() }), remarks: ["expires", "ignore"] },
  mail_changed: { params: linked, remarks: ["expires", "all_well"] },
  /** D3.9: `until` is when the link expires, in words. */
  account_deleted: {
    params: linked.extend({
      until: z.string(),
      refund: sums,
      cause: z.enum(["member", "team", "silence"]).default("member"),
    }),
    remarks: ["then"],
  },
  /** An account that no one used for two years: it is deleted on `date`, in words, unless its owner logs in. */
  still_there: { params: linked.extend({ date: z.string() }), remarks: ["else"] },
  /** R13.05: another platform, `source`, handed over details, which are erased on `until`, in words. */
  imported: { params: z.object({ link: z.string(), source: z.string(), until: z.string() }), remarks: ["else"] },
  account_restored: { params: linked, remarks: ["ignore"] },
  /** R2.01: a complaint, or a request to be banned, has arrived; `number` is what to call it by. */
  complaint_received: { params: linked.extend({ number: z.string() }), remarks: ["answer"] },
  /** D11.9: confirms a request to be banned; it may go to an address without an account, so it has no name. */
  ban_confirm: { params: z.object({ link: z.string(), number: z.string() }), remarks: ["expires", "ignore"] },
  /** D10.1: the account is closed as its owner asked; `until` is when the link stops undoing it, in words. */
  banned_as_asked: {
    params: z.object({ link: z.string(), number: z.string(), until: z.string(), refund: sums }),
    remarks: ["not_you", "then"],
  },
  /** D11.2: a report has arrived (DSA, article 16(4)). It never names the reported member. */
  report_received: { params: linked, remarks: ["answer"] },
  /** A notice of illegal content has arrived (DSA, article 16(4)); then what was decided on it (16(5), 20, 21). */
  notice_received: { params: aboutNotice, remarks: ["answer"] },
  /** Staff can't find what a notice is about: the link has the form for the answer. */
  notice_asked: { params: aboutNotice.extend({ words: z.string() }), remarks: ["answer"] },
  notice_decided: { params: decidedNotice, remarks: ["object", "redress"] },
  notice_answered: { params: decidedNotice, remarks: ["redress"] },
  /** R10.02: a member was banned for fraud who wrote with the receiver, last on `date`, in words. */
  fraud_warning: {
    params: linked.extend({ about: z.string(), reason: z.string(), date: z.string(), credits: z.int() }),
    remarks: ["money", "data", "help"],
  },
  fraud_lifted: { params: linked.extend({ about: z.string() }), remarks: [] },
  /** R12.03: at the time that the member chose. Its words say nothing about a date: others may see the mailbox. */
  date_reminder: { params: linked, remarks: [] },
  download_ready: { params: linked.extend({ until: z.string() }), remarks: ["expires", "ignore"] },
} as const;

export type LinkMailKind = keyof typeof linkMails;

type LinkMailParams = { [Kind in LinkMailKind]: (typeof linkMails)[Kind]["params"] };
const linkMailParams = Object.fromEntries(
  Object.entries(linkMails).map(([kind, { params }]) => [kind, params]),
) as LinkMailParams;

/** `begin`: the words by which the buyer asked to begin at once; `days`: of withdrawal, missing in older mails. */
const order = z.object({ number: z.string(), at: z.iso.datetime(), begin: z.string(), days: z.int().optional() });
export type MailedOrder = z.output<typeof order>;

export const mailKinds = {
  ...linkMailParams,
  /** R9.05: new terms apply from a day, `date` in words. Every member gets it, whatever they switched off. */
  terms_change: linked.extend({
    date: z.string(),
    /** Settings that the terms name: each with what it becomes, in words. */
    changes: z.array(z.tuple([z.string(), z.string()])).default([]),
    /** By which the mail is found if staff take the terms back. */
    version_id: z.uuid(),
    /** The page `/agree` asks each member. Queued mails of an earlier version do not say. */
    asks: z.boolean().default(false),
  }),
  /** D3.6, R4.01, R4.25. `credits`: the welcome gift; `waiting`: messages that are sent on confirmation. */
  activation: linked.extend({ credits: z.int().optional(), waiting: z.int().optional() }),
  /** D3.5: names of browser and system, ISO 3166-1 of the country; null if unknown. */
  new_device: linked.extend({
    browser: z.string().nullable(),
    system: z.string().nullable(),
    country: z.string().nullable(),
    at: z.iso.datetime(),
  }),
  /** D3.4; `passkeys_ended`: by a link in a mail, which ended the passkeys too. `kept_from`: an address that waited. */
  password_changed: linked.extend({ passkeys_ended: z.boolean(), kept_from: z.string().nullable().default(null) }),
  /** R1.08, D7.7. `amount` in minor units, VAT included; `premium`: this purchase made the member premium. */
  payment_completed: z.object({
    name: z.string(),
    payment_id: z.string(),
    credits: z.int(),
    /** How many of the credits settled a debt. */
    settled: z.int().default(0),
    list_amount: z.int(),
    amount: z.int(),
    currency: z.string(),
    receipt: z.string(),
    vat_percent: z.number(),
    completed_at: z.iso.datetime(),
    premium: z.boolean(),
    order,
  }),
  /** D7.5: mandate and pre-notice; `amount` in minor units, the IBAN masked, days as `YYYY-MM-DD`. */
  direct_debit_mandate: linked.extend({
    /** Missing in older mails. */
    credits: z.int().optional(),
    amount: z.int(),
    currency: z.string(),
    account_holder: z.string(),
    iban: z.string(),
    creditor: z.string(),
    creditor_id: z.string(),
    mandate_reference: z.string(),
    signed_on: z.iso.date(),
    collect_on: z.iso.date(),
    order,
  }),
  /** D7.5: the bank did not pay one whose collection a mail had announced. */
  direct_debit_failed: ofPayment,
  refund_sent: moneyBack.extend({ credit_note: z.string().nullable() }),
  /** `paid_back`: by a chargeback of the buyer's bank, so nothing is owed. */
  refund_failed: moneyBack.extend({ paid_back: z.boolean() }),
  /** `owed`: how many of the credits were spent already. */
  chargeback: moneyBack.extend({
    owed: z.int(),
    credit_note: z.string().nullable(),
    ended_premium: z.boolean().default(false),
  }),
  /** D7.7. The amount of `refund` is 0 if nothing is paid yet. */
  withdrawal_received: linked.extend({
    at: z.iso.datetime(),
    number: z.string(),
    refund: z.object({ amount: z.int(), currency: z.string(), credits: z.int() }),
    ended_premium: z.boolean().default(false),
  }),
  /** D11.9: declared without a login. `number` of a purchase of the account, which the link carries out; else null. */
  withdrawal_declared: linked.extend({ at: z.iso.datetime(), number: z.string().nullable() }),
  /** D11.2: a statement of reasons; each text may be empty but `decision`. `is_answer`: to an objection. */
  decision: linked.extend({
    decision: z.string(),
    until: z.string(),
    ground: z.string(),
    words: z.string(),
    clause: z.string(),
    source: z.string(),
    content: z.string(),
    /** What becomes of bought credits, a sentence; empty: nothing happens to them. */
    money: z.string().default(""),
    by: z.enum(["person", "program"]),
    is_answer: z.boolean(),
    upheld: z.boolean().default(false),
  }),
  /** R2.01: to the site's own staff, in the sender's words; `member` is the account that sent it. */
  complaint: z.object({
    number: z.string(),
    kind: z.enum(["complaint", "ban"]),
    email: z.string(),
    member: z.uuid().nullable(),
    sender: z.enum(complaintSenders),
    text: z.string(),
  }),
  /** R2.01: the answer to a complaint, in the words of staff; `link` is null if no account sent the complaint. */
  complaint_answered: z.object({ number: z.string(), answer: z.string(), link: z.string().nullable() }),
  /** What staff write to a member of their own accord, and in that thread. */
  staff_message: z.object({ number: z.string(), answer: z.string(), link: z.string() }),
  /** D7.7: the answer to a withdrawal that staff looked at, in their words. */
  withdrawal_answered: z.object({ answer: z.string() }),
  /** D11.2: to the site's own staff. Ids, never a word of a chat; `text` is the reporter's. */
  report: z.object({
    report: z.uuid(),
    about: z.enum(shownSubjects),
    reason: z.enum(reportReasons),
    /** The ids of the two members; for a notice of illegal content, null and the notifier's own words. */
    reported: z.uuid().nullable(),
    reporter: z.string(),
    text: z.string(),
  }),
  ...noticeMails,
  /** Once a week, for members who asked for it: new members who suit them. */
  suggestions: switched.extend({
    people: z
      .array(noticePerson.extend({ age: z.int(), city: z.string(), percentage: z.int().nullable() }))
      .min(1)
      .max(6),
  }),
  /** Once a week, for members who asked for it: what happened and they have not seen yet. */
  digest: switched.extend({
    /** Without `people`, a line only counts them. */
    lines: z.array(z.object({ kind: z.enum(noticeKinds), people: several.people.optional(), count: z.int() })).min(1),
  }),
};
export type MailKind = keyof typeof mailKinds;

/** Mails that a stranger can cause to an address that they typed: only `mailUnproven` queues them. */
export type UnprovenMailKind =
  | "activation"
  | "mail_change"
  | "complaint_received"
  | "ban_confirm"
  | "imported"
  | "notice_received"
  | "withdrawal_declared";
export type ProvenMailKind = Exclude<MailKind, UnprovenMailKind>;
export type MoneyMailKind = "refund_sent" | "refund_failed" | "chargeback";

export type MailParams = { [Kind in MailKind]: z.output<(typeof mailKinds)[Kind]> };

export type MailToWrite<Of extends MailKind = MailKind> = {
  [Kind in Of]: { kind: Kind; params: MailParams[Kind] };
}[Of];

const written = Object.entries(mailKinds).map(([kind, params]) => z.object({ kind: z.literal(kind), params }));
/** The schema of `MailToWrite`, derived from `mailKinds`: a new kind is one line there. */
export const mailToWrite = z.union(written) as unknown as z.ZodType<MailToWrite, MailToWrite<ProvenMailKind>>;

export function isSwitched(mail: MailToWrite): mail is MailToWrite<NoticeKind | WeeklyKind> {
  return [...noticeKinds, ...weeklyKinds].some((kind) => kind === mail.kind);
}
