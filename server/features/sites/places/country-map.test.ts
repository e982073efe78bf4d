import { getCountryMap } from "#contract/places.ts";
import { expect, test } from "#server/test.ts";
import { drawCountry } from "./country-map.ts";

test("R2.03 a country's map has dots of its towns, and its regions apart from each other", async ({ client }) => {
  const { body } = await client.call(getCountryMap, { query: { country: "DE" } }, { language: "de" });
  const { width, height, dots, regions } = body.map;
  expect(Math.max(width, height)).toBe(600);
  expect(dots.length).toBeGreaterThan(500);
  for (const { x, y } of [...dots, ...regions]) {
    expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
  }
  expect(new Set(dots.map(({ x, y }) => `${x} ${y}`)).size).toBe(dots.length);
  expect(regions).toHaveLength(16);
  expect(regions.find(({ code }) => code === "DE-BY")).toMatchObject({ name: "Bayern" });
  for (const one of regions) {
    for (const other of regions) {
      if (one !== other)
        expect(Math.hypot(one.x - other.x, one.y - other.y), one.name + other.name).toBeGreaterThan(44);
    }
  }
});

test("R2.03 a country's map leaves out its regions overseas; a country without towns has an empty map", async ({
  client,
}) => {
  const spain = (await client.call(getCountryMap, { query: { country: "ES" } })).body.map;
  expect(spain.regions.map(({ code }) => code)).not.toContain("ES-CN");
  expect(spain.height).toBeGreaterThan(350);
  const nowhere = (await client.call(getCountryMap, { query: { country: "AQ" } })).body.map;
  expect(nowhere).toMatchObject({ dots: [], regions: [] });
});

test("a country of one town has a map", () => {
  const town = { latitude: 60, longitude: 25, population: 300_000, region: "FI-18" };
  const { dots, regions } = drawCountry([town]);
  expect(dots).toMatchObject([{ size: 3 }]);
  expect(regions).toHaveLength(1);
});
