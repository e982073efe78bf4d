import type { Language } from "#contract/constants.ts";
import { type Niche, nicheOf } from "#contract/niches.ts";
import type english from "#locales/en/niches.json";

type Texts = typeof english;
/** A line that says which people a niche's site is for, and the words of its home page. */
export type NicheTexts = Texts[Exclude<Niche, "none">];

const catalogs = import.meta.glob<Texts>("/locales/*/niches.json", { eager: true, import: "default" });

/** The words of a site's niche, which come with the page: sites without one load none. Null: no niche. */
export function nicheTexts(language: Language, number: number): NicheTexts | null {
  const niche = nicheOf(number);
  return niche === "none" ? null : (catalogs[`/locales/${language}/niches.json`]?.[niche] ?? null);
}
