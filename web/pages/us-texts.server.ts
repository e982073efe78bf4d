import type { Language } from "#contract/constants.ts";
import { fill, fillSections, type Values, withOwnSections } from "#contract/fill-page.ts";
import { getCompanyInfo, type Settings } from "#contract/sites.ts";
import catalog from "#locales/en/us.json" with { type: "json" };
import type { Page } from "#web/lib/page.ts";
import type { RootData } from "#web/lib/root-data.ts";
import { datedBy, frameOf, loadOwnSections, type PageTexts } from "./page-texts.server.ts";

type FooterFacts = Pick<Settings, "name" | "min_age" | "niche"> & { company: string };

/** What only the English pages have in their footer. On a niche's site it also says who produces the photos. */
export function usFooter(language: Language, { name, min_age, niche, company }: FooterFacts): RootData["usFooter"] {
  if (language !== "en") return null;
  const { title, text, records } = catalog.footer;
  return {
    title,
    text: fill(language, text, { site: name, min_age }),
    records: niche === 1 ? null : fill(language, records, { min_age, company }),
  };
}

export const usPrivacySections = catalog.privacy.sections;
export const usPrivacyTitle = catalog.privacy.title;

/** Loads the US-English privacy text, in the site's own words if it has some, with its own date. */
export async function loadUsPrivacy(page: Page, values: Values): Promise<PageTexts> {
  const { title, description, sections } = catalog.privacy;
  const [{ company }, own] = await Promise.all([page.load(getCompanyInfo), loadOwnSections(page, "us_privacy")]);
  const dated = { ...values, date: datedBy("en", company, own.changed_at) };
  return {
    title,
    description: fill("en", description, dated),
    ...frameOf("en", dated),
    sections: withOwnSections("en", fillSections("en", sections, dated), own.sections, dated),
  };
}

export const privacySwitch = (us: boolean): string => catalog.switch[us ? "to_eu" : "to_us"];
