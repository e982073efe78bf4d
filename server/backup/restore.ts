import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureUsablePrograms, type Programs } from "#server/db/postgres-programs.ts";
import { chooseListening, launchServer } from "#server/db/postgres-server.ts";
import { embeddedUrl } from "#server/db/running-embedded.ts";
import { ensureSystemUser, type Ids } from "#server/db/system-user.ts";
import { type BaseBackup, baseFolder, walFolder } from "./catalog.ts";

/** A moment, or a position in the log; without either everything that was archived is restored. */
export type Target = { at?: Date; position?: string };

/** The archive ends before the wanted moment. */
export class NotArchived extends Error {}

const own = ["rendezvous-restore.conf", "rendezvous-restore-hba.conf"] as const;

/** Debian's programs of the version that made the backup, or the embedded ones. */
function programsFor(database: string, ids: Ids | undefined): Programs {
  const version = readFileSync(join(database, "PG_VERSION"), "utf8").trim();
  const debian = `/usr/lib/postgresql/${version}/bin`;
  if (!existsSync(join(debian, "postgres"))) return ensureUsablePrograms(ids);
  return { initdb: join(debian, "initdb"), postgres: join(debian, "postgres") };
}

function unpack(backup: string, into: string): void {
  const { status, stderr } = spawnSync("tar", ["--no-same-owner", "-xf", join(backup, "base.tar"), "-C", into], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the base backup can't be unpacked: ${stderr.trim().split("\n")[0]}`);
}

function giveTo(ids: Ids, path: string): void {
  for (const { parentPath, name } of readdirSync(path, { recursive: true, withFileTypes: true })) {
    chownSync(join(parentPath, name), ids.uid, ids.gid);
  }
  chownSync(path, ids.uid, ids.gid);
}

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

function settingsFor(folder: string, { at, position }: Target): string[] {
  const wal = walFolder(folder);
  if (/["'\\%]/.test(wal)) throw new Error(`the folder ${wal} has a character that a command can't take`);
  return [
    `restore_command = ${quoted(`cp "${wal}/%f" "%p"`)}`,
    ...(at ? [`recovery_target_time = ${quoted(at.toISOString().replace("T", " ").replace("Z", "+00"))}`] : []),
    ...(position ? [`recovery_target_lsn = ${quoted(position)}`, "recovery_target_inclusive = off"] : []),
    "recovery_target_action = 'promote'",
    // the archive stays as it is, and what is restored must not be read before it is complete
    "archive_mode = off",
    "hot_standby = off",
    "max_connections = 60",
  ];
}

/**
 * Unpacks a base backup into an empty folder and replays the archive up to the target, by PostgreSQL itself. Then runs
 * `use` with the URL of the restored database, which only this machine's user reaches, and stops it. `named` is the
 * user and database to connect as. If anything fails, the folder is empty again; throws a `NotArchived` if the archive
 * ends before the target.
 */
export async function restore<T>(
  folder: string,
  backup: BaseBackup,
  { into, named, ...target }: Target & { into: string; named: URL },
  use: (url: string) => Promise<T>,
): Promise<T> {
  const ids = (process.getuid?.() === 0 ? ensureSystemUser("postgres") : undefined) ?? undefined;
  mkdirSync(into, { recursive: true, mode: 0o700 });
  if (readdirSync(into).length > 0) throw new Error(`${into} is not empty: name a new folder`);
  try {
    return await restoreIntoEmpty(folder, backup, { into, named, ids, ...target }, use);
  } catch (error) {
    // half a database, or one in which erased members are back, must not be started by mistake
    for (const name of readdirSync(into)) rmSync(join(into, name), { recursive: true, force: true });
    if (!(error instanceof Error && error.message.includes("before configured recovery target was reached")))
      throw error;
    throw new NotArchived("The archive has nothing from after this moment yet: wait a minute, or name an earlier one.");
  }
}

async function restoreIntoEmpty<T>(
  folder: string,
  backup: BaseBackup,
  { into, named, ids, ...target }: Target & { into: string; named: URL; ids: Ids | undefined },
  use: (url: string) => Promise<T>,
): Promise<T> {
  unpack(join(baseFolder(folder), backup.name), into);
  const [settings, access] = own.map((name) => join(into, name)) as [string, string];
  writeFileSync(join(into, "recovery.signal"), "");
  writeFileSync(settings, `${settingsFor(folder, target).join("\n")}\n`);
  // its socket is in a folder that only this user may enter
  writeFileSync(access, "local all all trust\nhost all all 127.0.0.1/32 reject\n");
  if (ids) giveTo(ids, into);
  const listening = await chooseListening(into);
  const files = [`config_file=${settings}`, `hba_file=${access}`, `data_directory=${into}`];
  const running = await launchServer({ programs: programsFor(into, ids), database: into, ids }, listening, files);
  try {
    const url = new URL(embeddedUrl("none", listening));
    url.username = named.username;
    url.pathname = named.pathname;
    return await use(url.href);
  } finally {
    await running.stop();
    for (const path of [settings, access]) rmSync(path, { force: true });
  }
}
