import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/pool.ts";
import type { Site } from "#server/site.ts";
import { loadSites } from "./store.ts";

const freshMs = 5_000;

/**
 * Returns a function that finds the site of a host name, from a cache that is at most five seconds old (D2.1). With
 * `fallback` an unknown host gets the first site, which is right in development only.
 */
export function createSiteFinder(
  db: Db,
  clock: Clock,
  fallback: boolean,
): (hostname: string) => Promise<Site | undefined> {
  let loaded: Promise<Awaited<ReturnType<typeof loadSites>>> | undefined;
  let loadedAt = 0;
  return async (hostname) => {
    const now = clock.now().getTime();
    if (!loaded || now - loadedAt > freshMs || now < loadedAt) {
      loadedAt = now;
      loaded = loadSites(db);
      // a failed load throws to its callers, and the next call retries it
      loaded.catch(() => {
        loaded = undefined;
      });
    }
    const { sites, hosts } = await loaded;
    const id = hosts.get(hostname.toLowerCase());
    return sites.find((site) => site.id === id) ?? (fallback ? sites[0] : undefined);
  };
}
