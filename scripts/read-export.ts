import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { z } from "zod";
import { sitePictureKey } from "#server/features/sites/index.ts";
import { type ExportedFile, fileOfExport, type Manifest, manifestOfExport } from "./export-site.ts";

/** An export whose every byte is as its manifest says. */
export type SiteExport = { manifest: Manifest; files: ExportedFile[]; folder: string };

export const tableFile = (folder: string, table: string): string => join(folder, "tables", `${table}.jsonl`);

/** The lines of a file, each ended by a line feed. */
export function readLinesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: 0 });
}

async function measure(path: string): Promise<{ sha256: string; bytes: number; lines: number }> {
  const hash = createHash("sha256");
  let [bytes, lines] = [0, 0];
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part);
    bytes += part.length;
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
  }
  return { sha256: hash.digest("hex"), bytes, lines };
}

/** What is wrong with one file of an export; undefined: nothing. */
async function findFault(path: string, expected: { sha256: string; bytes?: number; lines?: number }) {
  if (!existsSync(path)) return `${path} is missing.`;
  const { sha256, bytes, lines } = await measure(path);
  if (sha256 !== expected.sha256) return `${path} is not what was written: its SHA-256 differs from the manifest's.`;
  if (bytes !== (expected.bytes ?? bytes) || lines !== (expected.lines ?? lines))
    return `${path} has ${lines} lines and ${bytes} bytes, which the manifest says otherwise.`;
  return undefined;
}

function parse<T extends z.ZodType>(schema: T, path: string, text: string): z.output<T> {
  const wrong = new Error(`${path} is none of an export of this version.`);
  try {
    const { success, data } = schema.safeParse(JSON.parse(text));
    if (!success) throw wrong;
    return data;
  } catch (error) {
    throw error instanceof SyntaxError ? wrong : error;
  }
}

/** Files of members, and pictures of the site's pages: nothing that leads out of them. */
function isKeyOf({ site_id: id }: Manifest, key: string): boolean {
  const [, hash] = /\b([\da-f]{32})\b/.exec(key) ?? [];
  if (hash !== undefined && key === sitePictureKey(hash)) return true;
  return key.startsWith(`photos/${id}/`) && key.split("/").every((part) => /^[\w-][\w.-]*$/.test(part));
}

/** Reads an export, and every byte of it. Throws all that is wrong at once. */
export async function readExport(folder: string): Promise<SiteExport> {
  const path = join(folder, "manifest.json");
  if (!existsSync(path)) throw new Error(`${folder} has no manifest.json: the export was cut off, or is none.`);
  const manifest = parse(manifestOfExport, path, readFileSync(path, "utf8"));
  const faults: (string | undefined)[] = [];
  for (const [table, { rows, sha256 }] of Object.entries(manifest.tables))
    faults.push(await findFault(tableFile(folder, table), { sha256, lines: rows }));
  const list = join(folder, "files.jsonl");
  const { sha256, count } = manifest.files;
  const wrongList = await findFault(list, { sha256, lines: count });
  faults.push(wrongList);
  const files: ExportedFile[] = [];
  if (wrongList === undefined) {
    for await (const line of readLinesOf(list)) {
      const file = parse(fileOfExport, list, line);
      if (!isKeyOf(manifest, file.key)) faults.push(`${list} names a file that no site has: ${file.key}`);
      else faults.push(await findFault(join(folder, "files", file.key), file));
      files.push(file);
    }
  }
  const all = faults.filter((fault) => fault !== undefined);
  if (all.length > 0) throw new Error(all.join("\n"));
  return { manifest, files, folder };
}
