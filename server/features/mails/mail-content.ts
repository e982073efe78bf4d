import { freeConversations, type Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { vatOf } from "#server/features/credits/index.ts";
import type { TextParams } from "#server/texts.ts";
import { countryName, formatDay, formatMoney, formatPercent, formatTime } from "./formats.ts";
import {
  isNotice,
  type LinkMail,
  linkMails,
  type MailParams,
  type MailToWrite,
  type NoticeMail,
} from "./mail-kinds.ts";
import { namesOf } from "./notice-names.ts";

/** The content of a mail, before it is rendered as text and as HTML. */
export type MailContent = {
  subject: string;
  /** What a mail program shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** Names and values, as on a receipt. */
  rows: [name: string, value: string][];
  button?: { label: string; href: string };
  /** Paragraphs after the button. */
  remarks: string[];
  /** Why the receiver gets the mail. */
  why: string;
  /** The link that switches off mails of this kind; absent for mails that an account can't do without. */
  unsubscribe?: { label: string; href: string };
};

export type MailContext = {
  language: Language;
  /** scheme://host of the site, as the member used it. */
  origin: string;
  /** A text of `mails.json`; `{site}` is filled in. */
  text(key: string, params?: TextParams): string;
  /** The site's icon and label for fictional profiles, in this language (D11.1). */
  fictional: { icon: string; label: string };
};

/** The absolute address of a link. Throws if it leaves the site: a mail links to its own site only. */
function addressOf(origin: string, link: string): string {
  const address = new URL(link, origin);
  if (address.origin !== new URL(origin).origin) throw new Error("a mail may link to its own site only");
  return address.href;
}

/** The parts that are the same in most mails: each is a text of its own, without rows and remarks. */
const basicsOf = (say: (key: string) => string): MailContent => ({
  subject: say("subject"),
  preview: say("preview"),
  heading: say("heading"),
  paragraphs: [say("text")],
  rows: [],
  remarks: [],
  why: say("why"),
});

/** A mail of texts and remarks only. Every text may use all its parameters, and `conversations`. */
function linkMail({ kind, params }: LinkMail, { text, origin }: MailContext): MailContent {
  const say = (key: string) => text(`${kind}.${key}`, { ...params, conversations: freeConversations });
  return {
    ...basicsOf(say),
    button: { label: say("button"), href: addressOf(origin, params.link) },
    remarks: linkMails[kind].remarks.map(say),
  };
}

function newDevice(login: MailParams["new_device"], { text, language, origin }: MailContext): MailContent {
  const say = (key: string, params: TextParams = {}) => text(`new_device.${key}`, { name: login.name, ...params });
  const { browser, system, country } = login;
  const device = browser && system ? say("browser_on", { browser, system }) : (browser ?? system ?? say("unknown"));
  return {
    ...basicsOf(say),
    rows: [
      [say("device"), device],
      [say("country"), country ? countryName(language, country) : say("unknown")],
      [say("time"), formatTime(language, new Date(login.at))],
    ],
    button: { label: say("button"), href: addressOf(origin, login.link) },
    remarks: [say("all_well"), say("not_you")],
  };
}

function paymentCompleted(paid: MailParams["payment_completed"], setting: MailContext): MailContent {
  const { text, language, origin } = setting;
  const key = (name: string) => `payment_completed.${name}`;
  const money = (minor: number) => formatMoney(language, minor, paid.currency);
  return {
    subject: text(key("subject"), { amount: money(paid.amount) }),
    preview: text(key("preview"), { count: paid.credits }),
    heading: text(key("heading"), { name: paid.name }),
    paragraphs: [text(key("text"), { count: paid.credits }), ...(paid.premium ? [text(key("premium"))] : [])],
    rows: [
      [text(key("credits")), String(paid.credits)],
      [text(key("total")), money(paid.amount)],
      [
        text(key("vat"), { percent: formatPercent(language, paid.vat_percent) }),
        money(vatOf(paid.amount, paid.vat_percent)),
      ],
      [text(key("date")), formatDay(language, new Date(paid.completed_at))],
      [text(key("number")), paid.payment_id],
    ],
    button: { label: text(key("button")), href: addressOf(origin, pathIn(language, "/chats")) },
    remarks: [],
    why: text(key("why")),
  };
}

/** The mandate of a direct debit, and when it is collected: what SEPA's rules want a debtor to be told beforehand. */
function directDebitMandate(debit: MailParams["direct_debit_mandate"], setting: MailContext): MailContent {
  const { language, origin } = setting;
  const [amount, date] = [
    formatMoney(language, debit.amount, debit.currency),
    formatDay(language, new Date(debit.collect_on)),
  ];
  const { name, creditor } = debit;
  const say = (key: string) => setting.text(`direct_debit_mandate.${key}`, { name, creditor, amount, date });
  return {
    subject: say("subject"),
    preview: say("preview"),
    heading: say("heading"),
    paragraphs: [say("text"), say("mandate"), say("rights")],
    rows: [
      [say("amount"), amount],
      [say("collect_on"), date],
      [say("creditor"), creditor],
      [say("creditor_id"), debit.creditor_id],
      [say("reference"), debit.mandate_reference],
      [say("type"), say("once")],
      [say("holder"), debit.account_holder],
      [say("iban"), debit.iban],
      [say("signed_on"), formatDay(language, new Date(debit.signed_on))],
    ],
    button: { label: say("button"), href: addressOf(origin, debit.link) },
    remarks: [say("not_you")],
    why: say("why"),
  };
}

/** The mail to staff about a report; the row of the reporter's words is left out if there are none. */
function report(data: MailParams["report"], { text }: MailContext): MailContent {
  const say = (key: string, params: TextParams = {}) => text(`report.${key}`, params);
  const [about, reason] = [say(`abouts.${data.about}`), say(`reasons.${data.reason}`)];
  return {
    ...basicsOf(say),
    subject: say("subject", { about, reason }),
    rows: [
      [say("number"), data.report],
      [say("about"), about],
      [say("reason"), reason],
      [say("reported"), data.reported],
      [say("reporter"), data.reporter],
      ...(data.text === "" ? [] : [[say("words"), data.text] as [string, string]]),
    ],
    remarks: [say("more", { command: `npm run staff -- report ${data.report}` })],
  };
}

/** Says who wrote, liked or matched, and nothing more (D9.3). */
function noticeMail({ kind, params }: NoticeMail, setting: MailContext): MailContent {
  const { language, origin, text } = setting;
  const { name, count } = params;
  const names = namesOf(params.people, count, setting);
  const say = (key: string) => text(`${kind}.${key}`, { name, names, count });
  return {
    ...basicsOf(say),
    button: { label: say("button"), href: addressOf(origin, params.link) },
    unsubscribe: {
      label: say("unsubscribe"),
      href: addressOf(origin, pathIn(language, `/unsubscribe/${params.token}`)),
    },
  };
}

/** The content of a mail, in the language of the setting. */
export function mailContent(mail: MailToWrite, setting: MailContext): MailContent {
  if (mail.kind === "payment_completed") return paymentCompleted(mail.params, setting);
  if (mail.kind === "new_device") return newDevice(mail.params, setting);
  if (mail.kind === "direct_debit_mandate") return directDebitMandate(mail.params, setting);
  if (mail.kind === "report") return report(mail.params, setting);
  if (isNotice(mail)) return noticeMail(mail, setting);
  return linkMail(mail, setting);
}
