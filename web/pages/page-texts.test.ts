import { expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { textPages } from "#contract/public-pages.ts";
import type { Settings } from "#contract/sites.ts";
import { catalogIn, type PageName, pageTexts, pageValues, pricingWords } from "./page-texts.server.ts";
import { company, settings } from "./test-settings.ts";

const names = Object.keys(textPages) as PageName[];
const flat = (value: object) => JSON.stringify(value);

test.each(languages)("D10.1 %s: each page is complete, without unfilled placeholders", (language) => {
  const values = pageValues(language, settings, company);
  for (const name of names) {
    const page = pageTexts(name, language, values);
    expect(page.title, name).not.toBe("");
    expect(page.sections.length, name).toBe(Object.keys(catalogIn(language)[name].sections).length);
    expect(flat(page), name).not.toMatch(/\{\w*\}|undefined/);
  }
  expect(flat(pricingWords(language, { ...values, country: "X" }))).not.toMatch(/\{\w*\}|undefined/);
});

test.each(languages)("D14.1 %s: a site without invented profiles says so once, and names none", (language) => {
  const values = pageValues(language, { ...settings, has_fictional: false }, company);
  const text = flat(names.map((name) => pageTexts(name, language, values)));
  const said = catalogIn(language).terms.sections.s4.p1_if_no_fictional;
  expect(text.split(said)).toHaveLength(2);
  const withNone = text.toLowerCase().replaceAll(/"title":"[^"]*"/g, "");
  expect(withNone).not.toMatch(/\b(fictional|fiktiv|fictif|fictici|fittizi|fictie|fikcyjn|fiktiiv)/);
  const some = flat(names.map((name) => pageTexts(name, language, pageValues(language, settings, company))));
  expect(some).not.toContain(said);
});

test.each(languages)("R9.05 %s: terms and privacy show their date, in the language's form", (language) => {
  const values = pageValues(language, settings, company);
  for (const name of ["terms", "privacy"] as const) {
    expect(pageTexts(name, language, values).version).toContain("2023");
  }
  expect(pageTexts("faq", language, values).version).toBeNull();
});

test("R9.05 the version date is the company's if that is later", () => {
  const younger = { ...company, added: "2026-11-01T12:00:00Z" };
  const versionIn = (language: "en" | "de") =>
    pageTexts("terms", language, pageValues(language, settings, younger)).version;
  expect(versionIn("en")).toContain("1 Nov 2026");
  expect(versionIn("de")).toContain("01.11.2026");
});

test("R9.06 the phone has no dashes and spaces; the return policy names the site's days", () => {
  const values = pageValues("en", { ...settings, refund_days: 30 }, company);
  expect(flat(pageTexts("service", "en", values))).toContain("+31301234567");
  const page = pageTexts("returns", "en", values);
  expect(page.title).toBe("30 day free returns");
  expect(flat(page)).not.toContain("14 days,");
});

test("D10.1 no page mentions a phone or a gift that the site does not have", () => {
  const none = { ...settings, signup_credits: 0 };
  const values = pageValues("en", none, { ...company, support_phone: "" });
  expect(flat(pageTexts("service", "en", values))).not.toContain("Phone");
  expect(flat(pageTexts("faq", "en", values))).not.toContain("for free");
});

test.each(languages)("D10.1 %s: what guests and free members see is what the site's settings say", (language) => {
  const catalog = catalogIn(language);
  const flatWith = (name: PageName, change: Partial<Settings>) =>
    flat(pageTexts(name, language, pageValues(language, { ...settings, ...change }, company)));
  const { s5 } = catalog.privacy.sections;
  for (const [search, expected] of [
    ["limited", s5.l2],
    ["all", s5.l2_if_search_all],
    ["none", s5.l2_if_search_none],
  ] as const) {
    const page = flatWith("privacy", { logged_out_search: search, logged_out_search_trafficsource: search });
    for (const text of [s5.l2, s5.l2_if_search_all, s5.l2_if_search_none]) {
      expect(page.includes(text), search).toBe(text === expected);
    }
  }
  const { s1 } = catalog.pricing.sections;
  for (const [change, expected] of [
    [{ free_photos: 2 }, s1.p3],
    [{ free_photos: 1 }, s1.p3_if_one_photo],
    [{ free_photos: 1, premium_photos: "all" }, s1.p3_if_main_locked],
  ] as const) {
    for (const name of ["pricing", "faq"] as const) expect(flatWith(name, change)).toContain(JSON.stringify(expected));
  }
});

test.each(languages)(
  "R12.02 %s: the questions say how calls work and what they cost, where there are calls",
  (language) => {
    const page = (name: PageName, change: Partial<Settings>) =>
      pageTexts(name, language, pageValues(language, { ...settings, ...change }, company));
    const section = (change: Partial<Settings>) => page("faq", change).sections.find(({ id }) => id === "s13");
    const { p1_if_talks: how, p3_if_free_talks: free, p4_if_talks: kept } = catalogIn(language).faq.sections.s13;
    const texts = (change: Partial<Settings>) =>
      section(change)?.blocks.map((block) => (block.kind === "text" ? block.text : ""));
    expect(texts({ call_minute_credits: 0 })).toEqual([how, free, kept]);
    const paid = texts({ call_minute_credits: 7 });
    expect(paid).toEqual([how, expect.stringContaining("7 "), kept]);
    expect(section({ has_talks: false })).toBeUndefined();
    // without a relay the addresses are not hidden, and the page says so
    expect(texts({ direct_talks: true })?.at(-1)).toBe(catalogIn(language).faq.sections.s13.p5_if_direct_talks);
    // the pages that members accept are dated by their words, which no relay changes
    for (const name of ["terms", "privacy"] as const) {
      expect(page(name, { has_talks: false })).toEqual(page(name, { has_talks: true }));
    }
  },
);
test("R12.01 a site without voice messages names no price for them", () => {
  const priced = (voice_messages: boolean) => {
    const values = pageValues("en", { ...settings, voice_messages }, company);
    const terms = pageTexts("terms", "en", values);
    return JSON.stringify([pricingWords("en", values).rows, terms.sections, pageTexts("faq", "en", values).sections]);
  };
  const prices = /voice message (?:in a chat|costs)/gi;
  expect([priced(true).match(prices)?.length, priced(false).match(prices)]).toEqual([3, null]);
});

test("D6.1 D7.2 the price list names what a message, a photo, a voice message and a gift cost", () => {
  const values = pageValues(
    "en",
    { ...settings, message_credits: 2, photo_credits: 3, voice_credits: 4, gift_credits: 5 },
    company,
  );
  const { rows } = pricingWords("en", values);
  expect(rows.map(({ price }) => price)).toEqual(["Free", "2 credits", "3 credits", "4 credits", "5 to 20 credits"]);
});

test.each(languages)("D10.1 %s: the questions end with a way to a person", (language) => {
  const { sections } = pageTexts("faq", language, pageValues(language, settings, company));
  expect(flat(sections.at(-1) ?? {})).toContain("<complaints>");
});
