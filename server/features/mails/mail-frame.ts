import type { Language } from "#contract/constants.ts";
import type { Theme } from "#contract/web-app.ts";
import type { SiteAndCompany } from "#server/features/sites/index.ts";
import type { TextParams } from "#server/texts.ts";
import { countryName } from "./formats.ts";

/** What surrounds the content in every mail of a site. */
export type MailFrame = {
  language: Language;
  siteName: string;
  origin: string;
  theme: Theme;
  /** The label of a demo site, whose members are invented; else null. */
  demo: string | null;
  linkHint: string;
  /** A name and its value on one line of the text part. */
  row(name: string, value: string): string;
  help: string;
  /** The company that runs the site: name, address, numbers. */
  company: string[];
};

/** Builds the frame of a site's mails from the site and its company (D9.2, R3.08). */
export function mailFrame(
  { site, company }: SiteAndCompany,
  { language, origin, text }: { language: Language; origin: string; text(key: string, params?: TextParams): string },
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
    origin,
    theme: site.settings.theme,
    demo: site.demo ? text("demo") : null,
    linkHint: text("link_hint"),
    row: (name, value) => text("row", { name, value }),
    help: text("help", { email: site.settings.support_email }),
    company: lines.filter((line) => line !== ""),
  };
}
