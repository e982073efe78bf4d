import type { Db } from "#server/db/pool.ts";
import type { Site } from "#server/site.ts";
import { type BundleRow, messageCosts } from "./rules.ts";
import { listBundles } from "./store.ts";

const freshMs = 5_000;

type CachedBundles = { rows: Promise<BundleRow[]>; loadedAt: number };

// keyed by database, so that two in one process, as in tests, never see each other's prices
const cache = new WeakMap<Db, Map<number, CachedBundles>>();

function freshBundles(db: Db, siteId: number, now: number): Promise<BundleRow[]> {
  const bySite = cache.get(db) ?? new Map<number, CachedBundles>();
  cache.set(db, bySite);
  const cached = bySite.get(siteId);
  if (cached && now >= cached.loadedAt && now - cached.loadedAt <= freshMs) return cached.rows;
  const rows = listBundles(db, siteId);
  bySite.set(siteId, { rows, loadedAt: now });
  // a failed load rejects for its callers, and the next call retries it
  rows.catch(() => bySite.delete(siteId));
  return rows;
}

/**
 * The lowest and the highest cost of a message, in minor units, for each country of the site (R9.07, D7.2). It
 * caches the bundles for five seconds, because every page needs them.
 */
export async function minimumMessageCosts(db: Db, site: Site, now: Date) {
  const rows = await freshBundles(db, site.id, now.getTime());
  return messageCosts(rows, site.settings.countries, site.settings.message_credits);
}
