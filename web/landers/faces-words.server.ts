import { defaultLanguage, type Language } from "#contract/constants.ts";
import type english from "#locales/en/home.json";

const catalogs = import.meta.glob<typeof english>("/locales/*/home.json", { eager: true, import: "default" });

/** Who is on a picture of several members: on a demo site no one real (D12.1). The words of the home page. */
export function facesWords(language: Language, demo: boolean): string {
  const words = catalogs[`/locales/${language}/home.json`] ?? catalogs[`/locales/${defaultLanguage}/home.json`];
  return words?.[demo ? "faces_demo" : "faces"] ?? "";
}
