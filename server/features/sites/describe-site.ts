import type { SetupTask } from "#contract/new-sites.ts";
import type { Db } from "#server/db/pool.ts";
import type { StoredSite } from "#server/site.ts";
import { type SiteSettings, settingDefinitions } from "#server/site-settings.ts";
import { marketsOf } from "./markets.ts";
import { findPageTexts } from "./page-text-store.ts";
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
  const [company, bundles, saved, pages] = await Promise.all([
    findCompany(db, site.companyId),
    marketsOf(db, site.id),
    savedSettings(db, site.id),
    findPageTexts(db, site.id),
  ]);
  const own = [...hosts].filter(([host, id]) => id === site.id && host !== site.settings.domain);
  const settings: Partial<SiteSettings> = saved;
  return {
    site,
    file: { key, hosts: own.map(([host]) => host).sort(), settings, company: companyOf(company), bundles, pages },
  };
}

/** Does what `describeSite` does, and throws `InvalidSite` if there is no such site. */
export async function requireSite(db: Db, key: string): Promise<KnownSite> {
  const site = await describeSite(db, key);
  if (!site) throw new InvalidSite([`There is no site ${key}. npm run site -- list names all of them.`]);
  return site;
}

/** Valid values that an operator should still change before a site opens, with a line for the command. */
export function findSetupTasks({ file, site: { settings } }: KnownSite): { name: SetupTask; line: string }[] {
  const invented = (address: string) => address.endsWith(".invalid");
  const points: [boolean, SetupTask, string][] = [
    [invented(settings.mail_address), "mail_address", "is an invented address, no email would arrive"],
    [invented(settings.support_email), "support_email", "is an invented address, members could not reach you"],
    [file.company.vat_numbers.length === 0, "company.vat_numbers", "is empty, receipts would name none"],
    [
      settings.description === settingDefinitions.description.default,
      "description",
      "is the default, search engines would show the same text for several sites",
    ],
  ];
  return points.filter(([isOpen]) => isOpen).map(([, name, what]) => ({ name, line: `${name}: ${what}` }));
}
