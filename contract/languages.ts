import { defaultLanguage, type Language, languages } from "./constants.ts";

export function isLanguage(text: string | null | undefined): text is Language {
  return (languages as readonly (string | null | undefined)[]).includes(text);
}

/** The language for visitors who read none of the site's languages: English if the site has it, else its first one. */
export function fallbackLanguage(offered: readonly Language[]): Language {
  return offered.includes(defaultLanguage) ? defaultLanguage : (offered[0] ?? defaultLanguage);
}

/** The address of a path in a language: the default language has no prefix (R1.11). */
export function pathIn(language: Language, path: string): string {
  if (language === defaultLanguage) return path;
  return `/${language}${/^\/(?:\?|$)/.test(path) ? path.slice(1) : path}`;
}
