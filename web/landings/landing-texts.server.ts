import { defaultLanguage, type Language } from "#contract/constants.ts";
import type { LandingTexts } from "./texts.tsx";

const catalogs = import.meta.glob<LandingTexts>("/locales/*/landings.json", { eager: true, import: "default" });

/** What the landing pages say: it comes with the page, as the pages' texts do, for who arrives here needs few others. */
export function landingTexts(language: Language): LandingTexts {
  return {
    ...catalogs[`/locales/${defaultLanguage}/landings.json`],
    ...catalogs[`/locales/${language}/landings.json`],
  };
}
