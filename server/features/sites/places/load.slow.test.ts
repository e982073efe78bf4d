import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { findPlace } from "./find-place.ts";
import { loadPlaces, replacePlaces } from "./load-store.ts";
import { findCities, findNearest, findRegions } from "./places-store.ts";
import { readPlaces } from "./read-places.ts";

let run: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  run = await testServices();
});
afterAll(() => run.close());

const copenhagen = 2618425;

test("D4.5 a second start finds the places loaded and writes nothing", async () => {
  const { db } = run.services;
  expect(await loadPlaces(db)).toBe(false);
  const { regions, cities } = await readPlaces();
  const count = (table: "regions" | "cities") =>
    db.selectFrom(table).select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow();
  expect([await count("regions"), await count("cities")]).toEqual([
    { count: regions.length },
    { count: cities.length },
  ]);
});

test("D4.5 a town is found by its id, with its region and middle; other ids find none", async () => {
  const { db } = run.services;
  expect(await findPlace(db, copenhagen)).toMatchObject({
    city_id: copenhagen,
    country: "DK",
    region: "DK-84",
    name: "København",
    names: { en: "Copenhagen", pl: "Kopenhaga" },
    latitude: expect.closeTo(55.676, 2),
    longitude: expect.closeTo(12.566, 2),
  });
  for (const id of [1, 0, -5, 2.5, 2 ** 31, Number.NaN]) expect(await findPlace(db, id)).toBeNull();
});

test("D4.5 the nearest town is the nearest by the great circle, as a full scan confirms", async () => {
  const { db } = run.services;
  const { cities } = await readPlaces();
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const closeness = (lat: number, lon: number) => (city: { latitude: number; longitude: number }) =>
    Math.sin(radians(lat)) * Math.sin(radians(city.latitude)) +
    Math.cos(radians(lat)) * Math.cos(radians(city.latitude)) * Math.cos(radians(lon - city.longitude));
  const points = [
    [52.52, 13.4],
    [69.97, 23.27],
    [60.39, 20.5],
    [-43.95, -178.1],
    [-44.2, 179.9],
    [63.5, -150.25],
    [43.73, 7.42],
    [78.22, 15.65],
  ] as const;
  for (const [lat, lon] of points) {
    const of = closeness(lat, lon);
    const nearest = cities.reduce((best, city) => (of(city) > of(best) ? city : best));
    expect((await findNearest(db, { latitude: lat, longitude: lon }, "en"))?.city_id).toBe(nearest.id);
  }
});

/** The places of two countries only, for tests that replace the data. */
async function fewPlaces() {
  const { regions, cities } = await readPlaces();
  return { regions, cities: cities.filter(({ country }) => country === "DK" || country === "LU") };
}

test("D4.5 places removed from the data stay for their members, but are not offered", async () => {
  const { services, close } = await testServices();
  const { db } = services;
  const { regions, cities } = await fewPlaces();
  const fewerRegions = regions.filter(({ code }) => code !== "LU-VD");
  const fewerCities = cities.filter(({ id, region }) => id !== copenhagen && region !== "LU-VD");
  expect(await replacePlaces(db, "fewer", fewerRegions, fewerCities)).toBe(true);
  expect(await findCities(db, ["DK"], "kobenhavn", "da", 10)).toEqual([]);
  expect(await findPlace(db, copenhagen)).toBeNull();
  expect((await findRegions(db, "LU", "fr")).map(({ code }) => code)).not.toContain("LU-VD");
  const stored = await db.selectFrom("cities").select("name").where("id", "=", copenhagen).execute();
  expect(stored).toEqual([{ name: "København" }]);

  expect(await replacePlaces(db, "all", regions, cities)).toBe(true);
  expect((await findCities(db, ["DK"], "kobenhavn", "da", 10)).map(({ id }) => id)).toEqual([copenhagen]);
  expect((await findRegions(db, "LU", "fr")).map(({ code }) => code)).toContain("LU-VD");
  await close();
});

test("D4.5 processes that start together load the places once", async () => {
  const { services, close } = await testServices();
  const { regions, cities } = await fewPlaces();
  const done = await Promise.all([1, 2, 3].map(() => replacePlaces(services.db, "together", regions, cities)));
  expect(done.filter(Boolean)).toHaveLength(1);
  await close();
});
