import type { z } from "zod";
import type { getCities } from "#contract/places.ts";
import type { Context } from "#server/http/handle.ts";
import { beginsLike, foldName } from "./fold-name.ts";
import { findCities } from "./places-store.ts";

const maxTowns = 10;
const maxElsewhere = 3;
/** The minimum length of a text that counts as a town's whole name. */
const minNameLength = 3;

type Town = Awaited<ReturnType<typeof findCities>>[number];
type Found = z.input<typeof getCities.answer>;

/** Whether one of a town's names in our languages equals the text, instead of only beginning with it. */
const isCalled = (key: string) => (town: Pick<Town, "own_name" | "names">) =>
  [town.own_name, ...Object.values(town.names)].some((name) => foldName(name) === key);

/** Adds the name that the text matched as `called`, preferably the town's own name; null if that is the name shown. */
const withName = (key: string) => (town: Town) => {
  const match = [town.own_name, ...Object.values(town.names)].find((name) => beginsLike(name, key));
  return { ...town, called: beginsLike(town.name, key) ? null : (match ?? town.called) };
};

/**
 * Finds those with a name in any language that begins with the text. If none equals it, `elsewhere` has the towns of
 * other countries with exactly that name; if none matches at all, also those whose name begins with it. So a member who
 * searches for Salzburg in Germany sees that it is in Austria.
 */
export async function findTowns(
  { db, language, site }: Pick<Context, "db" | "language" | "site">,
  { country, text }: z.output<typeof getCities.query>,
): Promise<Found> {
  const key = foldName(text);
  if (key === "") return { cities: [], elsewhere: [] };
  const cities = (await findCities(db, [country], key, language, maxTowns)).map(withName(key));
  if (cities.some(isCalled(key)) || (cities.length > 0 && key.length < minNameLength)) return { cities, elsewhere: [] };
  const others = site.settings.countries.filter((other) => other !== country);
  const beyond = others.length === 0 ? [] : (await findCities(db, others, key, language, maxTowns)).map(withName(key));
  const matches = cities.length === 0 ? beyond : beyond.filter(isCalled(key));
  return { cities, elsewhere: matches.slice(0, maxElsewhere) };
}
