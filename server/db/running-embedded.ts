import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The address of the embedded PostgreSQL. */
export function embeddedUrl(password: string, port: number): string {
  return `postgres://rendezvous:${password}@127.0.0.1:${port}/rendezvous`;
}

/** Where PostgreSQL keeps the data of this folder, which may be elsewhere: see `embedded-guard.ts`. */
function databaseFolder(dataDir: string): string {
  const elsewhere = join(dataDir, "postgres-elsewhere");
  return join(existsSync(elsewhere) ? readFileSync(elsewhere, "utf8") : dataDir, "postgres");
}

/** The address of the embedded PostgreSQL that a server runs on this folder; undefined where none does. */
export function runningEmbedded(dataDir: string): string | undefined {
  const pidFile = join(databaseFolder(dataDir), "postmaster.pid");
  if (!existsSync(pidFile)) return undefined;
  // the fourth line is the port
  const port = Number(readFileSync(pidFile, "utf8").split("\n")[3]);
  return embeddedUrl(readFileSync(join(dataDir, "postgres-password"), "utf8"), port);
}
