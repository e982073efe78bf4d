import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ListenOptions } from "node:net";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Listening } from "./database-folder.ts";
import type { Programs } from "./postgres-programs.ts";
import { findWorkerPids, signalProcesses } from "./processes.ts";
import type { Ids } from "./system-user.ts";

export type PostgresInstance = { programs: Programs; database: string; ids: Ids | undefined; password: string };

/** `ended` resolves to the reason why PostgreSQL ended. */
export type RunningPostgres = { ended: Promise<string>; stop(): Promise<void> };

const socketPort = 5432;
/** Linux's limit for the path of a socket, in bytes. */
const longestSocketPath = 107;
/** Milliseconds for which a stop waits for running statements. */
const stopMs = 20_000;

/**
 * The environment of PostgreSQL. It has no setting of malloc: what keeps Node's processes small (`process-memory.ts`)
 * makes PostgreSQL fetch memory from the system for each statement and give it back, which doubles a search's time.
 */
function postgresEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("MALLOC_"));
  // messages are parsed, so they must be English
  return { ...Object.fromEntries(own), LC_ALL: "C", LC_MESSAGES: "C" };
}

function spawnProgram(
  program: string,
  args: readonly string[],
  { database, ids }: Omit<PostgresInstance, "password">,
  input?: string,
): ChildProcess {
  const child = spawn(program, args, {
    ...ids,
    // PostgreSQL's user may not be allowed into the current folder of this process
    cwd: dirname(database),
    env: postgresEnvironment(),
    stdio: [input === undefined ? "ignore" : "pipe", "ignore", "pipe"],
  });
  // a program that ended before it read the input says why on its other stream
  child.stdin?.on("error", () => {}).end(input);
  return child;
}

type End = { status: number | null; reason: string };

/** The last line that names a problem; never one that quotes a row, as DETAIL and STATEMENT do. */
function lastProblemIn(text: string): string | undefined {
  return text
    .split("\n")
    .findLast((line) => /FATAL|PANIC|error:|could not|denied|received \w+ shutdown request/i.test(line));
}

/** Collects the program's output; resolves with how it ended. */
function followOutput(child: ChildProcess, onOutput: (text: string) => void = () => {}): Promise<End> {
  let log = "";
  child.stderr?.on("data", (data) => {
    log = `${log}${String(data)}`.slice(-4000);
    onOutput(log);
  });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ status: null, reason: error.message }));
    child.once("close", (status, signal) => {
      if (signal !== null) resolve({ status, reason: `it was ended by ${signal}` });
      else resolve({ status, reason: lastProblemIn(log)?.trim() ?? `it ended with ${status}` });
    });
  });
}

/** Makes the cluster under another name until complete, so none is half. `settings` go into its file, too. */
export async function initialise(place: PostgresInstance, settings: readonly string[] = []): Promise<void> {
  const { database, ids, programs, password } = place;
  const making = `${database}.making`;
  const passwordFile = `${database}.password`;
  for (const path of [making, database]) rmSync(path, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const run = async (program: string, args: readonly string[], input?: string) => {
    const { status, reason } = await followOutput(spawnProgram(program, args, place, input));
    if (status !== 0) throw new Error(`PostgreSQL can't make its files in ${database}: ${reason}`);
  };
  if (ids) for (const path of [making, passwordFile]) chownSync(path, ids.uid, ids.gid);
  try {
    await run(programs.initdb, [
      `--pgdata=${making}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--username=rendezvous",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      ...settings.map((setting) => `--set=${setting}`),
    ]);
    const single = ["--single", "-D", making, "-c", "exit_on_error=on", "postgres"];
    await run(programs.postgres, single, "create database rendezvous\n");
    renameSync(making, database);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(making, { recursive: true, force: true });
  }
}

async function tryListening(options: ListenOptions): Promise<number | undefined> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(options, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** A socket in a folder that only its user and root may enter; a free port if the path is too long or sockets fail. */
export async function chooseListening(database: string): Promise<Listening> {
  const path = join(database, `.s.PGSQL.${socketPort}`);
  const probe = join(database, ".s.probe");
  const fits = Buffer.byteLength(path) <= longestSocketPath;
  if (fits && (await tryListening({ path: probe })) !== undefined) return { host: database, port: socketPort };
  const port = await tryListening({ host: "127.0.0.1", port: 0 });
  if (port === undefined) throw new Error("PostgreSQL finds no place to listen: neither a socket nor a free port.");
  return { host: "127.0.0.1", port };
}

function listeningSettings({ host }: Listening): string[] {
  const folder = host.startsWith("/") ? `"${host.replaceAll('"', '""')}"` : "";
  return [`unix_socket_directories=${folder}`, `listen_addresses=${folder === "" ? host : ""}`];
}

/** Ends the workers that outlive a killed postmaster: while they run, a new one can't start. */
async function endWorkers(database: string): Promise<void> {
  for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
    signalProcesses(findWorkerPids(database), signal);
    for (let tries = 0; tries < 40 && findWorkerPids(database).length > 0; tries += 1) await setTimeout(50);
  }
}

/** Resolves when it accepts connections. Throws its error message if it ends before. */
export async function launchServer(
  place: Omit<PostgresInstance, "password">,
  listening: Listening,
  settings: readonly string[],
): Promise<RunningPostgres> {
  const { database, programs } = place;
  await endWorkers(database);
  // nothing runs here: a lock file left behind, or copied, may name an unrelated process
  const locks = ["postmaster.pid", `.s.PGSQL.${socketPort}.lock`, `.s.PGSQL.${socketPort}`];
  for (const lock of locks) rmSync(join(database, lock), { force: true });
  // PostgreSQL refuses a folder that other users may enter, as a copy may be
  chmodSync(database, 0o700);
  const settingArgs = [...listeningSettings(listening), ...settings].flatMap((setting) => ["-c", setting]);
  const child = spawnProgram(programs.postgres, ["-D", database, "-p", String(listening.port), ...settingArgs], place);
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<void>();
  const onOutput = (text: string) => {
    if (/ready to accept (?:read-only )?connections/.test(text)) resolveReady();
  };
  const ended = followOutput(child, onOutput).then(({ reason }) => reason);
  const endReason = await Promise.race([ready, ended]);
  if (endReason !== undefined) throw new Error(`PostgreSQL did not start: ${endReason}`);
  const stop = async () => {
    child.kill("SIGINT");
    const stopped = new AbortController();
    void setTimeout(stopMs, undefined, { signal: stopped.signal }).then(
      () => child.kill("SIGQUIT"),
      () => undefined,
    );
    await ended;
    stopped.abort();
  };
  return { ended, stop };
}

export const isInitialised = (database: string) => existsSync(join(database, "PG_VERSION"));

const mb = 1024 * 1024;
/** More than this does not help the product's searches, and slows down each start and crash recovery. */
const maxSharedBytes = 8192 * mb;
const minSharedBytes = 128 * mb;

/** The bytes that this process may use: the machine's memory, or a container's lower limit. */
function usableMemory(): number {
  // 0 if unlimited; old kernels answer a huge number instead
  const limit = process.constrainedMemory();
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
}

/** PostgreSQL's memory settings: a quarter for its own cache; its planner counts on the system's cache as well. */
export function memorySettings(bytes = usableMemory()): string[] {
  const shared = Math.min(Math.max(bytes / 4, minSharedBytes), maxSharedBytes);
  const cached = Math.max((bytes * 3) / 4, shared);
  const inMb = (value: number) => `${Math.floor(value / mb)}MB`;
  return [`shared_buffers=${inMb(shared)}`, `effective_cache_size=${inMb(cached)}`];
}
