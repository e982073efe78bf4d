import type { Db } from "#server/db/pool.ts";
import { kilometresBetween, snapToGrid } from "#server/features/sites/index.ts";
import type { Person } from "./people.ts";

const smallest = 3_000;
/** Kilometres around the largest town: well within the nearest ring of the search's default order. */
const near = 45;

/** The people, each with a real town of their country, drawn with a chance by its population. */
export async function withTowns<P extends Pick<Person, "country" | "town" | "nearLargest">>(
  db: Db,
  people: readonly P[],
) {
  const rows = await db
    .selectFrom("cities")
    .select(["id", "country", "region", "latitude", "longitude", "population"])
    .where("country", "in", [...new Set(people.map((person) => person.country))])
    .where("population", ">=", smallest)
    .where("retired", "=", false)
    .orderBy("population", "desc")
    .orderBy("id")
    .execute();
  const towns = Map.groupBy(rows, (row) => row.country);
  const around = new Map(
    [...towns].map(([country, all]) => [
      country,
      all.filter((one) => all[0] && kilometresBetween(all[0], one) <= near),
    ]),
  );
  return people.map((person) => {
    const { country, town, nearLargest } = person;
    const list = (nearLargest ? around : towns).get(country) ?? [];
    let left = town * list.reduce((sum, { population }) => sum + population, 0);
    const drawn = list.find(({ population }) => {
      left -= population;
      return left < 0;
    });
    const place = drawn ?? list[0];
    if (!place) throw new Error(`no towns of ${country}: load the places before the demo world`);
    const home = { city_id: place.id, region: place.region, ...snapToGrid(place.latitude, place.longitude) };
    return { ...person, place: home };
  });
}

export type Town = Awaited<ReturnType<typeof withTowns>>[number]["place"];
