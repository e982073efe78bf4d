import { defaultLanguage, type Language } from "#contract/constants.ts";
import type english from "#locales/en/home.json";
import type { HomeTexts } from "./texts.tsx";

const catalogs = import.meta.glob<typeof english>("/locales/*/home.json", { eager: true, import: "default" });

/**
 * The texts of the home page. They are sent with it, like those of the landing pages, because no other page needs them.
 */
export function homeTexts(language: Language, who: "visitor" | "member"): HomeTexts {
  const catalog = {
    ...catalogs[`/locales/${defaultLanguage}/home.json`],
    ...catalogs[`/locales/${language}/home.json`],
  };
  const { member, ...others } = catalog;
  if (who === "visitor") return others;
  return member === undefined ? {} : { member };
}
