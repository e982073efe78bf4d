import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { type Point, roundPoint } from "./rules.ts";
import { findCity, findNearest, hasCountry, hasRegion } from "./store.ts";

/** A town; `names` holds only the languages that call it otherwise than `name`, degrees are of its middle. */
export type Place = {
  city_id: number;
  country: string;
  region: string | null;
  name: string;
  names: Partial<Record<Language, string>>;
  latitude: number;
  longitude: number;
};

/** The town of an id from the city search, null where there is none (D4.5). */
export async function findPlace(db: Db, cityId: number): Promise<Place | null> {
  if (!Number.isInteger(cityId) || cityId < 1 || cityId > 2 ** 31 - 1) return null;
  return (await findCity(db, cityId)) ?? null;
}

/** Further from every town nobody lives; kilometres. */
const nobodyLives = 100;

/**
 * The town nearest to a found position, which is looked at to two decimals only (D4.5), named in a language; null where
 * there is none around.
 */
export async function findNearestTown(db: Db, { latitude, longitude }: Point, language: Language) {
  const point = roundPoint(latitude, longitude);
  const found = await findNearest(db, point, language);
  if (!found || found.metres > nobodyLives * 1000) return null;
  const { metres: _, ...city } = found;
  return city;
}

/** Regions that were there: none is ever taken away, for members may live in it. */
const regionsSeen = new Set<string>();

/** Whether a code is a region's; no code is right too. */
export async function isRegion(db: Db, code: string | undefined): Promise<boolean> {
  if (code === undefined || regionsSeen.has(code)) return true;
  const found = await hasRegion(db, code);
  if (found) regionsSeen.add(code);
  return found;
}

const countriesSeen = new Set<string>();

/** Whether a code is a country's that members can live in; no code is right too. */
export async function isCountry(db: Db, code: string | undefined): Promise<boolean> {
  if (code === undefined || countriesSeen.has(code)) return true;
  const found = await hasCountry(db, code);
  if (found) countriesSeen.add(code);
  return found;
}
