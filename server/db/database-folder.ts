import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPostmasterPid } from "./processes.ts";
import { canEnter, type Ids } from "./system-user.ts";

const pointerFile = (dataDir: string) => join(dataDir, "postgres-elsewhere");

/** The replacement for a data folder that PostgreSQL's user may not enter; `scripts/prepare.mjs` knows its name too. */
function replacementFolder(dataDir: string): string {
  return join("/var/tmp", `rendezvous-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`);
}

/** Where PostgreSQL's files of this data folder are, if it was started before. */
export function findDatabaseFolder(dataDir: string): string {
  return join(existsSync(pointerFile(dataDir)) ? readFileSync(pointerFile(dataDir), "utf8") : dataDir, "postgres");
}

function createReplacementFolder(dataDir: string, ids: Ids): string {
  const elsewhere = replacementFolder(dataDir);
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  const stats = lstatSync(elsewhere);
  // all users may make folders in /var/tmp
  if (!stats.isDirectory() || ![0, ids.uid].includes(stats.uid)) {
    throw new Error(
      `${elsewhere} does not belong to this product: remove it, or set DATA_DIR to a folder that all users may enter.`,
    );
  }
  chownSync(elsewhere, ids.uid, ids.gid);
  return elsewhere;
}

/** Copies data moved to where PostgreSQL's user has other rights. Keeps the source: another folder may still use it. */
function copyData(source: string, target: string): void {
  if (!existsSync(join(source, "PG_VERSION")) || existsSync(join(target, "PG_VERSION"))) return;
  if (findPostmasterPid(source) !== undefined) {
    throw new Error(`The data in ${source} is in use by another Rendezvous. Stop it first, so that it can be copied.`);
  }
  const making = `${target}.making`;
  for (const path of [making, target]) rmSync(path, { recursive: true, force: true });
  const { status, stderr } = spawnSync("cp", ["-a", source, making], { encoding: "utf8" });
  if (status !== 0) {
    rmSync(making, { recursive: true, force: true });
    throw new Error(`The data in ${source} can't be copied to ${target}: ${stderr.trim().split("\n")[0]}`);
  }
  renameSync(making, target);
}

/** Makes the database's folder in the data folder, or where the user `ids` may enter (`note`). Throws one line. */
export function prepareDatabaseFolder(dataDir: string, ids: Ids | undefined): { database: string; note?: string } {
  mkdirSync(dataDir, { recursive: true });
  const current = findDatabaseFolder(dataDir);
  const inside = join(dataDir, "postgres");
  if (ids === undefined || canEnter(dataDir, ids)) {
    copyData(current, inside);
    rmSync(pointerFile(dataDir), { force: true });
    return { database: inside };
  }
  const elsewhere = createReplacementFolder(dataDir, ids);
  const database = join(elsewhere, "postgres");
  copyData(current, database);
  copyData(inside, database);
  writeFileSync(pointerFile(dataDir), elsewhere);
  return { database, note: `PostgreSQL may not enter ${dataDir}; its files are in ${elsewhere}.` };
}

/** Where the embedded PostgreSQL listens: a socket in the folder `host`, or a host and port. */
export type Listening = { host: string; port: number };

/** The URL of the embedded PostgreSQL, for the driver and `psql`. */
export function embeddedUrl(password: string, { host, port }: Listening): string {
  const isFolder = host.startsWith("/");
  const url = `postgres://rendezvous:${password}@${isFolder ? "localhost" : host}:${port}/rendezvous`;
  // a URL's host can't be a folder: the driver and psql take it from the query
  return isFolder ? `${url}?host=${encodeURIComponent(host)}` : url;
}

/** The URL of the embedded PostgreSQL that runs on this folder; undefined if none does. */
export function findRunningEmbedded(dataDir: string): string | undefined {
  const pidFile = join(findDatabaseFolder(dataDir), "postmaster.pid");
  if (!existsSync(pidFile)) return undefined;
  const [, , , port, socketFolder] = readFileSync(pidFile, "utf8").split("\n");
  const password = readFileSync(join(dataDir, "postgres-password"), "utf8");
  return embeddedUrl(password, { host: socketFolder || "127.0.0.1", port: Number(port) });
}
