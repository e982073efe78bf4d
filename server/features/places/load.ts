import type { Db } from "#server/db/pool.ts";
import { replacePlaces } from "./load-store.ts";
import { placesChecksum, readPlaces } from "./read-places.ts";
import { findChecksum } from "./store.ts";

/**
 * Brings the shipped regions and towns into the database, unless exactly these are there (D4.5). Safe to call at every
 * start and from several processes at once; what is gone from the data stays for those who live there, but is offered
 * to nobody. Answers whether there was something to do.
 */
export async function loadPlaces(db: Db): Promise<boolean> {
  const checksum = await placesChecksum();
  if ((await findChecksum(db)) === checksum) return false;
  const { regions, cities } = await readPlaces();
  return await replacePlaces(db, checksum, regions, cities);
}
