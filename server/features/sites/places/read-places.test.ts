import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { regionCode } from "#contract/places.ts";
import { readPlaces } from "./read-places.ts";

const { regions, cities } = await readPlaces();
const countries = "AT AU BE CA CH DE DK ES FI FR GB IE IT LU MX NL NO NZ PL SE US".split(" ");

test("D4.5 every country where the eleven languages are spoken has its regions and towns", () => {
  expect([...new Set(regions.map(({ country }) => country))].sort()).toEqual(countries);
  const towns = Map.groupBy(cities, ({ country }) => country);
  expect([...towns.keys()].sort()).toEqual(countries);
  for (const country of countries) expect(towns.get(country)?.length, country).toBeGreaterThan(30);
});

test("D4.5 regions have ISO 3166-2 codes, and every one has a town", () => {
  const inhabited = new Set(cities.map(({ region }) => region));
  for (const { code } of regions) expect(regionCode.safeParse(code).success, code).toBe(true);
  expect(regions.filter(({ code }) => !inhabited.has(code)).map(({ code }) => code)).toEqual([]);
  const codes = new Set(regions.map(({ code }) => code));
  expect(cities.filter(({ region }) => !codes.has(region))).toEqual([]);
});

test("D4.5 each region is named in all eleven languages, with distinct names in a country", () => {
  for (const language of languages) {
    const names = regions.map(({ country, names }) => `${country} ${names[language]}`);
    expect(names.filter((name, at) => name.endsWith(" ") || names.indexOf(name) !== at)).toEqual([]);
  }
});

test("D4.5 exonyms are the reader's: Bavaria is Bayern, Baviera, Bavière, Bawaria, Baijeri", () => {
  expect(regions.find(({ code }) => code === "DE-BY")?.names).toEqual({
    da: "Bayern",
    de: "Bayern",
    en: "Bavaria",
    es: "Baviera",
    fi: "Baijeri",
    fr: "Bavière",
    it: "Baviera",
    nb: "Bayern",
    nl: "Beieren",
    pl: "Bawaria",
    sv: "Bayern",
  });
});

test("D4.5 towns lie in the right regions, in every country", () => {
  const expected: Record<string, string> = {
    AT: "Wien 9, Graz 6, Innsbruck 7, Linz 4, Bregenz 8, Eisenstadt 1",
    AU: "Sydney NSW, Melbourne VIC, Perth WA, Hobart TAS, Darwin NT, Canberra ACT, Brisbane QLD, Adelaide SA",
    BE: "Antwerpen VAN, Liège WLG, Brussel BRU, Leuven VBR, Wavre WBR, Mons WHT, Arlon WLX, Brugge VWV, Gent VOV",
    CA: "Toronto ON, Montréal QC, Vancouver BC, Calgary AB, Halifax NS, Winnipeg MB, Moncton NB, Regina SK",
    CH: "Zürich ZH, Genève GE, Lugano TI, Basel BS, Bern BE, Lausanne VD, Sion VS, Chur GR",
    DE: "München BY, Köln NW, Leipzig SN, Stuttgart BW, Kiel SH, Erfurt TH, Mainz RP, Rostock MV, Magdeburg ST",
    DK: "København 84, Aarhus 82, Odense 83, Aalborg 81, Roskilde 85",
    ES: "Madrid MD, Barcelona CT, Sevilla AN, Bilbao PV, Palma IB, Zaragoza AR, Vigo GA, Murcia MC, Toledo CM",
    FI: "Helsinki 18, Tampere 11, Turku 19, Oulu 14, Rovaniemi 10, Vaasa 12, Mariehamn 01, Kuopio 15, Lahti 16",
    FR: "Paris IDF, Lyon ARA, Marseille PAC, Strasbourg GES, Ajaccio 20R, Nantes PDL, Lille HDF, Cayenne 973",
    GB: "London ENG, Glasgow SCT, Cardiff WLS, Belfast NIR",
    IE: "Dublin D, Cork CO, Galway G, Limerick LK, Letterkenny DL, Sligo SO, Tralee KY, Dundalk LH",
    IT: "Roma 62, Milano 25, Napoli 72, Torino 21, Palermo 82, Firenze 52, Bari 75, Venezia 34, Cagliari 88, Bolzano 32",
    LU: "Luxembourg LU, Esch-sur-Alzette ES, Echternach EC, Wiltz WI",
    MX: "Ciudad de México CMX, Guadalajara JAL, Monterrey NLE, Tijuana BCN, Mérida YUC, Cancún ROO, Toluca MEX",
    NL: "Amsterdam NH, Rotterdam ZH, Utrecht UT, Eindhoven NB, Groningen GR, Maastricht LI, Zwolle OV, Almere FL",
    NO: "Oslo 03, Bergen 46, Trondheim 50, Drammen 33, Fredrikstad 31, Asker 32, Skien 40, Larvik 39, Tromsø 55, Alta 56",
    NZ: "Auckland AUK, Wellington WGN, Christchurch CAN, Dunedin OTA, Nelson NSN, Hamilton WKO",
    PL: "Warszawa 14, Kraków 12, Gdańsk 22, Wrocław 02, Poznań 30, Katowice 24, Łódź 10, Lublin 06, Szczecin 32",
    SE: "Stockholm AB, Göteborg O, Malmö M, Umeå AC, Luleå BD, Uppsala C, Falun W, Visby I, Kalmar H",
    US: "New York NY, Los Angeles CA, Chicago IL, Houston TX, Honolulu HI, Anchorage AK, Washington, D.C. DC",
  };
  const largest = new Map<string, { region: string; population: number }>();
  for (const { country, name, region, population } of cities) {
    const other = largest.get(`${country} ${name}`);
    if (!other || other.population < population) largest.set(`${country} ${name}`, { region, population });
  }
  for (const [country, list] of Object.entries(expected)) {
    for (const pair of list.split(/, (?=\p{L})(?!D\.C)/u)) {
      const [, name = "", code = ""] = /^(.*) (\w+)$/u.exec(pair) ?? [];
      expect(`${name} ${largest.get(`${country} ${name}`)?.region}`).toBe(`${name} ${country}-${code}`);
    }
  }
});

test("D4.5 towns have a population, a position and a key that finds them", () => {
  const wrong = cities.filter(
    ({ id, country, population, latitude, longitude, keys }) =>
      !Number.isInteger(id) ||
      population < (country === "LU" || id === 4032804 ? 300 : 2000) ||
      !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) ||
      keys.size === 0,
  );
  expect(wrong).toEqual([]);
  expect(new Set(cities.map(({ id }) => id)).size).toBe(cities.length);
});

test("D4.5 the shipped places stay below 1.5 MB", async () => {
  expect((await stat(join(import.meta.dirname, "data/cities.tsv.gz"))).size).toBeLessThan(1_500_000);
});
