import type { Language } from "#contract/constants.ts";
import { homeCountries } from "#contract/languages.ts";
import type { Settings } from "#contract/sites.ts";
import type { Option } from "#web/ui/select-field.tsx";

/**
 * The site's countries, named and sorted in a language. Made on the server, because browsers name some countries
 * differently.
 */
export function countryOptions(codes: readonly string[], locale: string): Option[] {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const order = new Intl.Collator(locale);
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => order.compare(a.label, b.label));
}

type CountrySettings = Pick<Settings, "countries" | "geoip_country" | "geoip_selected_country">;

/**
 * The country where a visitor probably lives: the one they chose, the one of their IP address, or the language's main
 * country.
 */
export function guessCountry(known: CountrySettings, language: Language): string {
  const guesses = [known.geoip_selected_country, known.geoip_country, homeCountries[language]];
  return guesses.find((code) => code && known.countries.includes(code)) ?? known.countries[0] ?? "";
}
