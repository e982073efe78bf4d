import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The usual size of the site. Each other size has a file of its own. */
export const usualMembers = 200_000;

const fileOf = (members: number) =>
  join(import.meta.dirname, members === usualMembers ? "results.json" : `results-${members}.json`);

/** What earlier runs stored for a size, by part; empty if there were none. */
export function readResults(members: number) {
  const file = fileOf(members);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Stores the results of the parts that were measured beside those of other parts; returns the file's path. */
export function keepResults(members: number, parts: Record<string, object>): string {
  const rounded = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
  const lines = JSON.stringify({ ...readResults(members), members, ...parts }, rounded, 2);
  // lists of numbers on one line, as Biome formats them
  const text = lines.replace(/\[\s+([\d.,\s]+?)\s+\]/g, (_, list: string) => `[${list.replace(/\s+/g, " ")}]`);
  writeFileSync(fileOf(members), `${text}\n`);
  return fileOf(members);
}
