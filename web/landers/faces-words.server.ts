import { defaultLanguage, type Language } from "#contract/constants.ts";
import type english from "#locales/en/home.json";

const catalogs = import.meta.glob<typeof english>("/locales/*/home.json", { eager: true, import: "default" });

/**
 * The alternative text of a picture of several members, as on the home page. A demo site says that it is one
 * (D12.1).
 */
export function facesWords(language: Language, demo: boolean): string {
  const words = catalogs[`/locales/${language}/home.json`] ?? catalogs[`/locales/${defaultLanguage}/home.json`];
  return words?.[demo ? "faces_demo" : "faces"] ?? "";
}
