import { defaultLanguage, type Language, languages } from "./constants.ts";

/** The country in which most readers of a language live; English is British here. */
export const homeCountries: Record<Language, string> = {
  da: "DK",
  de: "DE",
  en: "GB",
  es: "ES",
  fi: "FI",
  fr: "FR",
  it: "IT",
  nb: "NO",
  nl: "NL",
  pl: "PL",
  sv: "SE",
};

/**
 * The first known one that the site has, else the page's language's, else its first; null: none. `candidates`:
 * chosen, or of the IP address.
 */
export function guessCountry(
  candidates: readonly (string | null)[],
  language: Language,
  countries: readonly string[],
): string | null {
  const guesses = [...candidates, homeCountries[language]];
  return guesses.find((code) => code !== null && countries.includes(code)) ?? countries[0] ?? null;
}

export function localeOf(language: Language): string {
  return language === "en" ? "en-GB" : language;
}

/** How money is written: with "£" where a language would write "£GB" or "GBP", as no price is in another pound. */
export const moneyStyle = (currency: string) =>
  ({ style: "currency", currency, currencyDisplay: currency === "GBP" ? "narrowSymbol" : "symbol" }) as const;

export function isLanguage(text: string | null | undefined): text is Language {
  return (languages as readonly (string | null | undefined)[]).includes(text);
}

/** The language for visitors who read none of the site's languages: English if the site has it, else its first one. */
export function fallbackLanguage(offered: readonly Language[]): Language {
  return offered.includes(defaultLanguage) ? defaultLanguage : (offered[0] ?? defaultLanguage);
}

/** The address of a path in a language: the default language has no prefix. */
export function pathIn(language: Language, path: string): string {
  if (language === defaultLanguage) return path;
  return `/${language}${/^\/(?:\?|$)/.test(path) ? path.slice(1) : path}`;
}
