import type { Language } from "#contract/constants.ts";
import { getCities, getRegions } from "#contract/places.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { foldName } from "./fold-name.ts";
import { findCities, findRegions } from "./store.ts";

const citiesShown = 10;
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

  handle(getCities, async ({ db, language }, { query }) => {
    const key = foldName(query.text);
    return { cities: key === "" ? [] : await findCities(db, query.country, key, language, citiesShown) };
  }),
];
