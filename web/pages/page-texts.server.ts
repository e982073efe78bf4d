import { accessibilityAuthorities, accessibilityCheckedOn } from "#contract/accessibility.ts";
import { banUndoDays } from "#contract/complaints.ts";
import { defaultLanguage, type Language, photoLimits, swipeLikesPerDay } from "#contract/constants.ts";
import type { EditablePage } from "#contract/page-sections.ts";
import { textPages } from "#contract/public-pages.ts";
import { type CompanyInfo, getCompanyInfo, getPageSections, type OwnSection } from "#contract/sites.ts";
import type { PageSettings } from "#contract/staff-sites.ts";
import { getComingTerms } from "#contract/terms.ts";
import { versionDate } from "#contract/version-date.ts";
import type english from "#locales/en/pages.json";
import { companyAddress } from "#web/lib/company-address.ts";
import { createFormat, supportPhone } from "#web/lib/format.ts";
import type { Page } from "#web/lib/page.ts";
import { translate } from "#web/lib/translate.ts";
import { fill, fillSections, type Section, sectionFrom, type Values } from "./fill-page.ts";

type Catalog = typeof english;
export type PageName = Exclude<keyof Catalog, "contents" | "version" | "coming" | "credits_one" | "credits_other">;

/** A page, ready to be shown. The other texts stay on the server: the browser gets only the page that it requested. */
export type PageTexts = {
  title: string;
  description: string;
  /** The date of the text; null for pages without a date. */
  version: string | null;
  /** The heading above the list of the sections. */
  contents: string;
  sections: Section[];
};

const catalogs = import.meta.glob<Catalog>("/locales/*/pages.json", { eager: true, import: "default" });

/** The texts of all pages in a language. */
export function catalogIn(language: Language): Catalog {
  const catalog = catalogs[`/locales/${language}/pages.json`] ?? catalogs[`/locales/${defaultLanguage}/pages.json`];
  if (catalog === undefined) throw new Error("the pages have no texts");
  return catalog;
}

/** The conditions of texts with variants (`_if_…`): a value if met, else empty. */
function conditionsOf(settings: PageSettings): Values {
  const { logged_out_search: search, logged_out_search_trafficsource: elsewhere } = settings;
  const visibilities = [search, elsewhere];
  const set = (holds: boolean) => (holds ? "yes" : "");
  return {
    search_all: set(visibilities.includes("all")),
    search_none: set(visibilities.every((each) => each === "none")),
    main_locked: set(settings.premium_photos === "all"),
    cdn: set(isOtherHost(settings.cdn_prefix)),
    one_photo: set(settings.premium_photos !== "all" && settings.free_photos === 1),
  };
}

/** Whether photos come from another host. A prefix is a path or an origin (`server/site-settings.ts`). */
const isOtherHost = (cdnPrefix: string) => cdnPrefix.startsWith("http");

/** The authorities for accessibility of the site's countries, each with its country's name. */
function listAuthorities(countries: readonly string[], format: ReturnType<typeof createFormat>): string {
  const named = countries.flatMap((code) => {
    const authority = accessibilityAuthorities[code];
    return authority === undefined ? [] : [{ name: format.country(code), authority }];
  });
  return format
    .sortByName(named, ({ name }) => name)
    .map(({ name, authority }) => `${name}: ${authority}`)
    .join("\n");
}

/** The values of the placeholders for this site and the company that runs it (D10.1, R9.06). */
export function pageValues(
  language: Language,
  settings: PageSettings,
  company: CompanyInfo,
  changed: string | null = null,
): Values {
  const format = createFormat(language, "UTC");
  const phone = supportPhone(settings, company);
  const catalog = catalogIn(language);
  const credits = (count: number) => translate(language, catalog, "credits", { count });
  const giftCredits = (each: number) => {
    const factors = Object.values(settings.gift_factors);
    const [from, to] = [each * Math.min(...factors), each * Math.max(...factors)];
    return from === to ? credits(to) : fill(language, catalog.pricing.gift_price, { from, to: credits(to) });
  };
  const names = new Intl.DisplayNames(language, { type: "language" });
  const nameOf = (code: string) => names.of(code) ?? code;
  return {
    site: settings.name,
    company: company.name,
    address: companyAddress(company, format),
    country: format.country(company.country),
    kvk: company.kvk,
    languages: format.list(settings.languages.map(nameOf)),
    vat: format.list(company.vat_numbers),
    email: `<mail>${settings.support_email}</mail>`,
    phone: phone && `<phone>${phone}</phone>`,
    officer: settings.officer_email && `<mail>${settings.officer_email}</mail>`,
    cdn_host: isOtherHost(settings.cdn_prefix) ? new URL(settings.cdn_prefix).hostname : "",
    checked: format.date(accessibilityCheckedOn),
    authorities: listAuthorities(settings.countries, format),
    min_age: settings.min_age,
    refund_days: settings.refund_days,
    undo_days: banUndoDays,
    message_credits: credits(settings.message_credits),
    photo_credits: credits(settings.photo_credits),
    gift_credits: giftCredits(settings.gift_credits),
    own_photos: photoLimits.free,
    premium_photos: photoLimits.premium,
    swipe_likes: swipeLikesPerDay,
    signup_credits: settings.signup_credits === 0 ? "" : credits(settings.signup_credits),
    fictional_plural: settings.fictional_plural,
    fictional_icon: `<sign>${settings.fictional_icon}</sign>`,
    ...conditionsOf(settings),
    date: datedBy(language, company, changed),
  };
}

/** The date of a text that the site changed last at `changed` (R9.05). */
export const datedBy = (language: Language, company: CompanyInfo, changed: string | null): string =>
  createFormat(language, "UTC").date(versionDate(company.added, changed));

/** The line with the date of a text, and the heading above the list of its sections. */
export function frameOf(language: Language, values: Values) {
  const { version, contents } = catalogIn(language);
  return { version: fill(language, version, values), contents };
}

/** One page in a language, filled with the site's values. */
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

/** The built-in sections, each replaced by the site's own words if it has some, and the site's further sections. */
export function withOwnSections(
  language: Language,
  sections: readonly Section[],
  own: readonly OwnSection[],
  values: Values,
): Section[] {
  const ownSections = new Map(own.map((text) => [text.section, sectionFrom(language, text, values)]));
  const withOwnTexts = sections.map((section) => ownSections.get(section.id) ?? section);
  for (const { id } of sections) ownSections.delete(id);
  return [...withOwnTexts, ...ownSections.values()];
}

/** For a loader: what the site says in its own words on a page, and when it changed them last. */
export const loadOwnSections = (page: Page, name: EditablePage) =>
  page.load(getPageSections, { query: { page: name } });

/** For a loader: the page with the site's and the company's own data, and in the site's own words if it has some. */
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
  /** The changed sections, if the announced terms are shown. */
  changed: { intro: string; sections: Pick<Section, "id" | "title">[] } | null;
};

/**
 * For a loader: the terms with what was announced about them (R9.05). `next`: the announced ones, if there are any,
 * instead of those in force.
 */
export async function loadTerms(page: Page, next: boolean): Promise<PageTexts & { coming: ComingTerms | null }> {
  const { language } = page;
  const [{ values, ...texts }, { coming }] = await Promise.all([
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
  const standard = pageTexts("terms", language, values).sections;
  const sections = withOwnSections(language, standard, coming.sections, values);
  const changed = sections.filter(({ id }) => coming.changed.includes(id)).map(({ id, title }) => ({ id, title }));
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
  const fillText = (text: string, more: Values = {}) => fill(language, text, { ...values, ...more });
  const { message, photo, gift, gift_price: _price, free, account, ...labels } = texts;
  return {
    ...labels,
    bundles_in: fillText(labels.bundles_in),
    rows: [
      { thing: account, price: free },
      { thing: message, price: String(values.message_credits) },
      { thing: photo, price: String(values.photo_credits) },
      { thing: gift, price: String(values.gift_credits) },
    ],
  };
}
