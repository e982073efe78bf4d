import { pathIn } from "#contract/languages.ts";
import { vatOf } from "#server/lib/vat.ts";
import { formatDay, formatMoney, formatPercent, formatTime } from "./formats.ts";
import type { MailParams, MailToWrite, MoneyMailKind } from "./mail-kinds.ts";
import { basicsOf, filledRows, linkAddress, type MailContent, type MailContext } from "./mail-parts.ts";

/** The receipt of a purchase, with the discount and the receipt's number. */
export function paymentCompleted(paid: MailParams["payment_completed"], setting: MailContext): MailContent {
  const { text, language, origin } = setting;
  const key = (name: string) => `payment_completed.${name}`;
  const money = (minor: number) => formatMoney(language, minor, paid.currency);
  const saved = paid.list_amount - paid.amount;
  const added = paid.credits - paid.settled;
  return {
    subject: text(key("subject"), { amount: money(paid.amount) }),
    preview: text(key("preview"), { count: added }),
    heading: text(key("heading"), { name: paid.name }),
    paragraphs: [
      text(key("text"), { count: added }),
      ...(paid.settled > 0 ? [text(key("settled"), { count: paid.settled })] : []),
      ...(paid.premium ? [text(key("premium"))] : []),
    ],
    rows: filledRows([
      [text(key("credits")), String(paid.credits)],
      [text(key("list")), saved > 0 ? money(paid.list_amount) : null],
      [text(key("discount")), saved > 0 ? money(-saved) : null],
      [text(key("total")), money(paid.amount)],
      [
        text(key("vat"), { percent: formatPercent(language, paid.vat_percent) }),
        money(vatOf(paid.amount, paid.vat_percent)),
      ],
      [text(key("date")), formatDay(language, new Date(paid.completed_at))],
      [text(key("receipt")), paid.receipt],
      [text(key("number")), paid.payment_id],
    ]),
    button: { label: text(key("button")), href: linkAddress(origin, pathIn(language, "/chats")) },
    remarks: [],
    why: text(key("why")),
  };
}

/** The mail about a refund, a failed refund or a chargeback. */
export function moneyMail(
  { kind, params }: MailToWrite<MoneyMailKind>,
  { text, language, origin }: MailContext,
): MailContent {
  const { name, credits } = params;
  const amount = formatMoney(language, params.amount, params.currency);
  const say = (key: string, count = credits) => text(`${kind}.${key}`, { name, amount, count });
  const shared = (key: string) => text(`money.${key}`);
  const suffix = kind === "refund_failed" && params.paid_back ? "_paid_back" : "";
  const paragraphs = [say(`text${suffix}`)];
  if (kind === "refund_failed" && credits > 0) paragraphs.push(say("credits_back"));
  if (kind === "chargeback" && params.owed > 0) paragraphs.push(say("owed", params.owed));
  if (kind === "chargeback" && params.ended_premium) paragraphs.push(text("withdrawal_received.premium"));
  return {
    subject: say("subject"),
    preview: say(`preview${suffix}`),
    heading: text("hello", { name }),
    paragraphs,
    rows: filledRows([
      [shared("amount"), amount],
      [shared("credits"), credits > 0 ? String(credits) : null],
      [shared("credit_note"), kind === "refund_failed" ? null : params.credit_note],
      [text("payment_completed.number"), params.payment_id],
    ]),
    button: { label: shared("button"), href: linkAddress(origin, params.link) },
    remarks: [],
    why: text("payment_completed.why"),
  };
}

/** The mail about a direct debit that the bank did not pay. */
export function directDebitFailed(
  { name, link, amount, currency, payment_id }: MailParams["direct_debit_failed"],
  { text, language, origin }: MailContext,
): MailContent {
  const money = formatMoney(language, amount, currency);
  const say = (key: string) => text(`direct_debit_failed.${key}`, { amount: money });
  return {
    subject: say("subject"),
    preview: say("preview"),
    heading: text("hello", { name }),
    paragraphs: [say("text")],
    rows: [
      [text("money.amount"), money],
      [text("payment_completed.number"), payment_id],
    ],
    button: { label: text("money.button"), href: linkAddress(origin, link) },
    remarks: [],
    why: text("direct_debit_mandate.why"),
  };
}

/** Confirms a withdrawal on a durable medium: its content, the date and the time (D7.7; Directive (EU) 2023/2673). */
export function withdrawalReceived(
  { name, link, at, number, refund, ended_premium: endedPremium }: MailParams["withdrawal_received"],
  { text, language, origin }: MailContext,
): MailContent {
  const say = (key: string, params = {}) => text(`withdrawal_received.${key}`, { name, ...params });
  const amount = formatMoney(language, refund.amount, refund.currency);
  // an order that was to be refunded instead of delivered gave no credits
  const refunded =
    refund.credits === 0 ? say("refunded_spent", { amount }) : say("refunded", { amount, count: refund.credits });
  const next = refund.amount === 0 ? say("unpaid") : refunded;
  return {
    ...basicsOf(say, text("hello", { name })),
    paragraphs: [say("text"), next, ...(endedPremium ? [say("premium")] : [])],
    rows: filledRows([
      [say("statement"), say("statement_text")],
      [say("username"), name],
      [say("number"), number],
      [say("time"), formatTime(language, new Date(at))],
      [text("money.amount"), refund.amount > 0 ? amount : null],
    ]),
    button: { label: text("money.button"), href: linkAddress(origin, link) },
  };
}

/** The same for one declared without a login. The page of its link has the number as it was typed. */
export function withdrawalDeclared(
  { name, link, at, number }: MailParams["withdrawal_declared"],
  { text, language, origin }: MailContext,
): MailContent {
  const say = (key: string, params = {}) => text(`withdrawal_received.${key}`, { name, ...params });
  return {
    ...basicsOf(say, text("hello", { name })),
    paragraphs: [say("text"), say(number === null ? "recorded" : "confirm_text")],
    rows: filledRows([
      [say("statement"), say("statement_text")],
      [say("username"), name],
      [say("number"), number],
      [say("time"), formatTime(language, new Date(at))],
    ]),
    button: { label: say(number === null ? "show_button" : "confirm_button"), href: linkAddress(origin, link) },
  };
}

/** The mandate of a direct debit and its collection date, of which SEPA's rules want a debtor notified in advance. */
export function directDebitMandate(debit: MailParams["direct_debit_mandate"], setting: MailContext): MailContent {
  const { language, origin } = setting;
  const [amount, date] = [
    formatMoney(language, debit.amount, debit.currency),
    formatDay(language, new Date(debit.collect_on)),
  ];
  const { name, creditor } = debit;
  const say = (key: string) => setting.text(`direct_debit_mandate.${key}`, { name, creditor, amount, date });
  return {
    ...basicsOf(say),
    paragraphs: [say("text"), say("mandate"), say("rights")],
    rows: filledRows([
      [setting.text("payment_completed.credits"), debit.credits === undefined ? null : String(debit.credits)],
      [say("amount"), amount],
      [say("collect_on"), date],
      [say("creditor"), creditor],
      [say("creditor_id"), debit.creditor_id],
      [say("reference"), debit.mandate_reference],
      [say("type"), say("once")],
      [say("holder"), debit.account_holder],
      [say("iban"), debit.iban],
      [say("signed_on"), formatDay(language, new Date(debit.signed_on))],
    ]),
    button: { label: say("button"), href: linkAddress(origin, debit.link) },
    objection: {
      label: say("not_you"),
      href: linkAddress(origin, pathIn(language, `/withdrawal?payment=${debit.order.number}`)),
    },
  };
}
