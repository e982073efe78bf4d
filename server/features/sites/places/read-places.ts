import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Language, languages } from "#contract/constants.ts";
import { searchKeys } from "./fold-name.ts";

/** A region as it is stored: named in every language. */
export type Region = { code: string; country: string; names: Record<Language, string> };

/** `names`: languages in which it differs. `keys`, `otherKeys`: each with its name; towns of the latter are last. */
export type City = {
  id: number;
  country: string;
  region: string;
  name: string;
  names: Partial<Record<Language, string>>;
  keys: Map<string, string>;
  otherKeys: Map<string, string>;
  population: number;
  latitude: number;
  longitude: number;
};

type RegionEntry = { name: string } & Partial<Record<Language, string>>;

const files = ["data/regions.json", "data/cities.tsv.gz"].map((file) => join(import.meta.dirname, file));
const searchKeysFile = join(import.meta.dirname, "fold-name.ts");

function regionOf([code, entry]: [string, RegionEntry]): Region {
  const names = Object.fromEntries(languages.map((language) => [language, entry[language] ?? entry.name]));
  return { code, country: code.slice(0, 2), names: names as Region["names"] };
}

const split = (list: string) => (list === "" ? [] : list.split("|"));

/** One line of the shipped file: id, region, name, names by language, other names, population, latitude, longitude. */
function cityOf(line: string): City {
  const [id, region = "", name = "", inLanguages = "", others = "", population, latitude, longitude] = line.split("\t");
  const names: City["names"] = Object.fromEntries(split(inLanguages).map((pair) => pair.split("=")));
  const keys = searchKeys([name, ...Object.values(names)]);
  const ownKeys = [...keys.keys()];
  const otherKeys = [...searchKeys(split(others))].filter(([other]) => !ownKeys.some((key) => key.startsWith(other)));
  return {
    id: Number(id),
    country: region.slice(0, 2),
    region,
    name,
    names,
    keys,
    otherKeys: new Map(otherKeys),
    population: Number(population),
    latitude: Number(latitude),
    longitude: Number(longitude),
  };
}

export async function readPlaces(): Promise<{ regions: Region[]; cities: City[] }> {
  const [regions, cities] = await Promise.all(files.map((file) => readFile(file)));
  if (!regions || !cities) throw new Error("The files of the places are missing.");
  const lines = (await promisify(gunzip)(cities)).toString().trimEnd().split("\n");
  const entries: Record<string, RegionEntry> = JSON.parse(regions.toString());
  return { regions: Object.entries(entries).map(regionOf), cities: lines.map(cityOf) };
}

/** Identifies a state of the data and of the code that computes its search keys. */
export async function placesChecksum(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...files, searchKeysFile]) hash.update(await readFile(file));
  return hash.digest("hex");
}
