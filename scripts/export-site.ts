import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { Db, DbPool } from "#server/db/pool.ts";
import { listSiteTables, readSiteRows, type SiteTable } from "#server/db/site-tables.ts";
import { inSnapshot } from "#server/db/transaction.ts";
import { sitePictureKey } from "#server/features/sites/index.ts";
import type { Files } from "#server/ports/files/port.ts";
import type { StoredSite } from "#server/site.ts";
import { readVersion } from "#server/version.ts";
import { listMigrations, placesOf } from "./move-checks.ts";
import type { Print } from "./run-command.ts";
import { isStaffPicture } from "./staff-pictures.ts";

const sum = z.string().regex(/^[\da-f]{64}$/);

/** What a reader of an export checks it by: the last file that is written, so without one an export is not whole. */
export const manifestOfExport = z.object({
  product: z.string(),
  /** What the tables' columns follow from, and the places that members live at. */
  migrations: z.array(z.string()),
  places: z.string().nullable(),
  site: z.string(),
  site_id: z.number().int(),
  /** The moment of the snapshot. */
  at: z.iso.datetime(),
  tables: z.record(
    z.string(),
    z.object({ rows: z.number().int(), sha256: sum, without_columns: z.array(z.string()).optional() }),
  ),
  files: z.object({ count: z.number().int(), sha256: sum, removed_meanwhile: z.number().int() }),
  /** Tables that are not in it, each with the reason. */
  left_out: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof manifestOfExport>;

/** A line of `files.jsonl`. */
export const fileOfExport = z.object({ key: z.string(), bytes: z.number().int(), sha256: sum });
export type ExportedFile = z.infer<typeof fileOfExport>;

/** Only the user who exports may read it: it holds what members wrote. */
const fileMode = 0o600;
const folderMode = 0o700;

/** Writes a new file; answers the SHA-256 of its bytes, taken as they pass. */
async function write(path: string, content: AsyncIterable<string | Uint8Array>): Promise<string> {
  mkdirSync(dirname(path), { recursive: true, mode: folderMode });
  const hash = createHash("sha256");
  async function* hashed(parts: AsyncIterable<string | Uint8Array>) {
    for await (const part of parts) {
      hash.update(part);
      yield part;
    }
  }
  await pipeline(content, hashed, createWriteStream(path, { mode: fileMode, flags: "wx" }));
  return hash.digest("hex");
}

async function exportTable(trx: Db, table: SiteTable, siteId: number, folder: string) {
  let rows = 0;
  async function* lines() {
    for await (const some of readSiteRows(trx, table, siteId)) {
      rows += some.length;
      yield `${some.join("\n")}\n`;
    }
  }
  const sha256 = await write(join(folder, "tables", `${table.table}.jsonl`), lines());
  const { withoutColumns } = table;
  return { rows, sha256, ...(withoutColumns.length > 0 && { without_columns: [...withoutColumns] }) };
}

async function* keysOf(files: Files, { id, settings }: StoredSite): AsyncGenerator<string> {
  const ofMembers = `photos/${id}/`;
  // `/` and what follows it: all keys of the folder stand together
  for await (const key of files.list(ofMembers)) {
    if (!key.startsWith(ofMembers)) break;
    if (!isStaffPicture(key)) yield key;
  }
  const pictures = JSON.stringify([settings.picture, settings.lander_pictures]).match(/\b[\da-f]{32}\b/g) ?? [];
  for (const hash of new Set(pictures)) yield sitePictureKey(hash);
}

async function exportFiles(files: Files, site: StoredSite, folder: string): Promise<Manifest["files"]> {
  let [count, removed] = [0, 0];
  async function* lines() {
    for await (const key of keysOf(files, site)) {
      const file = await files.open(key);
      if (!file) {
        removed += 1;
        continue;
      }
      const sha256 = await write(join(folder, "files", key), file.stream);
      count += 1;
      yield `${JSON.stringify({ key, bytes: file.bytes, sha256 } satisfies ExportedFile)}\n`;
    }
  }
  const sha256 = await write(join(folder, "files.jsonl"), lines());
  return { count, sha256, removed_meanwhile: removed };
}

type Exporting = { db: DbPool; files: Files; now: Date; print: Print };

export function assertEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
}

/** Writes a site's rows, of one moment, and its files into an empty folder. */
export async function exportSite(
  { db, files, now, print }: Exporting,
  site: StoredSite,
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: folderMode });
  const tables = await listSiteTables(db);
  const exported: Manifest["tables"] = {};
  await inSnapshot(db, async (trx) => {
    for (const table of tables) {
      if (table.leftOut === null) exported[table.table] = await exportTable(trx, table, site.id, folder);
    }
  });
  print(`${Object.keys(exported).length} tables are written; the files follow.`);
  const manifest: Manifest = {
    ...{ product: readVersion().version, migrations: await listMigrations(db), places: (await placesOf(db)) ?? null },
    ...{ site: site.key, site_id: site.id, at: now.toISOString() },
    ...{ tables: exported, files: await exportFiles(files, site, folder) },
    left_out: Object.fromEntries(tables.flatMap(({ table, leftOut }) => (leftOut === null ? [] : [[table, leftOut]]))),
  };
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: fileMode });
  const rows = Object.values(exported).reduce((sum, table) => sum + table.rows, 0);
  print(`${rows} rows and ${manifest.files.count} files of ${site.key} are in ${folder}.`);
}
