import type { Language } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { geocode, getCities, getCountryMap, getRegions } from "#contract/places.ts";
import type { Db } from "#server/db/pool.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import { type CountryMap, drawCountry } from "./country-map.ts";
import { findNearestTown } from "./find-place.ts";
import { findTowns } from "./find-towns.ts";
import { findMapTowns, findRegions } from "./places-store.ts";

type Region = Awaited<ReturnType<typeof findRegions>>[number];

const collators = new Map<Language, Intl.Collator>();

function collatorOf(language: Language): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language);
  collators.set(language, collator);
  return collator;
}

/** Towns and regions change only at a start of the service. */
const maps = cachePerDatabase(() => createReadCache<CountryMap>({ max: 30, ttlMs: dayMs }));
const regionLists = cachePerDatabase(() => createReadCache<Region[]>({ max: 500, ttlMs: dayMs }));

async function listRegions(db: Db, country: string, language: Language): Promise<Region[]> {
  const { compare } = collatorOf(language);
  return (await findRegions(db, country, language)).sort((a, b) => compare(a.name, b.name));
}

export const placesRoutes: Handler[] = [
  handle(getRegions, async ({ db, language, now }, { query: { country } }) => ({
    regions: await regionLists(db).get(`${country} ${language}`, now, () => listRegions(db, country, language)),
  })),

  handle(getCountryMap, async ({ db, language, now }, { query: { country } }) => {
    const [{ regions, ...map }, named] = await Promise.all([
      maps(db).get(country, now, async () => drawCountry(await findMapTowns(db, country))),
      findRegions(db, country, language),
    ]);
    const names = new Map(named.map(({ code, name }) => [code, name]));
    return { map: { ...map, regions: regions.map((region) => ({ ...region, name: names.get(region.code) ?? "" })) } };
  }),

  handle(getCities, (ctx, { query }) => findTowns(ctx, query)),

  handle(geocode, async ({ db, language }, { query }) => ({
    city: await findNearestTown(db, { latitude: query.lat, longitude: query.lon }, language),
  })),
];
