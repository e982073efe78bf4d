import type { Language } from "#contract/constants.ts";
import { guessCountry } from "#contract/languages.ts";
import type { Settings } from "#contract/sites.ts";
import type { Option } from "#web/ui/select-field.tsx";

/** Names the countries on the server, because browsers name some differently. */
export function countryOptions(codes: readonly string[], locale: string): Option[] {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const order = new Intl.Collator(locale);
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => order.compare(a.label, b.label));
}

type CountrySettings = Pick<Settings, "countries" | "geoip_country" | "geoip_selected_country">;

/** The country in which a visitor probably lives: the one they chose, else as `guessCountry` says. */
export function visitorCountry(settings: CountrySettings, language: Language): string {
  return guessCountry([settings.geoip_selected_country, settings.geoip_country], language, settings.countries) ?? "";
}
