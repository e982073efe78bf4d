import type { Settings } from "#contract/sites.ts";

/** The key in the browser's storage for when the warning was answered, in unix seconds (R2.14). */
export const entryKey = "hide-entry-warning";

export type EntryContext = {
  /** The countries that the layout warns; null: those of the site's setting. */
  countries: readonly string[] | null;
  loggedIn: boolean;
  installed: boolean;
  dismissed: boolean;
  settings: Pick<
    Settings,
    "enable_site_entry_popup" | "entry_warning_countries" | "geoip_country" | "geoip_selected_country"
  >;
};

/** Whether the visitor gets the entry warning (R2.14); not if their country is unknown. */
export function needsEntryWarning({ countries, loggedIn, installed, dismissed, settings }: EntryContext): boolean {
  if (loggedIn || installed || dismissed || !settings.enable_site_entry_popup) return false;
  const country = settings.geoip_selected_country ?? settings.geoip_country;
  return country !== null && (countries ?? settings.entry_warning_countries).includes(country);
}
