import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { withClient } from "#server/db/client.ts";
import { type BaseBackup, baseFile, baseFolder, finishBackup, walFolder } from "./catalog.ts";
import { encrypted, encryptFile } from "./encryption.ts";

const see = "see docs/operators/backups.md";

/** Whether PostgreSQL, by its settings, encrypts the log that it archives. */
export const isLogEncrypted = ({ archive_library: library, archive_command: command }: LogSettings): boolean =>
  library === "" && command?.includes("log-archive.ts") === true;

type LogSettings = { archive_library?: string | undefined; archive_command?: string | undefined };

/** Throws unless PostgreSQL archives its log, into the folder beside the base backups, and encrypts it if they are. */
async function assertArchiving(client: pg.Client, folder: string, isEncrypted: boolean): Promise<void> {
  const { rows } = await client.query<{ mode: string; library: string; directory: string | null; command: string }>(
    `select current_setting('archive_mode') as mode, current_setting('archive_library') as library,
      current_setting('basic_archive.archive_directory', true) as directory,
      current_setting('archive_command') as command`,
  );
  const [set] = rows;
  if (set?.mode === "off" || (set?.library === "" && set.command === "")) {
    throw new Error(`PostgreSQL does not archive its log, so no moment could be restored: ${see}`);
  }
  if (set?.library === "basic_archive" && set.directory !== walFolder(folder)) {
    throw new Error(`PostgreSQL archives its log into ${set.directory}, not into ${walFolder(folder)}: ${see}`);
  }
  if (isEncrypted && !isLogEncrypted({ archive_library: set?.library, archive_command: set?.command })) {
    throw new Error(`BACKUP_RECIPIENT is set, but PostgreSQL archives its log without encryption: ${see}`);
  }
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/**
 * Does what `pg_basebackup --target=server` does, and waits until the log that it needs is archived. With a `recipient`
 * it is encrypted once it is complete. Throws what keeps it from that and what to do, or PostgreSQL's error.
 */
export async function takeBackup(
  url: string,
  folder: string,
  now: Date,
  recipient: string | undefined,
): Promise<BaseBackup> {
  const name = now.toISOString().replaceAll(/[^\dT]/g, "");
  mkdirSync(baseFolder(folder), { recursive: true });
  await withClient(url, (client) => assertArchiving(client, folder, recipient !== undefined));
  const address = new URL(url);
  address.searchParams.set("replication", "database");
  const options = [
    `LABEL ${text(`rendezvous ${name}`)}`,
    "TARGET 'server'",
    `TARGET_DETAIL ${text(join(baseFolder(folder), name))}`,
    "CHECKPOINT 'fast'",
    "WAL false",
    "MANIFEST 'yes'",
  ];
  const results: unknown = await withClient(address.href, (client) =>
    client.query(`BASE_BACKUP (${options.join(", ")})`),
  );
  const [first] = results as pg.QueryResult<{ recptr: string; tli: string }>[];
  const start = first?.rows[0];
  if (!start) throw new Error("PostgreSQL did not say where its backup begins");
  const { rows } = await withClient(url, (client) =>
    client.query<{ file: string; now: Date }>("select pg_walfile_name($1::pg_lsn) as file, clock_timestamp() as now", [
      start.recptr,
    ]),
  );
  if (recipient !== undefined) {
    const base = baseFile(folder, name);
    await encryptFile(base, `${base}${encrypted}`, recipient);
    rmSync(base);
  }
  const backup = { name, endedAt: rows[0]?.now ?? now, firstWal: rows[0]?.file ?? "" };
  finishBackup(folder, backup);
  return backup;
}
