import { expect, test } from "vitest";
import { entryWarningCountries } from "#contract/constants.ts";
import { type EntryContext, needsEntryWarning } from "./entry-rules.ts";

const settings: EntryContext["settings"] = {
  enable_site_entry_popup: true,
  entry_warning_countries: ["NL", "DE"],
  geoip_country: "NL",
  geoip_selected_country: null,
};
const dutchVisitor: EntryContext = {
  countries: null,
  loggedIn: false,
  installed: false,
  dismissed: false,
  settings,
};
const meets = (change: Partial<EntryContext>) => needsEntryWarning({ ...dutchVisitor, ...change });
const from = (change: Partial<EntryContext["settings"]>) => meets({ settings: { ...settings, ...change } });

test("R2.14 a visitor from one of the countries gets the warning", () => {
  expect(meets({})).toBe(true);
});

test("R2.14 no warning once it was answered, in the installed app, or when logged in", () => {
  expect(meets({ dismissed: true })).toBe(false);
  expect(meets({ installed: true })).toBe(false);
  expect(meets({ loggedIn: true })).toBe(false);
});

test("R2.14 no warning if the site switched it off, nor outside the countries", () => {
  expect(from({ enable_site_entry_popup: false })).toBe(false);
  expect(from({ geoip_country: "FR" })).toBe(false);
  expect(from({ geoip_country: null })).toBe(false);
  expect(from({ entry_warning_countries: [] })).toBe(false);
  expect(from({ geoip_country: "FR", entry_warning_countries: ["FR"] })).toBe(true);
});

test("R2.05 R2.06 R2.07 chat, lander and empty layouts warn visitors from the Netherlands and Germany only", () => {
  const french = { ...settings, geoip_country: "FR", entry_warning_countries: ["FR"] };
  expect(meets({ countries: entryWarningCountries, settings: french })).toBe(false);
  expect(meets({ countries: entryWarningCountries, settings: { ...french, geoip_country: "DE" } })).toBe(true);
  expect(meets({ settings: french })).toBe(true);
});

test("R2.14 the country that a visitor chose overrides that of their IP address", () => {
  expect(from({ geoip_selected_country: "FR" })).toBe(false);
  expect(from({ geoip_country: "FR", geoip_selected_country: "DE" })).toBe(true);
});
