import fc from "fast-check";
import { geocode } from "#contract/places.ts";
import { saveProfile } from "#contract/profiles.ts";
import { snapToGrid } from "#server/features/sites/index.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { allPagesBy, type Person, searchBy, test } from "./test-search.ts";

type Town = { id: number; latitude: number; longitude: number };

/** Random towns of the site's countries with their nearest neighbours: between these, distances reveal the most. */
async function drawTowns(services: Fixtures["services"]): Promise<Town[]> {
  const { rows } = await services.pool.query<Town>(`
    with seeds as (
      select id, latitude, longitude from cities where country in ('DE', 'AT', 'CH', 'NL') order by md5(id::text) limit 6
    )
    select distinct near.id, near.latitude, near.longitude from seeds cross join lateral (
      select id, latitude, longitude from cities where country in ('DE', 'AT', 'CH', 'NL')
      order by ll_to_earth(latitude, longitude) <-> ll_to_earth(seeds.latitude, seeds.longitude) limit 3) as near`);
  return rows;
}

const homeOf = async (services: Fixtures["services"], { id }: Person) =>
  await services.db
    .selectFrom("profiles")
    .select(["latitude", "longitude", "city_id"])
    .where("member_id", "=", id)
    .executeTakeFirstOrThrow();

const moveTo = (person: Person, city_id: number) => person.client.call(saveProfile, { body: { city_id } });

test("D4.5 no series of distances tells two members of a town apart", async ({ people, services }) => {
  const towns = await drawTowns(services);
  const anna = await people.woman();
  const couples: [Person, Person][] = [];
  for (const town of towns) {
    couples.push([await people.man("one", { cityId: town.id }), await people.man("two", { cityId: town.id })]);
  }
  const anywhere = fc.constantFrom(...towns.map((town) => town.id));
  const distances = fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 20_000 }));
  await fc.assert(
    fc.asyncProperty(
      anywhere,
      distances,
      fc.constantFrom("nearest", "active", "best", "for_you"),
      async (here, distance, sort) => {
        await moveTo(anna, here);
        const within = new Map<string, unknown>();
        let cursor: string | undefined;
        do {
          const page = await searchBy(anna.client, { distance, sort, cursor });
          for (const card of page.members) within.set(card.id, card.distance);
          cursor = page.next_cursor ?? undefined;
        } while (cursor !== undefined);
        const order = await allPagesBy(anna.client, { sort: "nearest" });
        for (const [one, two] of couples) {
          expect([within.has(one.id), within.get(one.id)]).toEqual([within.has(two.id), within.get(two.id)]);
          // no member is between them, and their ids decide which of them is first
          const [first, second] = [order.indexOf(one.id), order.indexOf(two.id)];
          expect(second - first).toBe(one.id < two.id ? 1 : -1);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test("D4.5 only the town of a location is stored: two members in different streets get the same place", async ({
  people,
  services,
}) => {
  const towns = await drawTowns(services);
  const [one, two] = [await people.man("one"), await people.man("two")];
  const near = fc.double({ min: -0.008, max: 0.008, noNaN: true });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...towns), fc.tuple(near, near, near, near), async (town, [a, b, c, d]) => {
      const home = async (person: Person, north: number, east: number) => {
        const query = { lat: (town.latitude + north).toFixed(2), lon: (town.longitude + east).toFixed(2) };
        const { city } = (await person.client.call(geocode, { query })).body;
        await moveTo(person, city?.city_id ?? 0);
        return await homeOf(services, person);
      };
      const [first, second] = [await home(one, a, b), await home(two, c, d)];
      for (const stored of [first, second]) {
        const middle = await services.db
          .selectFrom("cities")
          .select(["latitude", "longitude"])
          .where("id", "=", stored.city_id)
          .executeTakeFirstOrThrow();
        const square = snapToGrid(middle.latitude, middle.longitude);
        expect(stored.latitude).toBeCloseTo(square.latitude, 4);
        expect(stored.longitude).toBeCloseTo(square.longitude, 4);
      }
      if (first.city_id === second.city_id) expect(first).toEqual(second);
    }),
    { numRuns: 12 },
  );
});
