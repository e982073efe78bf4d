import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findDatabaseFolder } from "./database-folder.ts";

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
