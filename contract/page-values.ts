import { accessibilityAuthorities, accessibilityCheckedOn } from "./accessibility.ts";
import { companyAddress, supportPhone } from "./company-address.ts";
import { banUndoDays } from "./complaints.ts";
import { type Language, photoLimits, swipeLikesPerDay } from "./constants.ts";
import { welcomePercentage, welcomeWindowSeconds } from "./discounts.ts";
import { fill, type Values } from "./fill-page.ts";
import type { CompanyInfo } from "./sites.ts";
import type { PageSettings } from "./staff-sites.ts";
import { translate } from "./translate.ts";
import { versionDate } from "./version-date.ts";

export type PageFormat = {
  date(time: string): string;
  country(code: string): string;
  list(items: readonly string[]): string;
  percent(fraction: number): string;
  sortByName<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[];
};

/** `catalog`: the language's `pages.json`; `changed`: when the site last changed the page; null: never. */
type Facts = {
  settings: PageSettings;
  company: CompanyInfo;
  changed: string | null;
  catalog: { pricing: { gift_price: string }; programs: string };
  format: PageFormat;
};

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
    voice: set(settings.voice_messages),
    fictional: set(settings.has_fictional),
    no_fictional: set(!settings.has_fictional),
    talks: set(settings.has_talks),
    direct_talks: set(settings.direct_talks),
    free_talks: set(settings.has_talks && settings.call_minute_credits === 0),
    demo: set(settings.demo),
    one_photo: set(settings.premium_photos !== "all" && settings.free_photos === 1),
  };
}

/** Whether photos come from another host. A prefix is a path or an origin (`server/site-settings.ts`). */
const isOtherHost = (cdnPrefix: string) => cdnPrefix.startsWith("http");

/** The authorities for accessibility of the site's countries, each with its country's name. */
function listAuthorities(countries: readonly string[], format: PageFormat): string {
  const named = countries.flatMap((code) => {
    const authority = accessibilityAuthorities[code];
    return authority === undefined ? [] : [{ name: format.country(code), authority }];
  });
  return format
    .sortByName(named, ({ name }) => name)
    .map(({ name, authority }) => `${name}: ${authority}`)
    .join("\n");
}

/** The values of the placeholders for this site and the company that runs it. */
export function fillValues(language: Language, { settings, company, changed, catalog, format }: Facts): Values {
  const phone = supportPhone(settings, company);
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
    languages: format.list(settings.contact_languages.map(nameOf)),
    vat: format.list(company.vat_numbers),
    email: `<mail>${settings.support_email}</mail>`,
    phone: phone && `<phone>${phone}</phone>`,
    officer: settings.officer_email && `<mail>${settings.officer_email}</mail>`,
    represented_by: settings.represented_by,
    representatives: settings.representatives,
    youth_officer: settings.youth_officer,
    adr_body: settings.adr_body,
    recipients: settings.recipients,
    cdn_host: isOtherHost(settings.cdn_prefix) ? new URL(settings.cdn_prefix).hostname : "",
    checked: format.date(accessibilityCheckedOn),
    authorities: listAuthorities(settings.countries, format),
    min_age: settings.min_age,
    profiles_daily: settings.profiles_daily,
    refund_days: settings.refund_days,
    // what a program decides alone: one text for all pages that say it
    programs: catalog.programs,
    undo_days: banUndoDays,
    message_credits: credits(settings.message_credits),
    photo_credits: credits(settings.photo_credits),
    voice_credits: credits(settings.voice_credits),
    // where calls cost nothing, these texts are left out
    call_minute_credits: settings.call_minute_credits === 0 ? "" : credits(settings.call_minute_credits),
    gift_credits: giftCredits(settings.gift_credits),
    // a site without the promise leaves these texts out
    answer_days: settings.answer_days === 0 ? "" : settings.answer_days,
    open_first_messages: settings.answer_days === 0 ? "" : settings.open_first_messages,
    own_photos: photoLimits.free,
    premium_photos: photoLimits.premium,
    swipe_likes: swipeLikesPerDay,
    signup_credits: settings.signup_credits === 0 ? "" : credits(settings.signup_credits),
    welcome_percent: format.percent(welcomePercentage / 100),
    welcome_hours: welcomeWindowSeconds / 3_600,
    // a site without invented profiles leaves these texts out
    fictional_plural: settings.has_fictional ? settings.fictional_plural : "",
    fictional_icon: settings.has_fictional ? `<sign>${settings.fictional_icon}</sign>` : "",
    ...conditionsOf(settings),
    date: format.date(versionDate(company.added, changed)),
  };
}
