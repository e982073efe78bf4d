import type { Language } from "#contract/constants.ts";
import { geocode, getCities, getRegions } from "#contract/places.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { findNearestTown } from "./find-place.ts";
import { findTowns } from "./find-towns.ts";
import { findRegions } from "./store.ts";

const collators = new Map<Language, Intl.Collator>();

function collatorOf(language: Language): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language);
  collators.set(language, collator);
  return collator;
}

export const placesRoutes: Handler[] = [
  handle(getRegions, async ({ db, language }, { query }) => {
    const regions = await findRegions(db, query.country, language);
    const { compare } = collatorOf(language);
    return { regions: regions.sort((a, b) => compare(a.name, b.name)) };
  }),

  handle(getCities, (ctx, { query }) => findTowns(ctx, query)),

  handle(geocode, async ({ db, language }, { query }) => ({
    city: await findNearestTown(db, { latitude: query.lat, longitude: query.lon }, language),
  })),
];
