import { eeaCountries } from "#contract/eea.ts";
import type { SetupTask } from "#contract/new-sites.ts";
import { explicitNiches, nicheOf } from "#contract/niches.ts";
import type { Db } from "#server/db/pool.ts";
import { leadsFrom, readRoute } from "#server/payment-routes.ts";
import type { StoredSite } from "#server/site.ts";
import { type SiteSettings, settingDefinitions } from "#server/site-settings.ts";
import { describeTinyPrice, describeUnusualVat } from "./check-sales.ts";
import { marketsOf } from "./markets.ts";
import { findOwnTexts } from "./page-text-store.ts";
import { inventedNumber } from "./seed-demo.ts";
import { type Company, InvalidSite, type SiteFile } from "./site-file.ts";
import { type CompanyRow, findCompany, loadSites, savedSettings } from "./sites-store.ts";

export function companyOf({ id: _id, added: _added, delete_discount: _discount, ...company }: CompanyRow): Company {
  return { ...company, country: company.country.trim() };
}

export type KnownSite = { site: StoredSite; file: SiteFile };

/** The site file of the site with a key; undefined if there is none. Stored values are not validated again. */
export async function describeSite(db: Db, key: string): Promise<KnownSite | undefined> {
  const { sites, hosts } = await loadSites(db);
  const site = sites.find((each) => each.key === key);
  if (!site) return undefined;
  const [company, bundles, saved, texts] = await Promise.all([
    findCompany(db, site.companyId),
    marketsOf(db, site.id),
    savedSettings(db, site.id),
    findOwnTexts(db, site.id),
  ]);
  const own = [...hosts].filter(([host, id]) => id === site.id && host !== site.settings.domain);
  const settings: Partial<SiteSettings> = saved;
  return {
    site,
    file: { key, hosts: own.map(([host]) => host).sort(), settings, company: companyOf(company), bundles, ...texts },
  };
}

/** Does what `describeSite` does, and throws `InvalidSite` if there is no such site. */
export async function requireSite(db: Db, key: string): Promise<KnownSite> {
  const site = await describeSite(db, key);
  if (!site) throw new InvalidSite([`There is no site ${key}. npm run site -- list names all of them.`]);
  return site;
}

/** The sections that the site words itself in some of its languages and leaves as they are in others. */
function findDiffering(pages: SiteFile["pages"], languages: readonly string[]): string[] {
  const own = new Map<string, number>();
  for (const key of Object.keys(pages)) {
    const [page = "", language = "", section = ""] = key.split(".");
    const place = `${page} ${section}`;
    // the page for the United States exists in English only
    if (page !== "us_privacy" && languages.includes(language)) own.set(place, (own.get(place) ?? 0) + 1);
  }
  return [...own].filter(([, count]) => count < languages.length).map(([place]) => place);
}

/** Markets of the site from which none of its routes leads. */
function describeUnrouted(bundles: SiteFile["bundles"], texts: readonly string[]): string {
  const routes = texts.flatMap((text) => readRoute(text) ?? []);
  const markets = bundles.map(({ country, currency }) => ({ country: country ?? "", currency }));
  const unrouted = markets.filter((market) => !routes.some((route) => leadsFrom(route, market)));
  return routes.length === 0
    ? ""
    : unrouted.map(({ country, currency }) => `${country || "elsewhere"} (${currency})`).join(", ");
}

/** Valid values that an operator should still change before a site opens, with a line for the command. */
export function findSetupTasks({ file, site }: KnownSite): { name: SetupTask; line: string }[] {
  const { settings, phone } = site;
  const { country, vat_numbers: vatNumbers } = file.company;
  const invented = (address: string) => address.endsWith(".invalid");
  const sellsIn = (code: string) => settings.countries.includes(code);
  const needsOutside = ["GB", "CH"].some((code) => sellsIn(code) && country !== code);
  const isExplicit = explicitNiches.includes(nicheOf(settings.niche));
  const vat = describeUnusualVat(file.bundles, settings.countries);
  const tinyPrice = describeTinyPrice(file.bundles);
  const unrouted = describeUnrouted(file.bundles, settings.payment_providers);
  const differing = findDiffering(file.pages, settings.languages);
  const points: [boolean, SetupTask, string][] = [
    [invented(settings.mail_address), "mail_address", "is an invented address, no email would arrive"],
    [invented(settings.support_email), "support_email", "is an invented address, members could not reach you"],
    [
      phone === "",
      "support_phone",
      "is empty, and so is company.support_phone: nothing is sold in the EEA without one",
    ],
    [
      !site.demo && file.company.kvk === inventedNumber,
      "company",
      "is the demo's, which is invented: give the site its own, company=new company.name=… company.kvk=…",
    ],
    [vat !== "", "vat", `differs from the usual rate: ${vat}`],
    [unrouted !== "", "payment_providers", `lead no order of ${unrouted} to a provider: no one could pay there`],
    [tinyPrice !== "", "prices", `${tinyPrice}: prices are in minor units, such as cents`],
    [vatNumbers.length === 0, "company.vat_numbers", "is empty, receipts would name none"],
    [
      settings.represented_by === "",
      "represented_by",
      "is empty, the legal notice names no one who acts for the company",
    ],
    [
      file.settings.contact_languages === undefined,
      "contact_languages",
      "is the default, English: name the languages in which a person answers",
    ],
    [
      settings.officer_email === "",
      "officer_email",
      "is empty: a dating site has to appoint an officer (GDPR, Article 37)",
    ],
    [settings.recipients === "", "recipients", "is empty, the privacy statement names no company that hosts or mails"],
    [
      settings.representatives === "" && (needsOutside || !eeaCountries.includes(country)),
      "representatives",
      "is empty: countries where the company has no seat ask for one, see docs/operators/duties-by-law.md",
    ],
    [settings.youth_officer === "" && sellsIn("DE"), "youth_officer", "is empty: Germany asks for one (§ 7 JMStV)"],
    [settings.adr_body === "" && sellsIn("FR"), "adr_body", "is empty: France asks for a consumer mediator by name"],
    [
      isExplicit,
      "niche",
      "is explicit: Mollie does not accept sexual dating; have your provider agree in writing, see docs/operators/duties-by-law.md",
    ],
    [
      settings.description === settingDefinitions.description.default,
      "description",
      "is the default, search engines would show the same text for several sites",
    ],
    [
      differing.length > 0,
      "pages",
      `${differing.join(", ")}: worded by the site in some of its languages only, so members read different promises`,
    ],
  ];
  return points.filter(([isOpen]) => isOpen).map(([, name, what]) => ({ name, line: `${name}: ${what}` }));
}
