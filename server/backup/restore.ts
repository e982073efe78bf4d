import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { embeddedUrl } from "#server/db/database-folder.ts";
import { ensureUsablePrograms, type Programs } from "#server/db/postgres-programs.ts";
import { chooseListening, launchServer } from "#server/db/postgres-server.ts";
import { ensurePostgresUser, type Ids } from "#server/db/system-user.ts";
import { type BaseBackup, baseFile, walFolder } from "./catalog.ts";
import { decrypted, encrypted, Undecryptable } from "./encryption.ts";

/** A moment, or a position in the log; without either everything that was archived is restored. */
export type Target = { at?: Date; position?: string };

const restoreFiles = ["rendezvous-restore.conf", "rendezvous-restore-hba.conf", "rendezvous-restore.key"] as const;

/** Debian's programs of the version that made the backup, or the embedded ones. */
function programsFor(database: string, ids: Ids | undefined): Programs {
  const version = readFileSync(join(database, "PG_VERSION"), "utf8").trim();
  const debian = `/usr/lib/postgresql/${version}/bin`;
  if (!existsSync(join(debian, "postgres"))) return ensureUsablePrograms(ids);
  return { initdb: join(debian, "initdb"), postgres: join(debian, "postgres") };
}

async function unpack(base: string, into: string, identity: string | undefined): Promise<void> {
  const isEncrypted = !existsSync(base);
  if (isEncrypted && identity === undefined)
    throw new Undecryptable("this backup is encrypted: name the file of its key with --key");
  const bytes =
    isEncrypted && identity !== undefined ? decrypted(`${base}${encrypted}`, identity) : createReadStream(base);
  const tar = spawn("tar", ["--no-same-owner", "-xf", "-", "-C", into], { stdio: ["pipe", "ignore", "pipe"] });
  const [ended, complaint] = [once(tar, "close"), text(tar.stderr)];
  // if tar ends first, its own complaint says why
  const broken = await pipeline(Readable.from(bytes), tar.stdin).catch((error: unknown) => error);
  const [status] = await ended;
  if (broken instanceof Undecryptable) throw broken;
  if (broken || status !== 0)
    throw new Error(`the base backup can't be unpacked: ${(await complaint).trim().split("\n")[0]}`);
}

function giveTo(ids: Ids, path: string): void {
  for (const { parentPath, name } of readdirSync(path, { recursive: true, withFileTypes: true })) {
    chownSync(join(parentPath, name), ids.uid, ids.gid);
  }
  chownSync(path, ids.uid, ids.gid);
}

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** The command that brings a piece of the log back; `keyFile` is a file that PostgreSQL's user can read. */
function restoreCommand(folder: string, keyFile: string | undefined): string {
  const program = join(import.meta.dirname, "../../scripts/log-archive.ts");
  const paths = [process.execPath, program, folder, keyFile ?? ""];
  if (/["'\\%]/.test(paths.join("")))
    throw new Error(`one of these has a character that a command can't take: ${paths}`);
  if (keyFile === undefined) return `cp "${walFolder(folder)}/%f" "%p"`;
  return `"${process.execPath}" "${program}" restore "${folder}" "${keyFile}" "%f" "%p"`;
}

function settingsFor(command: string, { at, position }: Target): string[] {
  return [
    `restore_command = ${quoted(command)}`,
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
 * user and database to connect as; `identity` decrypts the backup. If anything fails, the folder is empty again; throws
 * also if the archive ends before the target, and an `Undecryptable` without the right key.
 */
export async function restore<T>(
  folder: string,
  backup: BaseBackup,
  { into, named, identity, ...target }: Target & { into: string; named: URL; identity?: string | undefined },
  use: (url: string) => Promise<T>,
): Promise<T> {
  const ids = ensurePostgresUser();
  mkdirSync(into, { recursive: true, mode: 0o700 });
  if (readdirSync(into).length > 0) throw new Error(`${into} is not empty: name a new folder`);
  try {
    return await restoreIntoEmpty(folder, backup, { into, named, identity, ids, ...target }, use);
  } catch (error) {
    // half a database, or one in which erased members are back, must not be started by mistake
    for (const name of readdirSync(into)) rmSync(join(into, name), { recursive: true, force: true });
    if (!(error instanceof Error && error.message.includes("before configured recovery target was reached")))
      throw error;
    throw new Error("The archive has nothing from after this moment yet: wait a minute, or name an earlier one.");
  }
}

async function restoreIntoEmpty<T>(
  folder: string,
  backup: BaseBackup,
  {
    into,
    named,
    identity,
    ids,
    ...target
  }: Target & { into: string; named: URL; identity: string | undefined; ids: Ids | undefined },
  use: (url: string) => Promise<T>,
): Promise<T> {
  await unpack(baseFile(folder, backup.name), into, identity);
  const [settings, access, key] = restoreFiles.map((name) => join(into, name)) as [string, string, string];
  writeFileSync(join(into, "recovery.signal"), "");
  if (identity !== undefined) writeFileSync(key, identity, { mode: 0o600 });
  const command = restoreCommand(folder, identity === undefined ? undefined : key);
  writeFileSync(settings, `${settingsFor(command, target).join("\n")}\n`);
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
    for (const path of [settings, access, key]) rmSync(path, { force: true });
  }
}
