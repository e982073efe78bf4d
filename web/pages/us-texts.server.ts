import type { Language } from "#contract/constants.ts";
import type { Settings } from "#contract/sites.ts";
import catalog from "#locales/en/us.json" with { type: "json" };
import { fill, fillSections, type Values } from "./fill-page.ts";
import type { PageTexts } from "./page-texts.server.ts";

/** The part of the footer that only the English pages have (R1.12). */
export type UsFooter = { title: string; text: string; records: string | null };

type FooterFacts = Pick<Settings, "name" | "min_age" | "niche"> & { company: string };

/**
 * The US footer of a page; null in other languages than English. On a niche's site it also says who produces the
 * photos.
 */
export function usFooter(language: Language, { name, min_age, niche, company }: FooterFacts): UsFooter | null {
  if (language !== "en") return null;
  const { title, text, records } = catalog.footer;
  return {
    title,
    text: fill(language, text, { site: name, min_age }),
    records: niche === 1 ? null : fill(language, records, { min_age, company }),
  };
}

/** The US-English privacy text (R1.12), with the date and the heading of the other one. */
export function usPrivacy(values: Values, { version, contents }: Pick<PageTexts, "version" | "contents">): PageTexts {
  const { title, description, sections } = catalog.privacy;
  return {
    title,
    description: fill("en", description, values),
    version,
    contents,
    sections: fillSections("en", sections, values),
  };
}

/** The link from one of the two privacy texts to the other. */
export const privacySwitch = (us: boolean): string => catalog.switch[us ? "to_eu" : "to_us"];
