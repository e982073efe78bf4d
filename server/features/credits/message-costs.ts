import type { Db } from "#server/db/pool.ts";
import type { Site } from "#server/site.ts";
import { cachePerDatabase, createReadCache } from "#server/timed-cache.ts";
import { type BundleRow, messageCosts } from "./rules.ts";
import { listBundles } from "./store.ts";

const cacheOf = cachePerDatabase(() => createReadCache<BundleRow[]>({ max: 1_000, ttlMs: 5_000 }));

/**
 * The lowest and the highest cost of a message, in minor units, for each country of the site (R9.07, D7.2). It
 * caches the bundles for five seconds, because every page needs them.
 */
export async function minimumMessageCosts(db: Db, site: Site, now: Date) {
  const rows = await cacheOf(db).get(site.id, now, () => listBundles(db, site.id));
  return messageCosts(rows, site.settings.countries, site.settings.message_credits);
}
