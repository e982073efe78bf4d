import type { Db } from "#server/db/pool.ts";
import { type BundleRow, bundlesFor } from "./rules.ts";
import { countryOf, listBundlesOf } from "./store.ts";

/**
 * The bundles that a member or visitor may buy, smallest first, and their country: the profile's (D7.2), or `fallback`
 * for a visitor.
 */
export async function offerBundles(
  db: Db,
  siteId: number,
  memberId: string | null,
  fallback: string | null = null,
): Promise<{ country: string | null; bundles: BundleRow[] }> {
  const own = memberId === null ? null : await countryOf(db, memberId);
  const country = own ?? fallback;
  return { country, bundles: bundlesFor(await listBundlesOf(db, siteId, country), country) };
}
