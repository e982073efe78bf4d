import type { Db } from "#server/db/pool.ts";
import type { Site } from "#server/site.ts";
import { createReadCache } from "#server/timed-cache.ts";
import { type BundleRow, messageCosts } from "./rules.ts";
import { listBundles } from "./store.ts";

const newCache = () => createReadCache<BundleRow[]>({ max: 1_000, ttlMs: 5_000 });

// keyed by database, so that two in one process, as in tests, never see each other's prices
const caches = new WeakMap<Db, ReturnType<typeof newCache>>();

/**
 * The lowest and the highest cost of a message, in minor units, for each country of the site (R9.07, D7.2). It
 * caches the bundles for five seconds, because every page needs them.
 */
export async function minimumMessageCosts(db: Db, site: Site, now: Date) {
  const cache = caches.get(db) ?? newCache();
  caches.set(db, cache);
  const rows = await cache.get(site.id, now, () => listBundles(db, site.id));
  return messageCosts(rows, site.settings.countries, site.settings.message_credits);
}
