import { defaultLanguage, type Language } from "#contract/constants.ts";
import { fill, fillSections, type Section, type Values, withOwnSections } from "#contract/fill-page.ts";
import type { EditablePage } from "#contract/page-sections.ts";
import { fillValues } from "#contract/page-values.ts";
import { textPages } from "#contract/public-pages.ts";
import { type CompanyInfo, getCompanyInfo, getPageSections } from "#contract/sites.ts";
import type { PageSettings } from "#contract/staff-sites.ts";
import { getComingTerms } from "#contract/terms.ts";
import { versionDate } from "#contract/version-date.ts";
import type english from "#locales/en/pages.json";
import { createFormat } from "#web/lib/format.ts";
import type { Page } from "#web/lib/page.ts";

type Catalog = typeof english;
export type PageName = Exclude<
  keyof Catalog,
  "contents" | "version" | "programs" | "coming" | "credits_one" | "credits_other"
>;

/** A page, ready to be shown. The other texts stay on the server: the browser gets only the page that it requested. */
export type PageTexts = {
  title: string;
  description: string;
  version: string | null;
  contents: string;
  sections: Section[];
};

const catalogs = import.meta.glob<Catalog>("/locales/*/pages.json", { eager: true, import: "default" });

export function catalogIn(language: Language): Catalog {
  const catalog = catalogs[`/locales/${language}/pages.json`] ?? catalogs[`/locales/${defaultLanguage}/pages.json`];
  if (catalog === undefined) throw new Error("the pages have no texts");
  return catalog;
}

/** The values of the placeholders for this site and the company that runs it. */
export const pageValues = (
  language: Language,
  settings: PageSettings,
  company: CompanyInfo,
  changed: string | null = null,
): Values =>
  fillValues(language, {
    settings,
    company,
    changed,
    catalog: catalogIn(language),
    format: createFormat(language, "UTC"),
  });

/** The date of a text that the site changed last at `changed`. */
export const datedBy = (language: Language, company: CompanyInfo, changed: string | null): string =>
  createFormat(language, "UTC").date(versionDate(company.added, changed));

/** The line with the date of a text, and the heading above the list of its sections. */
export function frameOf(language: Language, values: Values) {
  const { version, contents } = catalogIn(language);
  return { version: fill(language, version, values), contents };
}

export function pageTexts(name: PageName, language: Language, values: Values): PageTexts {
  const { title, description, sections } = catalogIn(language)[name];
  const dated = name === "terms" || name === "privacy";
  const { version, contents } = frameOf(language, values);
  return {
    title: fill(language, title, values),
    description: fill(language, description, values),
    version: dated ? version : null,
    contents,
    sections: fillSections(language, sections, values),
  };
}

/** Loads what the site says in its own words on a page, and when it changed them last. */
export const loadOwnSections = (page: Page, name: EditablePage) =>
  page.load(getPageSections, { query: { page: name } });

/** Loads the page with the site's and the company's own data, and in the site's own words if it has some. */
export async function loadPageTexts(page: Page, name: PageName): Promise<PageTexts & { values: Values }> {
  const [settings, { company }, own] = await Promise.all([
    page.settings(),
    page.load(getCompanyInfo),
    loadOwnSections(page, name),
  ]);
  const values = pageValues(page.language, settings, company, own.changed_at);
  const texts = pageTexts(name, page.language, values);
  return { ...texts, sections: withOwnSections(page.language, texts.sections, own.sections, values), values };
}

/** What a page of terms says about announced ones: they are shown, or a link leads to them. */
export type ComingTerms = {
  notice: string;
  link: { to: string; text: string };
  changed: { intro: string; sections: Pick<Section, "id" | "title">[] } | null;
};

/** Loads the terms; with `next` the announced ones, if there are any, instead of those in force. */
export async function loadTerms(page: Page, next: boolean): Promise<PageTexts & { coming: ComingTerms | null }> {
  const { language } = page;
  const [{ values: _, ...texts }, { coming }] = await Promise.all([
    loadPageTexts(page, "terms"),
    page.load(getComingTerms),
  ]);
  if (coming === null) return { ...texts, coming };
  const words = catalogIn(language).coming;
  const date = createFormat(language, "UTC").date(coming.applies_on);
  const say = (text: string) => fill(language, text, { date });
  const to = textPages.terms;
  if (!next) {
    const link = { to: `${to}?version=next`, text: words.read };
    return { ...texts, coming: { notice: say(words.notice), link, changed: null } };
  }
  const [settings, { company }] = await Promise.all([page.settings(), page.load(getCompanyInfo)]);
  const then = pageValues(language, { ...settings, ...coming.settings }, company);
  const standard = pageTexts("terms", language, then).sections;
  const sections = withOwnSections(language, standard, coming.sections, then);
  const isNow = (section: Section) => texts.sections.some((now) => JSON.stringify(now) === JSON.stringify(section));
  const changed = sections.filter((section) => !isNow(section)).map(({ id, title }) => ({ id, title }));
  return {
    ...texts,
    version: null,
    sections,
    coming: {
      notice: say(words.shown),
      link: { to, text: words.present },
      changed: changed.length === 0 ? null : { intro: words.changed, sections: changed },
    },
  };
}

/** The texts of the price list, and what each thing costs in credits. */
export function pricingWords(language: Language, values: Values) {
  const { title: _title, description: _description, sections: _sections, ...texts } = catalogIn(language).pricing;
  const fillText = (text: string) => fill(language, text, values);
  const { message, photo, voice, call, gift, gift_price: _price, free, account, ...labels } = texts;
  return {
    ...labels,
    bundles_in: fillText(labels.bundles_in),
    closed: fillText(labels.closed),
    rows: [
      { thing: account, price: free },
      { thing: message, price: String(values.message_credits) },
      { thing: photo, price: String(values.photo_credits) },
      ...(values.voice === "" ? [] : [{ thing: voice, price: String(values.voice_credits) }]),
      ...(values.call_minute_credits === "" ? [] : [{ thing: call, price: String(values.call_minute_credits) }]),
      { thing: gift, price: String(values.gift_credits) },
    ],
  };
}
