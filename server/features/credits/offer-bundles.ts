import type { Db } from "#server/db/pool.ts";
import { type BundleRow, bundlesFor } from "./rules.ts";
import { countryOf, listBundlesOf } from "./store.ts";

/** The bundles a member may buy, smallest first, and the country they are for: the profile's (D7.2). */
export async function offerBundles(
  db: Db,
  siteId: number,
  memberId: string,
): Promise<{ country: string | null; bundles: BundleRow[] }> {
  const country = await countryOf(db, memberId);
  return { country, bundles: bundlesFor(await listBundlesOf(db, siteId, country), country) };
}
