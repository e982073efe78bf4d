import type { Language } from "#contract/constants.ts";
import { homeCountries } from "#contract/languages.ts";

/**
 * The country of the site in which a visitor probably lives: that of their IP address (`found`, null if unknown), else
 * that of the page's language, else the site's first; null if the site has none.
 */
export function guessCountry(found: string | null, language: Language, countries: readonly string[]): string | null {
  return [found, homeCountries[language]].find((code) => code && countries.includes(code)) ?? countries[0] ?? null;
}
