import type { Language } from "#contract/constants.ts";
import type { Section } from "#contract/fill-page.ts";
import type { Theme } from "#contract/web-app.ts";
import type { SiteAndCompany } from "#server/features/sites/index.ts";
import type { TextParams } from "#server/texts.ts";
import { countryName } from "./formats.ts";

type Row = [name: string, value: string];

/** The content of a mail, before it is rendered as text and as HTML. */
export type MailContent = {
  subject: string;
  /** What a mail program shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  rows: Row[];
  button?: { label: string; href: string };
  /** Paragraphs after the button. */
  remarks: string[];
  /** A link after these, for the receiver who never wanted what the mail confirms. */
  objection?: { label: string; href: string };
  /** What the receiver keeps of a contract, below everything else. */
  papers?: { title: string; sections: Section[] };
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
  /** The site's icon and label for fictional profiles, in this language. */
  fictional: { icon: string; label: string };
};

/** An item of a list, the same in the text and the HTML part. */
export const listItem = (item: string) => `– ${item}`;

/** The rows that have a value. */
export const filledRows = (rows: readonly [name: string, value: string | null][]): Row[] =>
  rows.flatMap(([name, value]) => (value ? [[name, value] satisfies Row] : []));

/** The absolute address of a link. Throws if it leaves the site: a mail links to its own site only. */
export function linkAddress(origin: string, link: string): string {
  const address = new URL(link, origin);
  if (address.origin !== new URL(origin).origin) throw new Error("a mail may link to its own site only");
  return address.href;
}

/** The parts that are the same in most mails: each is a text of its own, without rows and remarks. */
export const basicsOf = (say: (key: string) => string, heading = say("heading")): MailContent => ({
  subject: say("subject"),
  preview: say("preview"),
  heading,
  paragraphs: [say("text")],
  rows: [],
  remarks: [],
  why: say("why"),
});

export type MailFrame = {
  language: Language;
  siteName: string;
  theme: Theme;
  /** The label of a demo site, whose members are invented; else null. */
  demo: string | null;
  linkHint: string;
  /** A name and its value on one line of the text part. */
  row(name: string, value: string): string;
  help: string;
  company: string[];
};

/** Builds the frame of a site's mails from the site and its company. */
export function mailFrame(
  { site, company }: SiteAndCompany,
  { language, text }: Pick<MailContext, "language" | "text">,
): MailFrame {
  const lines = [
    company.name,
    company.address1,
    company.address2,
    company.address3,
    `${company.city}, ${countryName(language, company.country)}`,
    company.kvk && text("company_number", { number: company.kvk }),
    ...company.vat_numbers.map((number) => text("vat_number", { number })),
  ];
  return {
    language,
    siteName: site.settings.name,
    theme: site.settings.theme,
    demo: site.demo ? text("demo") : null,
    linkHint: text("link_hint"),
    row: (name, value) => text("row", { name, value }),
    help: text("help", { email: site.settings.support_email }),
    company: lines.filter((line) => line !== ""),
  };
}
