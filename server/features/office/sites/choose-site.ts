import type { NamedSite } from "#contract/site-key.ts";
import type { Db } from "#server/db/pool.ts";
import { listSites } from "#server/features/sites/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { Context, Staff } from "#server/http/handle.ts";
import type { StaffSites } from "#server/http/staff-sites.ts";
import type { StoredSite } from "#server/site.ts";

/** The sites that a staff member works on. Whatever the back office does for a site or for all begins here. */
export async function listSitesOf(db: Db, sites: StaffSites) {
  return (await listSites(db)).filter(({ id }) => sites === null || sites.includes(id));
}

/** The sites to choose from, and the chosen one: by its key, else that of the request's host, else the first. */
export async function chooseSite(
  { db, site, staff }: { db: Db; site?: Pick<Context["site"], "key">; staff: Pick<Staff, "sites"> },
  key: string | undefined,
) {
  const all = await listSitesOf(db, staff.sites);
  const chosen = all.find((each) => each.key === (key ?? site?.key)) ?? (key === undefined ? all[0] : undefined);
  if (!chosen) throw failFields({ site: "not_your_site" });
  return { chosen, shown: shownSites(all, chosen) };
}

/** Those of the staff member's sites that a key chooses: without one all. */
export async function chooseSites(db: Db, { sites }: Pick<Staff, "sites">, key: string | undefined) {
  const all = await listSitesOf(db, sites);
  const chosen = all.filter((site) => key === undefined || site.key === key);
  if (chosen.length === 0 && key !== undefined) throw failFields({ site: "not_your_site" });
  return { chosen, ids: chosen.map(({ id }) => id) };
}

export const nameSites = (sites: readonly StoredSite[]): NamedSite[] =>
  sites.map(({ key, settings }) => ({ key, name: settings.name }));

const shownSites = (all: readonly StoredSite[], { key }: StoredSite) => ({ sites: nameSites(all), key });
