import { freeConversations } from "#contract/constants.ts";
import { settlementBodiesUrl } from "#contract/decisions.ts";
import { pathIn } from "#contract/languages.ts";
import { type NoticeKind, noticeKinds } from "#contract/notifications.ts";
import { textPages } from "#contract/public-pages.ts";
import type { TextParams } from "#server/texts.ts";
import { countryName, formatTime } from "./formats.ts";
import { type LinkMailKind, linkMails, type MailKind, type MailParams, type MailToWrite } from "./mail-kinds.ts";
import { basicsOf, filledRows, linkAddress, type MailContent, type MailContext } from "./mail-parts.ts";
import {
  directDebitFailed,
  directDebitMandate,
  moneyMail,
  paymentCompleted,
  withdrawalDeclared,
  withdrawalReceived,
} from "./money-mails.ts";
import { digest, namesOf, noticeKey, suggestions, unsubscribeLink } from "./notice-mails.ts";

/** The mail that confirms an address. It names what waits for that: the first message, and the welcome credits. */
function activation({ name, link, credits = 0, waiting = 0 }: MailParams["activation"], { text, origin }: MailContext) {
  const say = (key: string, params: TextParams = {}) => text(`activation.${key}`, { name, ...params });
  const basics = basicsOf(say);
  return {
    ...basics,
    paragraphs: [
      ...basics.paragraphs,
      ...(waiting > 0 ? [say("waiting", { count: waiting })] : []),
      ...(credits > 0 ? [say("gift", { count: credits })] : []),
    ],
    button: { label: say("button"), href: linkAddress(origin, link) },
    remarks: [say("conversations", { conversations: freeConversations }), say("expires"), say("ignore")],
  };
}

/** A mail of texts and remarks only, and of what goes back. Every text may use all parameters of the mail. */
function linkMail(params: MailParams[LinkMailKind], { text, origin }: MailContext, kind: LinkMailKind): MailContent {
  const say = (key: string) => text(`${kind}.${key}`, { ...params });
  const basics = basicsOf(say);
  const refund = "refund" in params ? params.refund : "";
  return {
    ...basics,
    paragraphs: refund === "" ? basics.paragraphs : [...basics.paragraphs, text("money.leaving", { refund })],
    button: { label: say("button"), href: linkAddress(origin, params.link) },
    remarks: linkMails[kind].remarks.map(say),
  };
}

function termsChange(mail: MailParams["terms_change"], { language, text, origin }: MailContext): MailContent {
  const { asks, changes, ...params } = mail;
  const form = linkAddress(origin, pathIn(language, textPages.complaints));
  const say = (key: string) => text(`terms_change.${key}`, { ...params, form });
  return {
    ...basicsOf(say),
    rows: changes,
    button: { label: say("button"), href: linkAddress(origin, params.link) },
    remarks: [say(asks ? "asks" : "agree"), say("leave")],
  };
}

/** Who deleted the account by themselves learns what to do if it was someone else. */
function accountDeleted(params: MailParams["account_deleted"], setting: MailContext): MailContent {
  const content = linkMail(params, setting, "account_deleted");
  const remark = { member: "ignore", team: "not_asked", silence: undefined }[params.cause];
  const remarks = remark === undefined ? [] : [setting.text(`account_deleted.${remark}`)];
  return { ...content, remarks: [...content.remarks, ...remarks] };
}

function passwordChanged({ name, link, ...change }: MailParams["password_changed"], { text, origin }: MailContext) {
  const say = (key: string, params: TextParams = {}) => text(`password_changed.${key}`, { name, ...params });
  const ended = [
    ...(change.passkeys_ended ? [say("passkeys_ended")] : []),
    ...(change.kept_from === null ? [] : [say("change_ended", { email: change.kept_from })]),
  ];
  return {
    ...basicsOf(say),
    button: { label: say("button"), href: linkAddress(origin, link) },
    remarks: [...ended, say("all_well")],
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
    button: { label: say("button"), href: linkAddress(origin, login.link) },
    remarks: [say("all_well"), say("not_you")],
  };
}

/** A statement of reasons: what the team decided, and why. */
function decision({ name, link, ...stated }: MailParams["decision"], { text, origin }: MailContext): MailContent {
  const say = (key: string, params: TextParams = {}) => text(`decision.${key}`, { name, ...params });
  const basics = basicsOf(say);
  const answered = stated.is_answer ? { subject: say("answered"), heading: say("answered") } : {};
  const redress = stated.upheld ? [] : [text("notice_answered.redress", { bodies: settlementBodiesUrl })];
  return {
    ...basics,
    ...answered,
    paragraphs: stated.money === "" ? basics.paragraphs : [...basics.paragraphs, stated.money],
    rows: filledRows([
      [say("decided"), stated.decision],
      [say("content"), stated.content],
      [say("until"), stated.until],
      [say("ground"), stated.ground],
      [say("clause"), stated.clause],
      [say("source"), stated.source],
      [say("words"), stated.words],
    ]),
    button: { label: say("button"), href: linkAddress(origin, link) },
    remarks: [
      say(stated.by),
      ...(stated.is_answer ? redress : [say("object"), say("bodies", { list: settlementBodiesUrl })]),
    ],
  };
}

function report(data: MailParams["report"], { text, origin }: MailContext): MailContent {
  const say = (key: string, params: TextParams = {}) => text(`report.${key}`, params);
  const [about, reason] = [say(`abouts.${data.about}`), say(`reasons.${data.reason}`)];
  return {
    ...basicsOf(say),
    subject: say("subject", { about, reason }),
    rows: filledRows([
      [say("number"), data.report],
      [say("about"), about],
      [say("reason"), reason],
      [say("reported"), data.reported ?? "–"],
      [say("reporter"), data.reporter],
      [say("words"), data.text],
    ]),
    button: { label: say("button"), href: linkAddress(origin, "/staff/queue/reports") },
  };
}

function complaint(data: MailParams["complaint"], { text, origin }: MailContext): MailContent {
  const say = (key: string, params: TextParams = {}) => text(`complaint.${key}`, params);
  return {
    ...basicsOf(say),
    subject: say("subject", { kind: say(`kinds.${data.kind}`), number: data.number }),
    rows: filledRows([
      [say("number"), data.number],
      [say("from"), data.email],
      [say("sender"), say(`senders.${data.sender}`)],
      [say("account"), data.member],
      [say("words"), data.text],
    ]),
    button: { label: say("button"), href: linkAddress(origin, "/staff/queue/complaints") },
  };
}

/** What staff write to a person, such as the answer to a complaint, each of its lines a paragraph. */
function answered(
  { number = "", answer, link = null }: { number?: string; answer: string; link?: string | null },
  { text, origin }: MailContext,
  kind: "complaint_answered" | "staff_message" | "withdrawal_answered",
): MailContent {
  const say = (key: string) => text(`${kind}.${key}`, { number });
  return {
    ...basicsOf(say),
    paragraphs: [say("text"), ...answer.split(/\n+/)],
    ...(link !== null && { button: { label: say("button"), href: linkAddress(origin, link) } }),
    remarks: [say("reply")],
  };
}

/** Names the members who wrote, liked or matched, and reveals nothing more. */
function noticeMail(params: MailParams[NoticeKind], setting: MailContext, kind: NoticeKind): MailContent {
  const { origin, text } = setting;
  const { name, count, carries } = params;
  const names = namesOf(params.people, count, setting);
  const say = (key: string) => text(noticeKey(kind, carries, key), { name, names, count });
  return {
    ...basicsOf(say, text("hello", { name })),
    button: { label: say("button"), href: linkAddress(origin, params.link) },
    unsubscribe: unsubscribeLink(say("unsubscribe"), params.token, setting),
  };
}

const linkWriters = Object.fromEntries(Object.keys(linkMails).map((kind) => [kind, linkMail])) as Record<
  LinkMailKind,
  typeof linkMail
>;
const noticeWriters = Object.fromEntries(noticeKinds.map((kind) => [kind, noticeMail])) as Record<
  NoticeKind,
  typeof noticeMail
>;

const writers: {
  [Kind in MailKind]: (params: MailParams[Kind], setting: MailContext, kind: Kind) => MailContent;
} = {
  activation,
  payment_completed: paymentCompleted,
  withdrawal_received: withdrawalReceived,
  withdrawal_declared: withdrawalDeclared,
  refund_sent: (params, setting, kind) => moneyMail({ kind, params }, setting),
  refund_failed: (params, setting, kind) => moneyMail({ kind, params }, setting),
  chargeback: (params, setting, kind) => moneyMail({ kind, params }, setting),
  terms_change: termsChange,
  password_changed: passwordChanged,
  new_device: newDevice,
  direct_debit_mandate: directDebitMandate,
  direct_debit_failed: directDebitFailed,
  decision,
  complaint,
  complaint_answered: answered,
  staff_message: answered,
  withdrawal_answered: answered,
  report,
  suggestions,
  digest,
  ...noticeWriters,
  ...linkWriters,
  account_deleted: accountDeleted,
};

export function mailContent<Kind extends MailKind>({ kind, params }: MailToWrite<Kind>, setting: MailContext) {
  return writers[kind](params, setting, kind);
}
