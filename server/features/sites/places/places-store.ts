import { sql } from "kysely";
import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import type { Point } from "./rules.ts";

export async function findRegions(db: Db, country: string, language: Language) {
  return await db
    .selectFrom("regions")
    .select(["code", sql<string>`names ->> ${language}`.as("name")])
    .where("country", "=", country)
    .where("retired", "=", false)
    .execute();
}

/** Names that begin with `key` (`fold-name.ts`), largest first, historical ones last. `called`: a name that matches. */
export async function findCities(db: Db, countries: readonly string[], key: string, language: Language, limit: number) {
  const matches = db
    .selectFrom("city_names")
    .select(["city_id", sql<boolean>`bool_and(historical)`.as("historical")])
    .select(sql<string>`min(name collate "C")`.as("called"))
    .where("country", "in", countries)
    .where("search", ">=", key)
    // an upper bound of all texts that begin with the key, so that any plan reads one range of the index
    .where("search", "<", `${key}\u{10ffff}`)
    .groupBy(["city_id", "population"])
    .orderBy("historical")
    .orderBy("population", "desc")
    .orderBy("city_id")
    .limit(limit);
  return await db
    .selectFrom(matches.as("matches"))
    .innerJoin("cities as c", "c.id", "matches.city_id")
    .leftJoin("regions as r", "r.code", "c.region")
    .select(["c.id", "c.region", "c.country", "c.name as own_name", "matches.called"])
    .select(sql<Partial<Record<Language, string>>>`c.names`.as("names"))
    .select(sql<string>`coalesce(c.names ->> ${language}, c.name)`.as("name"))
    .select(sql<string>`coalesce(r.names ->> ${language}, '')`.as("region_name"))
    .orderBy("matches.historical")
    .orderBy("c.population", "desc")
    .orderBy("c.id")
    .execute();
}

export async function hasCountry(db: Db, code: string): Promise<boolean> {
  return (await db.selectFrom("cities").select("id").where("country", "=", code).executeTakeFirst()) !== undefined;
}

export async function hasRegion(db: Db, code: string): Promise<boolean> {
  return (await db.selectFrom("regions").select("code").where("code", "=", code).executeTakeFirst()) !== undefined;
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

/** The town nearest to a point in degrees, by great circle, and the distance to its centre. */
export async function findNearest(db: Db, { latitude, longitude }: Point, language: Language) {
  const here = sql`ll_to_earth(${latitude}, ${longitude})`;
  const there = sql`ll_to_earth(c.latitude, c.longitude)`;
  return await db
    .selectFrom("cities as c")
    .leftJoin("regions as r", "r.code", "c.region")
    .select(["c.id as city_id", "c.country", "c.region"])
    .select(sql<string>`coalesce(c.names ->> ${language}, c.name)`.as("name"))
    .select(sql<string>`coalesce(r.names ->> ${language}, '')`.as("region_name"))
    .select(sql<number>`earth_distance(${there}, ${here})`.as("metres"))
    .where("c.retired", "=", false)
    .orderBy(sql`${there} <-> ${here}`)
    .limit(1)
    .executeTakeFirst();
}

export async function findMapTowns(db: Db, country: string) {
  return await db
    .selectFrom("cities")
    .select(["latitude", "longitude", "population", "region"])
    .where("country", "=", country)
    .where("retired", "=", false)
    .orderBy("id")
    .execute();
}

export async function findChecksum(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("places_loaded").select("checksum").executeTakeFirst())?.checksum;
}
