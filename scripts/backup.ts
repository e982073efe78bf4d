/** Backs up the database and the files of members, while the product runs: see docs/operators/backups.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dayMs } from "#contract/durations.ts";
import { prune } from "#server/backup/catalog.ts";
import { backUpFiles } from "#server/backup/copy-files.ts";
import { makeKeyPair } from "#server/backup/encryption.ts";
import { takeBackup } from "#server/backup/take-backup.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import { messageOf, type Print, readArguments, runCommand, toMinute } from "./run-command.ts";
import { findDatabase } from "./with-database.ts";

const usage = `npm run backup
  Has PostgreSQL write a base backup into BACKUP_DIR, copies new files of members, and removes what is older than 30
  days. BACKUP_URL names PostgreSQL with a user who may do so. BACKUP_RECIPIENT encrypts all of it.
npm run backup -- --new-key <new file>
  Writes the key that decrypts backups, and prints BACKUP_RECIPIENT, which only encrypts.`;

/** Erased members are in backups for this long; the members' page on privacy says so. */
const keptDays = 30;

/** PostgreSQL itself, as the user for backups. Throws if there is none. */
export function findBackupUrl(config: Config): string {
  const url = config.backupUrl ?? findDatabase(config);
  if (!url) throw new Error("No database: start the product first, or set BACKUP_URL.");
  return url;
}

export function backupDirOf({ backupDir }: Config): string {
  if (backupDir === undefined) throw new Error("BACKUP_DIR must name the folder of the backups.");
  return backupDir;
}

async function makeKey(path: string, print: Print): Promise<void> {
  const { identity, recipient } = await makeKeyPair();
  try {
    writeFileSync(path, `${identity}\n`, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    throw new Error(`The key can't be written: ${messageOf(error)}`);
  }
  print(`BACKUP_RECIPIENT=${recipient}`);
  print(`Keep ${path} in two places that are not this machine, then delete it here: no one can restore without it.`);
}

/** Backs up once. Throws what to do if it can't, a `ConfigError` if the environment is wrong. */
export async function runBackup(args: string[], env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  const { "new-key": newKey } = readArguments({ args, options: { "new-key": { type: "string" } } }, usage).values;
  if (newKey !== undefined) return await makeKey(newKey, print);
  const config = readConfig(env);
  const folder = backupDirOf(config);
  const { backupRecipient: recipient } = config;
  const now = new Date();
  const cutoff = new Date(now.getTime() - keptDays * dayMs);
  const backup = await takeBackup(findBackupUrl(config), folder, now, recipient);
  print(`Base backup ${backup.name}: every moment from ${toMinute(backup.endedAt)} UTC on can be restored.`);
  if (config.storage) print("Files are on a store, which keeps its own copies.");
  else {
    const copied = await backUpFiles(join(config.dataDir, "files"), folder, { now, cutoff, recipient });
    print(`${copied} new files of members were copied.`);
  }
  print(recipient ? "Encrypted." : "Not encrypted: set BACKUP_RECIPIENT.");
  const removed = prune(folder, cutoff);
  if (removed > 0) print(`${removed} base backups older than ${keptDays} days were removed.`);
}

if (import.meta.main) await runCommand(runBackup);
