import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { waitForLocks } from "#server/db/transaction.ts";
import { findChecksum } from "./places-store.ts";
import { type City, placesChecksum, type Region, readPlaces } from "./read-places.ts";

/** Replaces the stored places by these, in one transaction; false if another process was faster. */
export async function replacePlaces(db: Db, checksum: string, regions: Region[], cities: City[]): Promise<boolean> {
  const names = cities.flatMap(({ id, keys, otherKeys }) => [
    ...[...keys].map(([search, name]) => ({ city_id: id, search, name, historical: false })),
    ...[...otherKeys].map(([search, name]) => ({ city_id: id, search, name, historical: true })),
  ]);
  return await db.transaction().execute(async (trx) => {
    await waitForLocks(trx);
    await sql`select pg_advisory_xact_lock(hashtext('places'))`.execute(trx);
    if ((await findChecksum(trx)) === checksum) return false;
    await sql`update regions set retired = true`.execute(trx);
    await sql`
      insert into regions (code, country, names)
      select code, country, names from json_to_recordset(${JSON.stringify(regions)}::json)
        as data (code text, country char(2), names jsonb)
      on conflict (code) do update set names = excluded.names, retired = false`.execute(trx);
    await sql`update cities set retired = true`.execute(trx);
    await sql`
      insert into cities (id, country, region, name, names, population, latitude, longitude)
      select id, country, region, name, names, population, latitude, longitude
        from json_to_recordset(${JSON.stringify(cities)}::json)
        as data (id int, country char(2), region text, name text, names jsonb, population int, latitude real, longitude real)
      on conflict (id) do update set (country, region, name, names, population, latitude, longitude, retired)
        = (excluded.country, excluded.region, excluded.name, excluded.names, excluded.population, excluded.latitude,
          excluded.longitude, false)`.execute(trx);
    await sql`delete from city_names`.execute(trx);
    await sql`
      insert into city_names (country, search, city_id, population, historical, name)
      select c.country, data.search, c.id, c.population, data.historical, data.name
        from json_to_recordset(${JSON.stringify(names)}::json) as data (city_id int, search text, historical boolean, name text)
        join cities c on c.id = data.city_id`.execute(trx);
    await sql`insert into places_loaded (checksum) values (${checksum})
      on conflict (one) do update set checksum = excluded.checksum`.execute(trx);
    await sql`analyze regions, cities, city_names`.execute(trx);
    return true;
  });
}

/**
 * Loads them unless it has exactly these; also from several processes at once. Removed places stay for members who live
 * there, but are not offered. Returns whether anything was loaded.
 */
export async function loadPlaces(db: Db): Promise<boolean> {
  const checksum = await placesChecksum();
  if ((await findChecksum(db)) === checksum) return false;
  const { regions, cities } = await readPlaces();
  return await replacePlaces(db, checksum, regions, cities);
}
