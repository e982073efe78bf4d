import type { Language } from "#contract/constants.ts";
import { vatOf } from "#server/features/credits/rules.ts";
import { pagePrefix } from "#server/http/language.ts";
import type { TextParams } from "#server/texts.ts";
import { formatDay, formatMoney, formatPercent } from "./formats.ts";
import type { MailParams, MailToWrite } from "./mail-kinds.ts";

/** What a mail says, before it is set as text and as HTML. */
export type MailContent = {
  subject: string;
  /** What a mail program shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** Names and values, as on a receipt. */
  rows: [name: string, value: string][];
  button: { label: string; href: string };
  /** Said after the button. */
  remarks: string[];
  /** Why the receiver gets it. */
  why: string;
};

type Setting = {
  language: Language;
  /** scheme://host of the site as its member used it. */
  origin: string;
  /** A text of `mails.json`, which knows `{site}` by itself. */
  text(key: string, params?: TextParams): string;
};

/** An address of the site. Throws for one that would leave it: a mail links nowhere else. */
function addressOf(origin: string, link: string): string {
  const address = new URL(link, origin);
  if (address.origin !== new URL(origin).origin) throw new Error("a mail may link to its own site only");
  return address.href;
}

function activation({ name, link }: MailParams["activation"], { text, origin }: Setting): MailContent {
  return {
    subject: text("activation.subject"),
    preview: text("activation.preview"),
    heading: text("activation.heading", { name }),
    paragraphs: [text("activation.text")],
    rows: [],
    button: { label: text("activation.button"), href: addressOf(origin, link) },
    remarks: [text("activation.expires"), text("activation.ignore")],
    why: text("activation.why"),
  };
}

function paymentCompleted(paid: MailParams["payment_completed"], setting: Setting): MailContent {
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
    button: { label: text(key("button")), href: addressOf(origin, `${pagePrefix(language)}/chats`) },
    remarks: [],
    why: text(key("why")),
  };
}

/** Says a mail in a language. */
export function mailContent(mail: MailToWrite, setting: Setting): MailContent {
  if (mail.kind === "activation") return activation(mail.params, setting);
  return paymentCompleted(mail.params, setting);
}
