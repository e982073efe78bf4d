import { defaultLanguage, type Language } from "#contract/constants.ts";
import type { LandingTexts } from "./texts.tsx";

const catalogs = import.meta.glob<LandingTexts>("/locales/*/landings.json", { eager: true, import: "default" });

/** The texts of the landing pages. They are sent with the page, because its visitors need few other texts. */
export function landingTexts(language: Language): LandingTexts {
  return {
    ...catalogs[`/locales/${defaultLanguage}/landings.json`],
    ...catalogs[`/locales/${language}/landings.json`],
  };
}
