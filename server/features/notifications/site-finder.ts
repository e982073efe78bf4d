import { siteAndCompany, toSite } from "#server/features/sites/index.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";

/** Loads each site once. */
export function siteFinder(services: Services): (id: number) => Promise<Site> {
  const sites = new Map<number, Promise<Site>>();
  return (id) => {
    const site = sites.get(id) ?? siteAndCompany(services.db, id).then(({ site }) => toSite(services, site));
    sites.set(id, site);
    return site;
  };
}
