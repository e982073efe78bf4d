import { freeConversations } from "#contract/constants.ts";
import { settlementBodiesUrl } from "#contract/decisions.ts";
import type { TextParams } from "#server/texts.ts";
import { countryName, formatTime } from "./formats.ts";
import {
  isMoney,
  isNotice,
  type LinkMail,
  linkMails,
  type MailParams,
  type MailToWrite,
  type NoticeMail,
} from "./mail-kinds.ts";
import { addressOf, basicsOf, type MailContent, type MailContext } from "./mail-parts.ts";
import { directDebitMandate, moneyMail, paymentCompleted, withdrawalReceived } from "./money-mails.ts";
import { namesOf, noticeKey } from "./notice-names.ts";
import { digest, suggestions, unsubscribeLink } from "./weekly-mails.ts";

/** The mail that confirms an address. It names what waits for that: the first message, and the welcome credits. */
function activation(
  { name, link, credits = 0, waiting = 0 }: MailParams["activation"],
  { text, origin }: MailContext,
): MailContent {
  const say = (key: string, params: TextParams = {}) => text(`activation.${key}`, { name, ...params });
  const basics = basicsOf(say);
  return {
    ...basics,
    paragraphs: [
      ...basics.paragraphs,
      ...(waiting > 0 ? [say("waiting", { count: waiting })] : []),
      ...(credits > 0 ? [say("gift", { count: credits })] : []),
    ],
    button: { label: say("button"), href: addressOf(origin, link) },
    remarks: [say("conversations", { conversations: freeConversations }), say("expires"), say("ignore")],
  };
}

/** A mail of texts and remarks only. Every text may use all parameters of the mail. */
function linkMail({ kind, params }: LinkMail, { text, origin }: MailContext): MailContent {
  const say = (key: string) => text(`${kind}.${key}`, { ...params });
  return {
    ...basicsOf(say),
    button: { label: say("button"), href: addressOf(origin, params.link) },
    remarks: linkMails[kind].remarks.map(say),
  };
}

function passwordChanged({ name, link, ...change }: MailParams["password_changed"], { text, origin }: MailContext) {
  const say = (key: string) => text(`password_changed.${key}`, { name });
  return {
    ...basicsOf(say),
    button: { label: say("button"), href: addressOf(origin, link) },
    remarks: [...(change.passkeys_ended ? [say("passkeys_ended")] : []), say("all_well")],
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

/** A statement of reasons (D11.2): what the team decided, and why. */
function decision({ name, link, ...stated }: MailParams["decision"], { text, origin }: MailContext): MailContent {
  const say = (key: string, params: TextParams = {}) => text(`decision.${key}`, { name, ...params });
  const rows: [string, string][] = [
    [say("decided"), stated.decision],
    [say("content"), stated.content],
    [say("until"), stated.until],
    [say("ground"), stated.ground],
    [say("clause"), stated.clause],
    [say("source"), stated.source],
    [say("words"), stated.words],
  ];
  return {
    ...basicsOf(say),
    rows: rows.filter(([, value]) => value !== ""),
    button: { label: say("button"), href: addressOf(origin, link) },
    remarks: [say(stated.by), say("object"), say("bodies", { list: settlementBodiesUrl })],
  };
}

/** The mail to staff about a report; without a row for the reporter's text if it is empty. */
function report(data: MailParams["report"], { text, origin }: MailContext): MailContent {
  const say = (key: string, params: TextParams = {}) => text(`report.${key}`, params);
  const [about, reason] = [say(`abouts.${data.about}`), say(`reasons.${data.reason}`)];
  return {
    ...basicsOf(say),
    subject: say("subject", { about, reason }),
    rows: [
      [say("number"), data.report],
      [say("about"), about],
      [say("reason"), reason],
      [say("reported"), data.reported ?? "–"],
      [say("reporter"), data.reporter],
      ...(data.text === "" ? [] : [[say("words"), data.text] as [string, string]]),
    ],
    button: { label: say("button"), href: addressOf(origin, "/staff/queue/reports") },
  };
}

/** The mail to staff about a complaint, or about a request to be banned. */
function complaint(data: MailParams["complaint"], { text, origin }: MailContext): MailContent {
  const say = (key: string, params: TextParams = {}) => text(`complaint.${key}`, params);
  return {
    ...basicsOf(say),
    subject: say("subject", { kind: say(`kinds.${data.kind}`), number: data.number }),
    rows: [
      [say("number"), data.number],
      [say("from"), data.email],
      [say("sender"), say(`senders.${data.sender}`)],
      ...(data.member === null ? [] : [[say("account"), data.member] as [string, string]]),
      ...(data.text === "" ? [] : [[say("words"), data.text] as [string, string]]),
    ],
    button: { label: say("button"), href: addressOf(origin, "/staff/queue/complaints") },
  };
}

type Answered = {
  kind: "complaint_answered" | "withdrawal_answered";
  number: string;
  answer: string;
  link: string | null;
};

/** The answer of staff to a complaint or a withdrawal, each of its lines a paragraph. */
function answered({ kind, number, answer, link }: Answered, { text, origin }: MailContext): MailContent {
  const say = (key: string) => text(`${kind}.${key}`, { number });
  return {
    ...basicsOf(say),
    paragraphs: [say("text"), ...answer.split(/\n+/)],
    ...(link !== null && { button: { label: say("button"), href: addressOf(origin, link) } }),
    remarks: [say("reply")],
  };
}

/** Names the members who wrote, liked or matched, and reveals nothing more (D9.3). */
function noticeMail({ kind, params }: NoticeMail, setting: MailContext): MailContent {
  const { origin, text } = setting;
  const { name, count, carries } = params;
  const names = namesOf(params.people, count, setting);
  const say = (key: string) => text(noticeKey(kind, carries, key), { name, names, count });
  return {
    ...basicsOf(say),
    button: { label: say("button"), href: addressOf(origin, params.link) },
    unsubscribe: unsubscribeLink(say("unsubscribe"), params.token, setting),
  };
}

/** The content of a mail, in the language of the context. */
export function mailContent(mail: MailToWrite, setting: MailContext): MailContent {
  if (mail.kind === "activation") return activation(mail.params, setting);
  if (mail.kind === "payment_completed") return paymentCompleted(mail.params, setting);
  if (mail.kind === "withdrawal_received") return withdrawalReceived(mail.params, setting);
  if (isMoney(mail)) return moneyMail(mail, setting);
  if (mail.kind === "password_changed") return passwordChanged(mail.params, setting);
  if (mail.kind === "new_device") return newDevice(mail.params, setting);
  if (mail.kind === "direct_debit_mandate") return directDebitMandate(mail.params, setting);
  if (mail.kind === "decision") return decision(mail.params, setting);
  if (mail.kind === "complaint") return complaint(mail.params, setting);
  if (mail.kind === "complaint_answered") return answered({ kind: mail.kind, ...mail.params }, setting);
  if (mail.kind === "withdrawal_answered") return answered({ kind: mail.kind, link: null, ...mail.params }, setting);
  if (mail.kind === "report") return report(mail.params, setting);
  if (mail.kind === "suggestions") return suggestions(mail.params, setting);
  if (mail.kind === "digest") return digest(mail.params, setting);
  if (isNotice(mail)) return noticeMail(mail, setting);
  return linkMail(mail, setting);
}
