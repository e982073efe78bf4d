import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp } from "#server/db/test-database.ts";

let run: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  run = await testApp();
});
afterAll(() => run.close());

async function ask(path: string, query: Record<string, string>, language = "en") {
  const headers = { host: "localhost", "accept-language": language, "sec-fetch-site": "same-origin" };
  const answer = await run.app.inject({ method: "GET", url: `/api/${path}.php`, query, headers });
  return { status: answer.statusCode, body: answer.json() };
}

const regionNames = async (country: string, language: string): Promise<string[]> =>
  (await ask("regions", { country }, language)).body.regions.map(({ name }: { name: string }) => name);

const cityNames = async (country: string, text: string, language: string): Promise<string[]> =>
  (await ask("cities", { country, text }, language)).body.cities.map(({ name }: { name: string }) => name);

test("D4.5 R7.01 regions are named in the caller's language and sorted by its alphabet", async () => {
  expect((await ask("regions", { country: "DK" }, "de")).body.regions).toEqual([
    { code: "DK-84", name: "Hauptstadtregion" },
    { code: "DK-82", name: "Mitteljütland" },
    { code: "DK-81", name: "Nordjütland" },
    { code: "DK-85", name: "Seeland" },
    { code: "DK-83", name: "Süddänemark" },
  ]);
  expect((await regionNames("AT", "nl")).slice(0, 3)).toEqual(["Burgenland", "Karinthië", "Neder-Oostenrijk"]);
  expect((await regionNames("SE", "sv")).at(-1)).toBe("Östergötland");
  expect((await regionNames("SE", "de")).at(-1)).toBe("Västra Götaland");
});

test("D4.5 R7.01 a country without data has no regions and no towns", async () => {
  expect(await ask("regions", { country: "AQ" })).toEqual({ status: 200, body: { regions: [] } });
  expect(await ask("cities", { country: "AQ", text: "m" })).toEqual({ status: 200, body: { cities: [] } });
});

test("D4.5 a town is found by its name in any language and shown in the caller's", async () => {
  expect((await ask("cities", { country: "DE", text: "cologne" }, "it")).body.cities).toEqual([
    { id: 2886242, name: "Colonia", region: "DE-NW", region_name: "Renania Settentrionale-Vestfalia" },
  ]);
  expect(await cityNames("DK", "kob", "sv")).toContain("Köpenhamn");
  expect(await cityNames("PL", "danzig", "pl")).toEqual(["Gdańsk"]);
  expect(await cityNames("BE", "LIÈGE", "nl")).toContain("Luik");
  expect(await cityNames("FI", "åbo", "fi")).toContain("Turku");
});

test("D4.5 at most ten towns come, the largest first", async () => {
  const found = await cityNames("DE", "s", "de");
  expect(found).toHaveLength(10);
  expect(found.slice(0, 3)).toEqual(["Stuttgart", "Saarbrücken", "Solingen"]);
});

test("D4.5 towns that only a name of other times fits come after the others", async () => {
  const found = await cityNames("FR", "saint-denis", "fr");
  expect(found.indexOf("Amboise")).toBe(found.length - 1);
});

test("D4.5 signs that mean something to a database are only signs", async () => {
  for (const text of ["%", "_", "\\", "'", "\u0000", "\u{10ffff}", "ﷺ".repeat(60)]) {
    expect(await ask("cities", { country: "DE", text })).toEqual({ status: 200, body: { cities: [] } });
  }
});

test("D4.5 invalid_input names the field that is wrong", async () => {
  const wrong: [string, Record<string, string>, string][] = [
    ["regions", {}, "country"],
    ["regions", { country: "de" }, "country"],
    ["cities", { country: "DEU", text: "a" }, "country"],
    ["cities", { country: "DE" }, "text"],
    ["cities", { country: "DE", text: "   " }, "text"],
    ["cities", { country: "DE", text: "a".repeat(61) }, "text"],
  ];
  for (const [path, query, field] of wrong) {
    const { status, body } = await ask(path, query);
    expect([status, body.error.code, Object.keys(body.error.fields)]).toEqual([400, "invalid_input", [field]]);
  }
});
