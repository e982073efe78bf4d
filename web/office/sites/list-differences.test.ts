import { expect, test } from "vitest";
import type { ShownSetting, ShownSite } from "#contract/staff-sites.ts";
import { listDifferences, listTextDifferences } from "./list-differences.ts";

const setting = (name: string, saved?: string | number): ShownSetting => ({
  name,
  label: name,
  description: "",
  kind: "text",
  options: [],
  least: null,
  most: null,
  required: name === "name",
  fallback: "",
  promised: false,
  ...(saved !== undefined && { saved }),
});

const siteWith = (settings: ShownSetting[], price: number): ShownSite => ({
  sites: [],
  key: "a",
  own_host: "localhost",
  settings,
  hosts: [],
  run_by: { id: 1, name: "A" },
  company: {},
  companies: [],
  unusual: [],
  sharing: [],
  bundles: [
    { country: "DE", currency: "EUR", vat_percent: 19, prices: { "20": price } },
    { country: null, currency: "EUR", vat_percent: 21, prices: { "20": 1490 } },
  ],
  words: price === 1 ? {} : { "home.en.intro": "Hi" },
  proposed: [],
});

test("D2.2 what is copied from another site: its settings and prices as changes, but not its name and addresses", () => {
  const site = siteWith(
    [setting("name", "A"), setting("mail_name", "A"), setting("theme", "rose"), setting("logo")],
    1,
  );
  const from = siteWith(
    [setting("name", "B"), setting("mail_name", "B"), setting("theme"), setting("logo", "M0 0")],
    2,
  );
  const market = { currency: "EUR", vat_percent: 19 };
  expect(listDifferences(site, from)).toEqual([
    { name: "theme", label: "theme", before: "rose", after: undefined },
    { name: "logo", label: "logo", before: undefined, after: "M0 0" },
    {
      name: "bundles.DE",
      label: "bundles.DE",
      before: { ...market, prices: { "20": 1 } },
      after: { ...market, prices: { "20": 2 } },
    },
    { name: "words.home.en.intro", label: "words.home.en.intro", before: undefined, after: "Hi" },
  ]);
  expect(listDifferences(site, site)).toEqual([]);
});

test("R2.01 texts of pages are copied section by section, and those that only the target has stay", () => {
  const text = (body: string) => ({ title: "T", body });
  expect(
    listTextDifferences(
      { "faq.de.s1": text("one"), "faq.de.own1": text("kept"), "faq.de.s2": text("same") },
      { "faq.de.s1": text("two"), "faq.de.s2": text("same") },
    ),
  ).toEqual([{ name: "pages.faq.de.s1", label: "T", before: text("one"), after: text("two") }]);
});
