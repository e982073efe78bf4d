import type { Db } from "#server/db/pool.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import { createPhotoUrl, createSignedPhotoUrl } from "#server/photo-url.ts";
import type { Services } from "#server/services.ts";
import type { Site, StoredSite } from "#server/site.ts";
import { type CompanyRow, findCompany, loadSites } from "./sites-store.ts";

type Sources = Pick<Services, "config" | "clock">;

/** A stored site as request handlers use it: with the functions that build its photo URLs. */
export const toSite = (sources: Sources, site: StoredSite): Site => ({
  ...site,
  photoUrl: createPhotoUrl(sources, site.settings.cdn_prefix),
  signedPhotoUrl: createSignedPhotoUrl(sources, site.settings.cdn_prefix),
});

/**
 * Finds it by host, in a cache of five seconds (D2.1); one that is not there, or moves, in one of a second: it may have
 * arrived since, or be open again. Outside of production an unknown host gets the first site.
 */
export function createSiteFinder(
  services: Pick<Services, "config" | "db" | "clock">,
): (hostname: string) => Promise<Site | undefined> {
  const { config, db, clock } = services;
  const load = async () => {
    const { sites, hosts } = await loadSites(db);
    return { sites: sites.map((site) => toSite(services, site)), hosts };
  };
  const createCache = (ttlMs: number) => createReadCache<Awaited<ReturnType<typeof load>>>({ max: 1, ttlMs });
  const [cache, shortCache] = [createCache(5_000), createCache(1_000)];
  return async (hostname) => {
    const find = async (from: typeof cache) => {
      const { sites, hosts } = await from.get("sites", clock.now(), load);
      const id = hosts.get(hostname.toLowerCase());
      return { site: sites.find((each) => each.id === id), first: sites[0] };
    };
    const cached = await find(cache);
    const { site, first } = cached.site === undefined || cached.site.moves ? await find(shortCache) : cached;
    return site ?? (config.mode !== "production" ? first : undefined);
  };
}

const companies = cachePerDatabase(() => createReadCache<CompanyRow>({ max: 100, ttlMs: 5_000 }));

/** The company of a request's site: cached as long as the site's settings are, because every page names one. */
export const companyOfSite = async (db: Db, { companyId }: Pick<StoredSite, "companyId">, now: Date) =>
  await companies(db).get(companyId, now, () => findCompany(db, companyId));

export type SiteAndCompany = Awaited<ReturnType<typeof siteAndCompany>>;

/** A site by its id, with the company that runs it, for code outside of requests, such as mails and receipts. */
export async function siteAndCompany(db: Db, siteId: number) {
  const { sites } = await loadSites(db);
  const site = sites.find((each) => each.id === siteId);
  if (!site) throw new Error(`no site ${siteId}`);
  return { site, company: await findCompany(db, site.companyId) };
}
