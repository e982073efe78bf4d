import { defaultLanguage, type Language, languages } from "#contract/constants.ts";

/** The languages by their own names, in the order of the switcher. */
export const languageNames: Record<Language, string> = {
  da: "Dansk",
  de: "Deutsch",
  en: "English",
  es: "Español",
  fi: "Suomi",
  fr: "Français",
  it: "Italiano",
  nb: "Norsk",
  nl: "Nederlands",
  pl: "Polski",
  sv: "Svenska",
};

export function isLanguage(text: string | undefined | null): text is Language {
  return (languages as readonly string[]).includes(text ?? "");
}

/** The address of a path in a language: English has no prefix (R1.11). */
export function pathIn(language: Language, path: string): string {
  if (language === defaultLanguage) return path;
  return path === "/" || path.startsWith("/?") ? `/${language}${path.slice(1)}` : `/${language}${path}`;
}
