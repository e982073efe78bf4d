import type { z } from "zod";
import type { getCities } from "#contract/places.ts";
import type { Context } from "#server/http/handle.ts";
import { beginsLike, foldName } from "./fold-name.ts";
import { findCities } from "./store.ts";

const shown = 10;
const shownElsewhere = 3;
/** From so many letters on a text can be a town's whole name. */
const nameLength = 3;

type Town = Awaited<ReturnType<typeof findCities>>[number];
type Found = z.input<typeof getCities.answer>;

/** Whether one of a town's names in our languages is the text, not only begins like it. */
const isCalled = (key: string) => (town: Pick<Town, "own_name" | "names">) =>
  [town.own_name, ...Object.values(town.names)].some((name) => foldName(name) === key);

/** A town with the name that was meant, its own before those of other languages; null where it is the one that is shown. */
const withName = (key: string) => (town: Town) => {
  const fitting = [town.own_name, ...Object.values(town.names)].find((name) => beginsLike(name, key));
  return { ...town, called: beginsLike(town.name, key) ? null : (fitting ?? town.called) };
};

/**
 * Towns of a country whose name in any language begins like the text (D4.5). Where none of them is called so, `elsewhere` has
 * those of the site's other countries that are, or that begin so where there is no town here at all: who looks for Salzburg
 * in Germany is told where it is.
 */
export async function findTowns(
  { db, language, site }: Pick<Context, "db" | "language" | "site">,
  { country, text }: z.output<typeof getCities.query>,
): Promise<Found> {
  const key = foldName(text);
  if (key === "") return { cities: [], elsewhere: [] };
  const cities = (await findCities(db, [country], key, language, shown)).map(withName(key));
  if (cities.some(isCalled(key)) || (cities.length > 0 && key.length < nameLength)) return { cities, elsewhere: [] };
  const others = site.settings.countries.filter((other) => other !== country);
  const beyond = others.length === 0 ? [] : (await findCities(db, others, key, language, shown)).map(withName(key));
  const meant = cities.length === 0 ? beyond : beyond.filter(isCalled(key));
  return { cities, elsewhere: meant.slice(0, shownElsewhere) };
}
