import type { Db } from "#server/db/pool.ts";
import { replacePlaces } from "./load-store.ts";
import { placesChecksum, readPlaces } from "./read-places.ts";
import { findChecksum } from "./store.ts";

/**
 * Loads the shipped regions and towns into the database, unless it has exactly these (D4.5). Safe to call at every
 * start, and from several processes at once. Places that were removed from the data stay for members who live there,
 * but are not offered any more. Returns whether anything was loaded.
 */
export async function loadPlaces(db: Db): Promise<boolean> {
  const checksum = await placesChecksum();
  if ((await findChecksum(db)) === checksum) return false;
  const { regions, cities } = await readPlaces();
  return await replacePlaces(db, checksum, regions, cities);
}
