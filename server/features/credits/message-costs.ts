import type { Db } from "#server/db/pool.ts";
import { type BundleRow, listBundles } from "#server/features/sites/index.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import type { Site } from "#server/site.ts";
import { findWelcomeCode } from "./discounts/find-discount.ts";
import { priceWith } from "./offer-bundles.ts";
import { messageCosts } from "./rules.ts";

type Prices = { rows: BundleRow[]; welcome: Awaited<ReturnType<typeof findWelcomeCode>> };

const cacheOf = cachePerDatabase(() => createReadCache<Prices>({ max: 1_000, ttlMs: 5_000 }));

async function findPrices(db: Db, siteId: number): Promise<Prices> {
  const [rows, welcome] = await Promise.all([listBundles(db, siteId), findWelcomeCode(db, siteId)]);
  return { rows, welcome };
}

/**
 * The lowest and the highest cost of a message, in minor units, for each country of the site (R9.07, D7.2), with
 * and without the welcome discount. It caches the bundles for five seconds, because every page needs them.
 */
export async function minimumMessageCosts(db: Db, site: Site, now: Date) {
  const { rows, welcome } = await cacheOf(db).get(site.id, now, () => findPrices(db, site.id));
  const discount = welcome && { code: welcome };
  const { countries, message_credits: messageCredits } = site.settings;
  return messageCosts(rows, countries, messageCredits, (row) => priceWith(discount, row));
}
