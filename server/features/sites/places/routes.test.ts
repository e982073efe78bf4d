import { pino } from "pino";
import type { Call } from "#contract/call.ts";
import type { Language } from "#contract/constants.ts";
import { geocode, getCities, getRegions } from "#contract/places.ts";
import { createApp } from "#server/app.ts";
import { expect, type Fixtures, test } from "#server/test.ts";
import { findNearest } from "./places-store.ts";

const regionsOf = async (client: Fixtures["client"], country: string, language?: Language) =>
  (await client.call(getRegions, { query: { country } }, { language })).body.regions;

const regionNames = async (client: Fixtures["client"], country: string, language: Language) =>
  (await regionsOf(client, country, language)).map(({ name }) => name);

const findTowns = async (client: Fixtures["client"], country: string, text: string, language?: Language) =>
  (await client.call(getCities, { query: { country, text } }, { language })).body;

const cityNames = async (client: Fixtures["client"], country: string, text: string, language: Language) =>
  (await findTowns(client, country, text, language)).cities.map(({ name }) => name);

test("D4.5 R7.01 regions are named in the caller's language and sorted by its alphabet", async ({ client }) => {
  expect(await regionsOf(client, "DK", "de")).toEqual([
    { code: "DK-84", name: "Hauptstadtregion" },
    { code: "DK-82", name: "Mitteljütland" },
    { code: "DK-81", name: "Nordjütland" },
    { code: "DK-85", name: "Seeland" },
    { code: "DK-83", name: "Süddänemark" },
  ]);
  expect((await regionNames(client, "AT", "nl")).slice(0, 3)).toEqual(["Burgenland", "Karinthië", "Neder-Oostenrijk"]);
  expect((await regionNames(client, "SE", "sv")).at(-1)).toBe("Östergötland");
  expect((await regionNames(client, "SE", "de")).at(-1)).toBe("Västra Götaland");
});

test("D4.5 R7.01 a country without data has no regions and no towns", async ({ client }) => {
  const regions = await client.call(getRegions, { query: { country: "AQ" } });
  expect([regions.status, regions.body]).toEqual([200, { regions: [] }]);
  const { status, body } = await client.call(getCities, { query: { country: "AQ", text: "m" } });
  expect([status, body.cities]).toEqual([200, []]);
});

test("D4.5 a town is found by its name in any language and shown in the caller's", async ({ client }) => {
  expect((await findTowns(client, "DE", "cologne", "it")).cities).toEqual([
    {
      id: 2886242,
      name: "Colonia",
      called: "Cologne",
      region: "DE-NW",
      region_name: "Renania Settentrionale-Vestfalia",
    },
  ]);
  expect(await cityNames(client, "DK", "kob", "sv")).toContain("Köpenhamn");
  expect(await cityNames(client, "PL", "danzig", "pl")).toEqual(["Gdańsk"]);
  expect(await cityNames(client, "BE", "LIÈGE", "nl")).toContain("Luik");
  expect(await cityNames(client, "FI", "åbo", "fi")).toContain("Turku");
});

test("D4.5 a town is found by its local name, without accents, spelled out, or by foreign names", async ({
  client,
}) => {
  for (const text of [
    "Köln",
    "köln",
    "KÖLN",
    "Ko\u0308ln",
    "Koln",
    "Koeln",
    "Cologne",
    "cologne",
    "Colonia",
    "Keulen",
    "Kölle",
  ]) {
    expect(await cityNames(client, "DE", text, "de"), text).toContain("Köln");
  }
  for (const text of ["Łódź", "Lodz", "lódz"])
    expect(await cityNames(client, "PL", text, "pl"), text).toContain("Łódź");
  for (const text of ["Zürich", "Zurich", "Zuerich", "Zurigo"]) {
    expect(await cityNames(client, "CH", text, "fr"), text).toContain("Zurich");
  }
});

test("D4.5 a town found by another of its names has that name, in any spelling of the text", async ({ client }) => {
  const called = async (country: string, text: string, language: Language) =>
    (await findTowns(client, country, text, language)).cities.map((town) => `${town.name}: ${town.called}`);
  expect(await called("DE", "koln", "de")).toContain("Köln: null");
  expect(await called("DE", "Koeln", "de")).toContain("Köln: null");
  expect(await called("DE", "cologne", "de")).toContain("Köln: Cologne");
  expect(await called("PL", "danz", "en")).toContain("Gdańsk: Danzig");
  expect(await called("FI", "abo", "fi")).toContain("Turku: Åbo");
  expect(await called("DE", "köl", "en")).toContain("Cologne: Köln");
});

const elsewhere = async (client: Fixtures["client"], country: string, text: string, language?: Language) =>
  (await findTowns(client, country, text, language)).elsewhere;

test("D4.5 a town of another country of the site comes with its country, if no town here has the name", async ({
  client,
}) => {
  expect(await elsewhere(client, "DE", "Salzburg", "it")).toEqual([
    {
      id: 2766824,
      name: "Salisburgo",
      called: "Salzburg",
      region: "AT-5",
      region_name: "Salisburghese",
      country: "AT",
    },
  ]);
  expect((await findTowns(client, "DE", "Salzburg")).cities).toEqual([]);
  expect(await elsewhere(client, "DE", "innsbr")).toMatchObject([{ name: "Innsbruck", country: "AT" }]);
  // Bernburg begins with it, but Bern is a town itself
  expect(await elsewhere(client, "DE", "Bern")).toMatchObject([{ name: "Bern", country: "CH" }]);
  expect((await findTowns(client, "DE", "Bern")).cities.length).toBeGreaterThan(0);
});

test("D4.5 elsewhere is empty if a town here has the name, or if the text is short", async ({ client }) => {
  expect(await elsewhere(client, "DE", "Frankfurt am Main")).toEqual([]);
  expect(await elsewhere(client, "DE", "Köln")).toEqual([]);
  expect(await elsewhere(client, "DE", "be")).toEqual([]);
});

test("D4.5 towns beyond the site's countries are not found, as no member lives there", async ({ client, siteHas }) => {
  expect(await elsewhere(client, "DE", "Chicago")).toEqual([]);
  await siteHas({ countries: ["DE"] });
  expect(await elsewhere(client, "DE", "Salzburg")).toEqual([]);
  await siteHas({ countries: ["DE", "AT", "CH"] });
  expect(await elsewhere(client, "DE", "Salzburg")).toHaveLength(1);
});

test("D4.5 at most ten towns are found, the largest first", async ({ client }) => {
  const names = await cityNames(client, "DE", "s", "de");
  expect(names).toHaveLength(10);
  expect(names.slice(0, 3)).toEqual(["Stuttgart", "Saarbrücken", "Solingen"]);
});

test("D4.5 towns matched only by a historical name come after the others", async ({ client }) => {
  const names = await cityNames(client, "FR", "saint-denis", "fr");
  expect(names.indexOf("Amboise")).toBe(names.length - 1);
});

test("D4.5 characters with a meaning in SQL are plain text", async ({ client }) => {
  for (const text of ["%", "_", "\\", "'", "\u0001", "\u{10ffff}", "ﷺ".repeat(60)]) {
    const { status, body } = await client.call(getCities, { query: { country: "DE", text } });
    expect([status, body]).toEqual([200, { cities: [], elsewhere: [] }]);
  }
});

test("D4.5 invalid_input names the invalid field", async ({ client }) => {
  const wrong: [typeof getRegions | typeof getCities, object, string][] = [
    [getRegions, {}, "country"],
    [getRegions, { country: "de" }, "country"],
    [getCities, { country: "DEU", text: "a" }, "country"],
    [getCities, { country: "DE" }, "text"],
    [getCities, { country: "DE", text: "   " }, "text"],
    [getCities, { country: "DE", text: "a".repeat(61) }, "text"],
  ];
  for (const [call, query, field] of wrong) {
    const { status, body } = await client.call<Call>(call, { query });
    expect([status, body.error?.code, Object.keys(body.error?.fields ?? {})]).toEqual([400, "invalid_input", [field]]);
  }
});

const nearest = async (client: Fixtures["client"], lat: string, lon: string, language?: Language) =>
  (await client.call(geocode, { query: { lat, lon } }, { language })).body.city;

test("R7.01 D4.5 geocode names the nearest town, its region and country in the caller's language", async ({
  client,
}) => {
  expect(await nearest(client, "50.94", "6.96", "it")).toEqual({
    city_id: 2886242,
    name: "Colonia",
    region: "DE-NW",
    region_name: "Renania Settentrionale-Vestfalia",
    country: "DE",
  });
  expect((await nearest(client, "60.17", "24.94", "sv"))?.name).toBe("Helsingfors");
  expect((await nearest(client, "-33.87", "151.21"))?.country).toBe("AU");
});

test("D4.5 a position is rounded to two decimals", async ({ client, services }) => {
  const { db } = services;
  let crossed = 0;
  for (let step = 0; step < 40; step += 1) {
    // through the dense small towns around Paris
    const [latitude, longitude] = [48.8049 + step * 0.001, 2.5049 - step * 0.001];
    const exact = await findNearest(db, { latitude, longitude }, "en");
    const rounded = await findNearest(
      db,
      { latitude: Number(latitude.toFixed(2)), longitude: Number(longitude.toFixed(2)) },
      "en",
    );
    expect((await nearest(client, latitude.toFixed(4), longitude.toFixed(4)))?.city_id).toBe(rounded?.city_id);
    if (exact?.city_id !== rounded?.city_id) crossed += 1;
  }
  expect(crossed).toBeGreaterThan(0);
});

test("D4.5 a position further than 100 km from every town has none", async ({ client }) => {
  expect(await nearest(client, "0", "-30")).toBeNull();
  expect(await nearest(client, "-90", "0")).toBeNull();
  expect(await nearest(client, "90", "180")).toBeNull();
  expect(await nearest(client, "-48.87", "-123.39")).toBeNull();
  expect((await nearest(client, "52.6", "3.9"))?.country).toBe("NL");
});

const wrong: [string, string, string[]][] = [
  ["90.01", "0", ["lat"]],
  ["-90.01", "0", ["lat"]],
  ["0", "180.01", ["lon"]],
  ["0", "-180.01", ["lon"]],
  ["91", "181", ["lat", "lon"]],
  ["", "", ["lat", "lon"]],
  ["NaN", "Infinity", ["lat", "lon"]],
  ["1e1", "0x10", ["lat", "lon"]],
  ["52,5", "13.4", ["lat"]],
  [" 52.5", "13.4 ", ["lat", "lon"]],
  ["52.5\u0000", "13.4", ["lat"]],
  ["9".repeat(400), "13.4", ["lat"]],
];
test.for(wrong)("D4.5 lat %j and lon %j are refused at their fields", async ([lat, lon, fields], { client }) => {
  const { status, body } = await client.call(geocode, { query: { lat, lon } });
  expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([400, fields]);
});

test("D4.5 lat and lon are both required, exactly once", async ({ client, app }) => {
  expect((await client.call(geocode)).body.error?.fields).toEqual({
    lat: "Please fill this in.",
    lon: "Please fill this in.",
  });
  const twice = await app.inject({ url: "/api/geocode.php?lat=1&lat=2&lon=3", headers: { host: "localhost" } });
  expect(twice.statusCode).toBe(400);
});

test("D4.5 positions at the edges of the map are valid", async ({ client }) => {
  for (const lon of ["180", "-180"]) expect(await nearest(client, "-38.65", lon)).toBeNull();
  expect((await nearest(client, "-38.65", "179.1"))?.country).toBe("NZ");
  expect((await nearest(client, "51.48", "-0.001"))?.country).toBe("GB");
  expect(await nearest(client, "51.48", "-0.001")).toEqual(await nearest(client, "51.48", "0"));
});

test("D4.5 no log and no metric has a position: valid, invalid or with a broken database", async ({ services }) => {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line) => void lines.push(line) });
  const app = await createApp({ ...services, log });
  const broken = await createApp({ ...services, log, db: services.db.withSchema("nowhere") as typeof services.db });
  const address = "/api/geocode.php?lat=48.13&lon=11.57";
  const headers = { host: "localhost" };
  expect((await app.inject({ url: address, headers })).json().city.country).toBe("DE");
  expect((await app.inject({ url: `${address}x`, headers })).statusCode).toBe(400);
  expect((await app.inject({ url: address, method: "POST", headers })).statusCode).toBe(404);
  expect((await broken.inject({ url: address, headers })).statusCode).toBe(500);
  const { body: metrics } = await app.inject({ url: "/metrics", headers });
  expect(metrics).toContain("/api/geocode.php");
  expect(lines.length).toBeGreaterThan(0);
  for (const text of [metrics, lines.join("")]) expect(text).not.toMatch(/48\.13|11\.57|lat=/);
  await app.close();
  await broken.close();
});
