import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { roundPoint } from "./rules.ts";
import { findCity, findNearest } from "./store.ts";

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

/** The town nearest to a found position, which is looked at to two decimals only (D4.5); null without any places. */
export async function nearestCity(db: Db, latitude: number, longitude: number): Promise<Place | null> {
  const point = roundPoint(latitude, longitude);
  return (await findNearest(db, point.latitude, point.longitude)) ?? null;
}
