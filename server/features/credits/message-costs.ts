import type { Db } from "#server/db/pool.ts";
import type { Site } from "#server/site.ts";
import { type BundleRow, messageCosts } from "./rules.ts";
import { listBundles } from "./store.ts";

const freshMs = 5_000;

type Copy = { rows: Promise<BundleRow[]>; loadedAt: number };

// by database, so that two in one process, as in tests, never see each other's prices
const copies = new WeakMap<Db, Map<number, Copy>>();

function freshBundles(db: Db, siteId: number, now: number): Promise<BundleRow[]> {
  const bySite = copies.get(db) ?? new Map<number, Copy>();
  copies.set(db, bySite);
  const copy = bySite.get(siteId);
  if (copy && now >= copy.loadedAt && now - copy.loadedAt <= freshMs) return copy.rows;
  const rows = listBundles(db, siteId);
  bySite.set(siteId, { rows, loadedAt: now });
  // a failed load is thrown to whoever asked, and tried again by the next one
  rows.catch(() => bySite.delete(siteId));
  return rows;
}

/**
 * What a message costs at least, and at most, in minor units, in each country where the site sells (R9.07, D7.2); from a copy of the
 * bundles that is at most five seconds old, for every page asks.
 */
export async function minimumMessageCosts(db: Db, site: Site, now: Date) {
  const rows = await freshBundles(db, site.id, now.getTime());
  return messageCosts(rows, site.settings.countries, site.settings.message_credits);
}
