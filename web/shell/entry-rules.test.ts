// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { entryWarningCountries } from "#contract/constants.ts";
import { entryKey, knownCountry, warnedCountries } from "./entry-rules.ts";
import { warnAtEntry } from "./warn-at-entry.ts";

const settings = {
  enable_site_entry_popup: true,
  entry_warning_countries: ["NL", "DE"],
  geoip_country: "NL",
  geoip_selected_country: null,
};
const visit = { countries: null, loggedIn: false, settings };

/** Whether a visitor meets the warning of a page. */
async function meets(change: Partial<Omit<typeof visit, "countries"> & { countries: readonly string[] | null }> = {}) {
  const page = { ...visit, ...change };
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.dataset.countries = warnedCountries(page).join(" ");
  dialog.dataset.country = knownCountry(page.settings) ?? "";
  await warnAtEntry(dialog);
  return dialog.open;
}
const from = (change: Partial<Record<keyof typeof settings, unknown>>) =>
  meets({ settings: { ...settings, ...change } as typeof settings });

test("R2.14 a visitor from one of the countries gets the warning", async () => {
  expect(await meets()).toBe(true);
});

test("R2.14 no warning once it was answered, or when logged in", async () => {
  expect(await meets({ loggedIn: true })).toBe(false);
  localStorage.setItem(entryKey, "1");
  expect(await meets()).toBe(false);
});

test("R2.14 no warning if the site switched it off, nor outside the countries", async () => {
  expect(await from({ enable_site_entry_popup: false })).toBe(false);
  expect(await from({ geoip_country: "FR" })).toBe(false);
  expect(await from({ geoip_country: null })).toBe(false);
  expect(await from({ entry_warning_countries: [] })).toBe(false);
  expect(await from({ geoip_country: "FR", entry_warning_countries: ["FR"] })).toBe(true);
});

test("R2.05 R2.06 R2.07 chat, lander and empty layouts warn visitors from the Netherlands and Germany only", async () => {
  const french = { ...settings, geoip_country: "FR", entry_warning_countries: ["FR"] };
  expect(await meets({ countries: entryWarningCountries, settings: french })).toBe(false);
  expect(await meets({ countries: entryWarningCountries, settings: { ...french, geoip_country: "DE" } })).toBe(true);
  expect(await meets({ settings: french })).toBe(true);
});

test("R2.14 the country that a visitor chose overrides that of their IP address", async () => {
  expect(await from({ geoip_selected_country: "FR" })).toBe(false);
  expect(await from({ geoip_country: "FR", geoip_selected_country: "DE" })).toBe(true);
});

test("R2.14 only an answer closes the warning, and is remembered", async () => {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  Object.assign(dialog.dataset, { countries: "NL DE", country: "DE" });
  await warnAtEntry(dialog);
  dialog.close();
  expect([dialog.open, localStorage.getItem(entryKey)]).toEqual([true, null]);
  dialog.close("stay");
  expect(dialog.open).toBe(false);
  expect(Number(localStorage.getItem(entryKey))).toBeGreaterThan(0);
});
