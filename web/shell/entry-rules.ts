import type { Settings } from "#contract/sites.ts";

/** The key in the browser's storage for when the warning was answered, in unix seconds (R2.14). */
export const entryKey = "hide-entry-warning";

type Warned = {
  /** The countries that the layout warns; null: those of the site's setting. */
  countries: readonly string[] | null;
  loggedIn: boolean;
  settings: Pick<Settings, "enable_site_entry_popup" | "entry_warning_countries">;
};

/** The countries whose visitors the page warns (R2.14); without any it has no warning. */
export function warnedCountries({ countries, loggedIn, settings }: Warned): readonly string[] {
  if (loggedIn || !settings.enable_site_entry_popup) return [];
  return countries ?? settings.entry_warning_countries;
}

/** The visitor's country, as far as the page knows it: the one that they chose overrides that of their IP address. */
export const knownCountry = (settings: Pick<Settings, "geoip_country" | "geoip_selected_country">): string | null =>
  settings.geoip_selected_country ?? settings.geoip_country;
