/**
 * Owns the embedded PostgreSQL while its parent lives: starts it, prints its address to standard output as one line of
 * JSON, restarts it if it ends by itself, and stops it when standard input closes, however the parent ended.
 * Usage: node embedded-guard.ts <data folder> [--fast]   (--fast: no fsync, for throw-away test data)
 */

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { embeddedUrl, prepareDatabaseFolder } from "./database-folder.ts";
import { ensureUsablePrograms } from "./postgres-programs.ts";
import {
  chooseListening,
  initialise,
  isInitialised,
  launchServer,
  memorySettings,
  type PostgresInstance,
  type RunningPostgres,
} from "./postgres-server.ts";
import { findGuardPid, findPostmasterPid, signalProcesses } from "./processes.ts";
import { ensurePostgresUser, type Ids } from "./system-user.ts";

const [folder = "", ...flags] = process.argv.slice(2);
let claimed = false;
const guardFile = join(folder, "guard.pid");
/** If PostgreSQL ran longer than this, it is not in a crash loop, and is restarted without a pause. */
const steadyMs = 60_000;
const longestWaitMs = 30_000;

function report(line: Record<string, string>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The user to run PostgreSQL as; undefined if it can be this process's own. */
function postgresUser(): Ids | undefined {
  const ids = ensurePostgresUser();
  if (ids || process.getuid?.() !== 0) return ids;
  throw new Error("PostgreSQL does not run as root, and no user postgres can be made: start as another user.");
}

/** Locks the data folder. Throws if another guard has it. */
function claimFolder(): void {
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(guardFile, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (!existsSync(guardFile)) throw error;
    if (findGuardPid(folder) !== undefined) {
      throw new Error(`Rendezvous already runs with the data in ${folder}. Stop it first, or set DATA_DIR.`);
    }
    // a stale lock: left by a killed guard, or copied from another folder
    rmSync(guardFile, { force: true });
    writeFileSync(guardFile, String(process.pid), { flag: "wx" });
  }
  claimed = true;
}

/** Ends a server left behind by a killed guard; its data is safe. */
async function endLeftover(database: string): Promise<void> {
  const pid = findPostmasterPid(database);
  if (pid === undefined) return;
  signalProcesses([pid], "SIGINT");
  for (let tries = 0; tries < 100 && findPostmasterPid(database) === pid; tries += 1) await setTimeout(100);
}

const fast = flags.includes("--fast");

/** `--fast` is for tests, which run several servers: little memory, no durability, no log for replicas. */
function serverSettings(): string[] {
  if (!fast) return ["max_connections=120", ...memorySettings()];
  const unsafe = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  return ["max_connections=120", "shared_buffers=128MB", "wal_level=minimal", "max_wal_senders=0", ...unsafe];
}

/** Each login hashes the password 4096 times at both ends. Tests open thousands of connections: for them once. */
const creationSettings = fast ? ["scram_iterations=1"] : [];

async function preparePostgres(): Promise<PostgresInstance> {
  const ids = postgresUser();
  claimFolder();
  const { database, note } = prepareDatabaseFolder(folder, ids);
  if (note) report({ note });
  await endLeftover(database);
  const programs = ensureUsablePrograms(ids);
  const passwordFile = join(folder, "postgres-password");
  const fresh = !isInitialised(database);
  if (fresh || !existsSync(passwordFile)) {
    if (!fresh) throw new Error(`${passwordFile} is missing: without it the data in ${database} can't be opened.`);
    writeFileSync(passwordFile, randomBytes(16).toString("hex"), { mode: 0o600 });
  }
  const place = { programs, database, ids, password: readFileSync(passwordFile, "utf8") };
  if (fresh) await initialise(place, creationSettings);
  return place;
}

const orphaned = new AbortController();
for (const event of ["end", "close"]) process.stdin.on(event, () => orphaned.abort());
// a line that the parent, which has just ended, does not read any more
process.stdout.on("error", () => orphaned.abort());
process.on("SIGTERM", () => orphaned.abort());
process.stdin.resume();

const parentEnded = new Promise<void>((resolve) => orphaned.signal.addEventListener("abort", () => resolve()));

/** Waits, at most until the parent ends. */
async function pause(milliseconds: number): Promise<void> {
  await Promise.race([setTimeout(milliseconds, undefined, { ref: false }), parentEnded]);
}

/** Restarts PostgreSQL at the same address until the parent ends: at once, after half a second, up to half a minute. */
async function keepRunning(first: RunningPostgres, start: () => Promise<RunningPostgres>): Promise<void> {
  let running: RunningPostgres | undefined = first;
  let began = performance.now();
  let shortRuns = 0;
  while (!orphaned.signal.aborted) {
    const reason: string | undefined = await Promise.race([running?.ended ?? "", parentEnded.then(() => undefined)]);
    if (reason === undefined) break;
    if (running !== undefined) {
      running = undefined;
      if (performance.now() - began > steadyMs) shortRuns = 0;
      report({ ended: reason });
    }
    const wait = shortRuns === 0 ? 0 : Math.min(500 * 2 ** (shortRuns - 1), longestWaitMs);
    shortRuns += 1;
    if (wait > 0) await pause(wait);
    if (orphaned.signal.aborted) break;
    try {
      began = performance.now();
      running = await start();
      report({ restarted: `after ${Math.round(wait)} ms` });
    } catch (error) {
      report({ failed: reasonOf(error) });
    }
  }
  await running?.stop();
}

try {
  const place = await preparePostgres();
  const listening = await chooseListening(place.database);
  const start = () => launchServer(place, listening, serverSettings());
  const running = await start();
  report({ url: embeddedUrl(place.password, listening) });
  await keepRunning(running, start);
} catch (error) {
  report({ error: reasonOf(error) || "PostgreSQL did not start." });
  process.exitCode = 1;
}
if (claimed) rmSync(guardFile, { force: true });
process.exit();
