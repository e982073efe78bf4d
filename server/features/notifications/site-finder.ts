import { siteAndCompany } from "#server/features/sites/index.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";

/** Loads each site once. */
export function siteFinder({ db }: Services): (id: number) => Promise<Site> {
  const sites = new Map<number, Promise<Site>>();
  return (id) => {
    const site = sites.get(id) ?? siteAndCompany(db, id).then(({ site }) => site);
    sites.set(id, site);
    return site;
  };
}
