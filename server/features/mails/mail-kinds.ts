import { z } from "zod";
import { reportReasons, reportSubjects } from "#contract/moderation.ts";
import { type NoticeKind, noticeKinds } from "#contract/notifications.ts";

/** Somebody whom a notice is about: by name, with what has to be said beside it (D11.1). */
export const noticed = z.object({
  name: z.string(),
  fictional: z.boolean(),
  /** Who wrote the message; `member` for a like and a match. */
  author: z.enum(["member", "operator", "automatic"]),
});
export type Noticed = z.output<typeof noticed>;

/** D9.1, D9.3: who it was, never what. `token` is for switching these mails off (RFC 8058). */
const notice = z.object({
  name: z.string(),
  link: z.string(),
  token: z.string(),
  /** The first of them. */
  people: z.array(noticed).min(1).max(3),
  /** How many they are in all. */
  count: z.int(),
});

/** Who a mail is to, and where its button leads: a path of the site, or an address that begins with the job's `origin`. */
const linked = z.object({ name: z.string(), link: z.string() });
/** A change of what opens the account: `passkey` is the name that its owner gave it. */
const aboutPasskey = linked.extend({ passkey: z.string() });

/**
 * Mails of one paragraph or two and one button. Their texts stand in `locales/<lang>/mails.json` under the kind's name:
 * `subject`, `preview`, `heading`, `text`, `button`, `why`, and the `remarks` that are named here, in their order.
 */
export const linkMails = {
  /** D3.6, R4.01; with how many conversations a free member can begin (R4.25). */
  activation: { params: linked, remarks: ["conversations", "expires", "ignore"] },
  /** A new way into the account is told to its owner, and that one is gone, too. */
  passkey_added: { params: aboutPasskey, remarks: ["not_you"] },
  passkey_removed: { params: aboutPasskey, remarks: ["not_you"] },
  /** D3.6: to choose a new password, or to log in once. */
  reset: { params: linked, remarks: ["expires", "ignore"] },
  login_link: { params: linked, remarks: ["expires", "ignore"] },
  password_changed: { params: linked, remarks: ["all_well"] },
  /** To the new address, which `email` is; then to the old one, with a way back. */
  mail_change: { params: linked.extend({ email: z.string() }), remarks: ["expires", "ignore"] },
  mail_changed: { params: linked, remarks: ["expires", "all_well"] },
  /** D3.9: `until` is when the link ends, in words. */
  account_deleted: { params: linked.extend({ until: z.string() }), remarks: ["then", "ignore"] },
  account_restored: { params: linked, remarks: ["ignore"] },
  download_ready: { params: linked.extend({ until: z.string() }), remarks: ["expires", "ignore"] },
} as const;

export type LinkMailKind = keyof typeof linkMails;

type LinkMailParams = { [Kind in LinkMailKind]: (typeof linkMails)[Kind]["params"] };
const linkMailParams = Object.fromEntries(
  Object.entries(linkMails).map(([kind, { params }]) => [kind, params]),
) as LinkMailParams;

/** What each kind of mail is told. */
export const mailKinds = {
  ...linkMailParams,
  /** D3.5: names of browser and system, ISO 3166-1 of the country; null where not known. */
  new_device: linked.extend({
    browser: z.string().nullable(),
    system: z.string().nullable(),
    country: z.string().nullable(),
    at: z.iso.datetime(),
  }),
  /** R1.08, D7.7. `amount` in minor units, VAT included; `premium`: this purchase made them a premium member. */
  payment_completed: z.object({
    name: z.string(),
    payment_id: z.string(),
    credits: z.int(),
    amount: z.int(),
    currency: z.string(),
    vat_percent: z.number(),
    completed_at: z.iso.datetime(),
    premium: z.boolean(),
  }),
  /** D11.2: to the site's own staff. Ids, never a word of a chat; `text` is the reporter's. */
  report: z.object({
    report: z.uuid(),
    about: z.enum(reportSubjects),
    reason: z.enum(reportReasons),
    reported: z.uuid(),
    reporter: z.uuid(),
    text: z.string(),
  }),
  message: notice,
  like: notice,
  match: notice,
  visitor: notice,
};
type MailKind = keyof typeof mailKinds;

export type MailParams = { [Kind in MailKind]: z.output<(typeof mailKinds)[Kind]> };

/** A mail to be written: its kind and what that kind is told. */
export type MailToWrite = { [Kind in MailKind]: { kind: Kind; params: MailParams[Kind] } }[MailKind];

const written = Object.entries(mailKinds).map(([kind, params]) => z.object({ kind: z.literal(kind), params }));
/** The schema of `MailToWrite`, made of `mailKinds`: a new kind is one line there. */
export const mailToWrite = z.union(written) as unknown as z.ZodType<MailToWrite, MailToWrite>;

/** The mails that are written by `linkMails`. */
export type LinkMail = Extract<MailToWrite, { kind: LinkMailKind }>;

/** The mails about what others did. */
export type NoticeMail = Extract<MailToWrite, { kind: NoticeKind }>;

export function isNotice(mail: MailToWrite): mail is NoticeMail {
  return noticeKinds.some((kind) => kind === mail.kind);
}
