import type { Language } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { geocode, getCities, getCountryMap, getRegions } from "#contract/places.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import { type CountryMap, drawCountry } from "./country-map.ts";
import { findNearestTown } from "./find-place.ts";
import { findTowns } from "./find-towns.ts";
import { findMapTowns, findRegions } from "./store.ts";

const collators = new Map<Language, Intl.Collator>();

function collatorOf(language: Language): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language);
  collators.set(language, collator);
  return collator;
}

/** Towns change only at a start of the service. */
const maps = cachePerDatabase(() => createReadCache<CountryMap>({ max: 30, ttlMs: dayMs }));

export const placesRoutes: Handler[] = [
  handle(getRegions, async ({ db, language }, { query }) => {
    const regions = await findRegions(db, query.country, language);
    const { compare } = collatorOf(language);
    return { regions: regions.sort((a, b) => compare(a.name, b.name)) };
  }),

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
