/** Restores a backup to a moment, or rehearses it: see docs/operators/backups.md. */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { z } from "zod";
import { type BaseBackup, findBackup, lastArchivedAt, noteRehearsal } from "#server/backup/catalog.ts";
import { countPhotosWithoutFiles, differences, readContents } from "#server/backup/compare.ts";
import { bringBackFiles } from "#server/backup/copy-files.ts";
import { readIdentity } from "#server/backup/encryption.ts";
import { restore } from "#server/backup/restore.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import { withClient } from "#server/db/client.ts";
import { findRunningEmbedded } from "#server/db/database-folder.ts";
import { migrate } from "#server/db/migrate.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { repeatStates } from "#server/features/privacy/index.ts";
import { createFiles } from "#server/ports/files/create.ts";
import { createLocalFiles } from "#server/ports/files/local.ts";
import type { Files } from "#server/ports/files/port.ts";
import { backupDirOf, findBackupUrl } from "./backup.ts";
import { type Print, readArguments, runCommand } from "./run-command.ts";

const usage = `npm run restore -- --into <new folder> [--at 2026-11-20T18:00:00Z] [--key <file>]
  Restores the backup in BACKUP_DIR into a new data folder of PostgreSQL, as of a moment, by default the last one that
  was archived. Deletes the accounts again that were deleted after it, takes measures against members again, withdraws
  consents again that were withdrawn, and brings back missing files. --key: the file of the key that decrypts the backup.
npm run restore -- --rehearse [--key <file>]
  Restores the running database as it is now into a folder that is deleted afterwards, and compares every table, the
  ledger and the photos. Exit code 1 if something differs. Changes nothing.`;

const text = { type: "string" } as const;
const options = { into: text, at: text, key: text, rehearse: { type: "boolean" } } as const;

function readMoment(typed: string): Date {
  // a time without a zone would be another moment on another machine
  if (z.iso.datetime({ offset: true }).safeParse(typed).success) return new Date(typed);
  throw new Error(`"${typed}" is not a time such as 2026-11-20T18:00:00Z.`);
}

function backupFor(folder: string, at?: Date): BaseBackup {
  const backup = findBackup(folder, at);
  if (backup) return backup;
  throw new Error(at ? "No base backup is older than this moment." : `${folder} contains no complete base backup.`);
}

/** The owner of the tables and the database of the product, as in the running database. */
const productOf = ({ ownerUrl, directUrl, databaseUrl }: Config): URL =>
  new URL(ownerUrl ?? directUrl ?? databaseUrl ?? "postgres://rendezvous@localhost/rendezvous");

type CommandContext = { config: Config; folder: string; identity: string | undefined; print: Print };

async function restoreInto(into: string, at: Date | undefined, { config, folder, identity, print }: CommandContext) {
  if (at && at > new Date()) throw new Error(`${at.toISOString()} is in the future.`);
  const backup = backupFor(folder, at);
  print(`Replaying the archive from ${backup.endedAt.toISOString()} on …`);
  const target = { into, named: productOf(config), identity, ...(at && { at }) };
  const since = at ?? lastArchivedAt(folder);
  const again = await restore(folder, backup, target, async (url) => {
    if (!config.storage) {
      const brought = await bringBackFiles(folder, join(config.dataDir, "files"), since, identity);
      print(`${brought} files of members were brought back.`);
    }
    // the start would do it anyway: the statements below are those of this version
    await migrate(url);
    const { db, pool } = openPool(url, 2, () => {});
    try {
      const files = createFiles(config);
      return await repeatStates(db, files, since, new Date());
    } finally {
      await pool.end();
    }
  });
  print(`${again.departures} accounts were deleted or restored again, as their members had done after that moment.`);
  print(`${again.measures} members got back the measures that staff had taken or lifted after that moment.`);
  print(`${again.consents} members' consents were withdrawn again, as they had done after that moment.`);
  print(`Done: start PostgreSQL on ${into}. Erased members are erased again within the product's first hour.`);
}

async function untilArchived(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ file: string }>(
    "select pg_walfile_name(pg_current_wal_insert_lsn()) as file, pg_switch_wal()",
  );
  const walFile = rows[0]?.file ?? "";
  for (const until = Date.now() + 120_000; Date.now() < until; await pause(100)) {
    const archived = await client.query("select last_archived_wal as last from pg_stat_archiver");
    if ((archived.rows[0]?.last ?? "").slice(0, 24) >= walFile) return;
  }
  throw new Error("PostgreSQL did not archive its log within two minutes: look at pg_stat_archiver and its log.");
}

const readAll = async (client: pg.Client, files: Files) => ({
  ...(await readContents(client)),
  lost: await countPhotosWithoutFiles(client, files),
});

async function rehearse({ config, folder, identity, print }: CommandContext): Promise<void> {
  const backup = backupFor(folder);
  const files = createFiles(config);
  const began = performance.now();
  const here = await withClient(findBackupUrl(config), async (client) => {
    const contents = await readAll(client, files);
    await untilArchived(client);
    return contents;
  });
  const scratch = createScratchFolder();
  try {
    const target = { into: join(scratch, "data"), named: productOf(config), identity, position: here.position };
    const copies = config.storage ? files : createLocalFiles(join(folder, "files"));
    const there = await restore(folder, backup, target, (url) => withClient(url, (client) => readAll(client, copies)));
    const problems = differences(here.tables, there.tables);
    if (here.ledger !== there.ledger) problems.push(`ledger: ${here.ledger} here, ${there.ledger} in the restored one`);
    if (there.lost > here.lost)
      problems.push(`photos: ${there.lost} without files in the backup, ${here.lost} here: run npm run backup`);
    for (const problem of problems) print(problem);
    if (problems.length > 0) throw new Error("The restored database differs.");
    const rows = [...here.tables.values()].reduce((sum, table) => sum + table.rows, 0);
    print(`The same: ${here.tables.size} tables with ${rows} rows, ledger ${here.ledger}, photos.`);
    noteRehearsal(folder, new Date());
    print(`It took ${Math.round((performance.now() - began) / 1000)} seconds.`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Restores or rehearses. Throws what to do if it can't, a `ConfigError` if the environment is wrong. */
export async function runRestore(args: string[], env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  const { into, at, rehearse: isRehearsal, key } = readArguments({ args, options }, usage).values;
  if (isRehearsal ? into !== undefined || at !== undefined : !into) throw new Error(usage);
  const moment = at === undefined ? undefined : readMoment(at);
  const config = readConfig(env);
  const target = into && resolve(into);
  if (target && findRunningEmbedded(config.dataDir) && resolve(config.dataDir, "postgres") === target) {
    throw new Error("This is the folder of the running database: restore into a new one.");
  }
  const identity = key === undefined ? undefined : await readIdentity(key);
  const context = { config, folder: backupDirOf(config), identity, print };
  await (target ? restoreInto(target, moment, context) : rehearse(context));
}

if (import.meta.main) await runCommand(runRestore);
