import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Language, languages } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { searchKeys } from "./fold-name.ts";
import { replacePlaces } from "./replace-places.ts";
import { findChecksum } from "./store.ts";

/** A region as it is kept: named in every language. */
export type Region = { code: string; country: string; names: Record<Language, string> };

/** A town as it is kept: `names` where a language has its own, `keys` what it is found by. */
export type City = {
  id: number;
  country: string;
  region: string;
  name: string;
  names: Partial<Record<Language, string>>;
  keys: string[];
  population: number;
  latitude: number;
  longitude: number;
};

type RegionEntry = { name: string } & Partial<Record<Language, string>>;

const files = ["data/regions.json", "data/cities.tsv.gz"].map((file) => join(import.meta.dirname, file));
const keysMadeBy = join(import.meta.dirname, "fold-name.ts");

function regionOf([code, entry]: [string, RegionEntry]): Region {
  const names = Object.fromEntries(languages.map((language) => [language, entry[language] ?? entry.name]));
  return { code, country: code.slice(0, 2), names: names as Region["names"] };
}

const split = (list: string) => (list === "" ? [] : list.split("|"));

/** One line of the shipped file: id, region, name, names by language, other names, population, latitude, longitude. */
function cityOf(line: string): City {
  const [id, region = "", name = "", inLanguages = "", others = "", population, latitude, longitude] = line.split("\t");
  const names: City["names"] = Object.fromEntries(split(inLanguages).map((pair) => pair.split("=")));
  return {
    id: Number(id),
    country: region.slice(0, 2),
    region,
    name,
    names,
    keys: searchKeys([name, ...Object.values(names), ...split(others)]),
    population: Number(population),
    latitude: Number(latitude),
    longitude: Number(longitude),
  };
}

/** The shipped places, read from their files. */
export async function readPlaces(): Promise<{ regions: Region[]; cities: City[] }> {
  const [regions, cities] = await Promise.all(files.map((file) => readFile(file)));
  if (!regions || !cities) throw new Error("The files of the places are missing.");
  const lines = (await promisify(gunzip)(cities)).toString().trimEnd().split("\n");
  const entries: Record<string, RegionEntry> = JSON.parse(regions.toString());
  return { regions: Object.entries(entries).map(regionOf), cities: lines.map(cityOf) };
}

/**
 * Brings the shipped regions and towns into the database, unless exactly these are there (D4.5). Safe to call at every
 * start and from several processes at once; what is gone from the data stays for those who live there, but is offered
 * to nobody. Answers whether there was something to do.
 */
export async function loadPlaces(db: Db): Promise<boolean> {
  const hash = createHash("sha256");
  for (const file of [...files, keysMadeBy]) hash.update(await readFile(file));
  const checksum = hash.digest("hex");
  if ((await findChecksum(db)) === checksum) return false;
  const { regions, cities } = await readPlaces();
  return await replacePlaces(db, checksum, regions, cities);
}
