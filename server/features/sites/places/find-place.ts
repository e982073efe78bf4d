import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { findCity, findNearest, hasCountry, hasRegion } from "./places-store.ts";
import { type Point, roundPoint } from "./rules.ts";

/** A town. `names` has only languages in which the name differs from `name`. The degrees are those of its centre. */
export type Place = {
  city_id: number;
  country: string;
  region: string | null;
  name: string;
  names: Partial<Record<Language, string>>;
  latitude: number;
  longitude: number;
};

/** The town with an id from the town search, null if there is none. */
export async function findPlace(db: Db, cityId: number): Promise<Place | null> {
  if (!Number.isInteger(cityId) || cityId < 1 || cityId > 2 ** 31 - 1) return null;
  return (await findCity(db, cityId)) ?? null;
}

const maxTownKilometres = 100;

/** Returns null if there is none nearby. The position is rounded to two decimals first (D4.5). */
export async function findNearestTown(db: Db, { latitude, longitude }: Point, language: Language) {
  const point = roundPoint(latitude, longitude);
  const town = await findNearest(db, point, language);
  if (!town || town.metres > maxTownKilometres * 1000) return null;
  const { metres: _, ...city } = town;
  return city;
}

/** True without a code. Places are cached forever: they are never deleted, as members live there. */
function cacheExisting(has: (db: Db, code: string) => Promise<boolean>) {
  const existing = new Set<string>();
  return async (db: Db, code: string | undefined): Promise<boolean> => {
    if (code === undefined || existing.has(code)) return true;
    const exists = await has(db, code);
    if (exists) existing.add(code);
    return exists;
  };
}

export const isRegion = cacheExisting(hasRegion);

/** Whether a country with this code has towns to live in. */
export const isCountry = cacheExisting(hasCountry);
