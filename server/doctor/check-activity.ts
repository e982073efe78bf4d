import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { readBackupTimes } from "#server/backup/catalog.ts";
import { isLogEncrypted } from "#server/backup/take-backup.ts";
import type { Config } from "#server/config/config.ts";
import { productSettings } from "#server/db/pool.ts";
import { attempt, type Finding, good, note, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";
import type { DatabaseFacts } from "./read-database.ts";

const longest = { worker: 5 * minuteMs, retention: dayMs, backup: 26 * hourMs, rehearsal: 100 * dayMs };

function since(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - at.getTime()) / minuteMs));
  if (minutes < 120) return `${minutes} minutes ago`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours ago` : `${Math.round(minutes / 1440)} days ago`;
}

const isOld = (part: keyof typeof longest, at: Date, now: Date) => now.getTime() - at.getTime() > longest[part];

/** Whether a worker runs, and when mail, webhooks and the deletion of old rows last worked. */
export function checkActivity({ lastDone, now }: Pick<DatabaseFacts, "lastDone" | "now">): Finding[] {
  if (lastDone === undefined || lastDone.worker === null) return [note("worker", "none was seen yet")];
  const { worker, mail, webhook, retention } = lastDone;
  const seen = `a worker was seen ${since(worker, now)}`;
  const todo = "start a process with SERVICES=worker: no mail leaves, and nothing is deleted in time";
  return [
    isOld("worker", worker, now) ? wrong("worker", `${seen}: ${todo}`) : good("worker", seen),
    ...(retention ? [checkRetention(retention, now)] : []),
    ...(mail ? [good("mail", `the last one was sent ${since(mail, now)}`)] : []),
    ...(webhook ? [good("payments", `the last webhook came ${since(webhook, now)}`)] : []),
  ];
}

function checkRetention(retention: Date, now: Date): Finding {
  const deleted = `old rows were deleted ${since(retention, now)}`;
  const todo = "look for purge-old-rows in the worker's log";
  return isOld("retention", retention, now) ? wrong("retention", `${deleted}: ${todo}`) : good("retention", deleted);
}

/** Half an encryption: `npm run backup` refuses it. */
export function checkLogEncryption(
  { backupRecipient }: Pick<Config, "backupRecipient">,
  settings: DatabaseFacts["settings"],
): Finding[] {
  if (backupRecipient === undefined || isLogEncrypted(settings)) return [];
  const what = "BACKUP_RECIPIENT is set, but PostgreSQL archives its log without encryption, so no backup is taken";
  return [wrong("backups", `${what}: see Encrypting them in docs/operators/backups.md`)];
}

export async function checkBackups({ backupDir }: Pick<Config, "backupDir">, now: Date): Promise<Finding[]> {
  if (backupDir === undefined) return [];
  return await attempt("backups", `${backupDir} can't be read by this user`, async () => {
    const { backup, rehearsal } = readBackupTimes(backupDir);
    if (backup === null) return [wrong("backups", "there is none yet: npm run backup")];
    const lastBackup = `the last one ended ${since(backup, now)}`;
    const todo = "npm run restore -- --rehearse";
    const rehearsed = rehearsal
      ? isOld("rehearsal", rehearsal, now)
        ? note("backups", `the last rehearsal was ${since(rehearsal, now)}: ${todo}`)
        : good("backups", `the last rehearsal was ${since(rehearsal, now)}`)
      : note("backups", `none was rehearsed yet: ${todo}`);
    return [
      isOld("backup", backup, now) ? wrong("backups", `${lastBackup}: npm run backup`) : good("backups", lastBackup),
      rehearsed,
    ];
  });
}

/** Behind a pooler connections of PostgreSQL have their role's settings: what the product sets reaches only one. */
export async function checkPooledSettings(
  { databaseUrl, directUrl }: Pick<Config, "databaseUrl" | "directUrl">,
  probes: Probes,
): Promise<Finding[]> {
  if (databaseUrl === undefined || directUrl === undefined) return [];
  return await attempt("database", "no connection by DATABASE_URL, so check PgBouncer", async () => {
    const { role, settings } = await probes.pooled(databaseUrl);
    const other = Object.entries(productSettings).filter(([name, value]) => settings[name] !== value);
    if (other.length === 0) return [good("database", `behind the pooler ${role} has the product's settings`)];
    const differences = other.map(([name]) => `${name} is ${settings[name]}`).join(", ");
    const todo = other.map(([name, value]) => `alter role ${role} set ${name} = '${value}'`).join("; ");
    const then = "then RECONNECT in the console of PgBouncer";
    return [
      wrong("database", `behind the pooler ${differences}: as a superuser run deploy/roles.sql, or ${todo}; ${then}`),
    ];
  });
}

/** PgBouncer in front of PostgreSQL shows by another port; then jobs and migrations need a way past it. */
export function checkPooler(
  { serverPort }: Pick<DatabaseFacts, "serverPort">,
  { databaseUrl, directUrl }: Pick<Config, "databaseUrl" | "directUrl">,
): Finding[] {
  if (databaseUrl === undefined || directUrl !== undefined || serverPort === null) return [];
  const port = Number(new URL(databaseUrl).port || 5432);
  if (port === serverPort) return [];
  const todo = "set DATABASE_DIRECT_URL and DATABASE_PREPARED if PgBouncer is in between";
  return [note("database", `DATABASE_URL names port ${port}, PostgreSQL listens at ${serverPort}: ${todo}`)];
}
