import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/pool.ts";
import type { Site } from "#server/site.ts";
import { createReadCache } from "#server/timed-cache.ts";
import { loadSites } from "./store.ts";

/**
 * Returns a function that finds the site of a host name, from a cache that is at most five seconds old (D2.1). With
 * `fallback` an unknown host gets the first site, which is right in development only.
 */
export function createSiteFinder(
  db: Db,
  clock: Clock,
  fallback: boolean,
): (hostname: string) => Promise<Site | undefined> {
  const cache = createReadCache<Awaited<ReturnType<typeof loadSites>>>({ max: 1, ttlMs: 5_000 });
  return async (hostname) => {
    const { sites, hosts } = await cache.get("sites", clock.now(), () => loadSites(db));
    const id = hosts.get(hostname.toLowerCase());
    return sites.find((site) => site.id === id) ?? (fallback ? sites[0] : undefined);
  };
}
