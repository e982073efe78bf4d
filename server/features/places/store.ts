import { sql } from "kysely";
import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";

/** The regions of a country that are offered, named in a language, in no order. */
export async function findRegions(db: Db, country: string, language: Language) {
  return await db
    .selectFrom("regions")
    .select(["code", sql<string>`names ->> ${language}`.as("name")])
    .where("country", "=", country)
    .where("retired", "=", false)
    .execute();
}

/**
 * Towns of a country with a name that begins like `key` (see `fold-name.ts`), the largest first; those that only a
 * name of other times or languages fits come after the others.
 */
export async function findCities(db: Db, country: string, key: string, language: Language, limit: number) {
  const found = db
    .selectFrom("city_names")
    .select(["city_id", sql<boolean>`bool_and(historical)`.as("historical")])
    .where("country", "=", country)
    .where("search", ">=", key)
    // the first text after all that begin with the key, so that any plan reads one stretch of the index
    .where("search", "<", `${key}\u{10ffff}`)
    .groupBy(["city_id", "population"])
    .orderBy("historical")
    .orderBy("population", "desc")
    .orderBy("city_id")
    .limit(limit);
  return await db
    .selectFrom(found.as("found"))
    .innerJoin("cities as c", "c.id", "found.city_id")
    .leftJoin("regions as r", "r.code", "c.region")
    .select(["c.id", "c.region"])
    .select(sql<string>`coalesce(c.names ->> ${language}, c.name)`.as("name"))
    .select(sql<string>`coalesce(r.names ->> ${language}, '')`.as("region_name"))
    .orderBy("found.historical")
    .orderBy("c.population", "desc")
    .orderBy("c.id")
    .execute();
}

function selectPlaces(db: Db) {
  return db
    .selectFrom("cities")
    .select(["id as city_id", "country", "region", "name", "latitude", "longitude"])
    .select(sql<Partial<Record<Language, string>>>`names`.as("names"))
    .where("retired", "=", false);
}

export async function findCity(db: Db, id: number) {
  return await selectPlaces(db).where("id", "=", id).executeTakeFirst();
}

/** The town nearest to a point in degrees, by the great circle. */
export async function findNearest(db: Db, latitude: number, longitude: number) {
  const here = sql`ll_to_earth(${latitude}, ${longitude})`;
  return await selectPlaces(db).orderBy(sql`ll_to_earth(latitude, longitude) <-> ${here}`).limit(1).executeTakeFirst();
}

/** Which data was loaded last. */
export async function findChecksum(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("places_loaded").select("checksum").executeTakeFirst())?.checksum;
}
