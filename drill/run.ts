/**
 * Plays faults against three machines with everything that a site without outages needs, while members write, buy,
 * search and listen; see docs/operators/high-availability.md. Needs root, and Debian's packages, which it names.
 *
 * Usage: npm run drill [-- --rounds 20] [--seed 7] [--only "disk,switch"] [--minutes 60] [--lock <file>]
 *   [--results <file>] [--write] [--postgres <folder of its programs>]
 *
 * --only: parts of faults' names. --minutes: begins no round after that time. --lock: holds this file's lock during
 * each round, so that programs which respect it don't disturb the times. --results: adds the rounds to this file, and
 * prints the table of all in it. --write: puts the table into the operators' page.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Redis } from "ioredis";
import { makeMember } from "#demo/factories.ts";
import { openPool } from "#server/db/pool.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { startTestS3 } from "#server/ports/files/test-s3.ts";
import { compareBooks } from "./books.ts";
import { findHealthyLeader, findMembers, runOn, urlOf } from "./cluster.ts";
import { type Fault, faults, randomFrom, shuffle, waitFor } from "./faults.ts";
import { startFence } from "./fence.ts";
import { type Author, type Load, longestGap, startLoad } from "./load.ts";
import { createMachine, type Machine, passwords, poolerPrepares } from "./machine.ts";
import { addressOf, createNetwork, machineNames, outsideAddress, removeNetwork } from "./network.ts";
import { findPrograms, requirePrograms } from "./programs.ts";
import { drillTable, type Round } from "./report.ts";

const { values: flags } = parseArgs({
  options: {
    rounds: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    only: { type: "string", default: "" },
    minutes: { type: "string", default: "600" },
    lock: { type: "string" },
    results: { type: "string" },
    postgres: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

const folder = "/var/tmp/rendezvous-drill";
const frontPort = 8080;
const origin = `http://${outsideAddress}:${frontPort}`;
const startMs = 240_000;
const healMs = 300_000;
/** A job whose worker vanished runs again after a minute (docs/subjects.md). */
const bookMs = 150_000;
const calmSeconds = 3;

const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

const machines: Machine[] = [];
const outside: ChildProcess[] = [];

/** Ends everything and removes it: namespaces, processes, disks and files. */
function cleanUp(): void {
  for (const machine of machines) machine.stop();
  for (const child of outside) child.kill("SIGKILL");
  removeNetwork();
  for (const name of machineNames) spawnSync("umount", ["--lazy", join(folder, name, "disk")]);
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    say(`${signal}: everything is removed`);
    cleanUp();
    process.exit(130);
  });
}

/** The file of deploy/ with a third web process. */
function startFront(): void {
  const text = readFileSync(join(import.meta.dirname, "../deploy/haproxy.cfg"), "utf8");
  const file = join(folder, "front.cfg");
  writeFileSync(file, `${text}\tserver web3 "\${WEB3}"\n`);
  const [WEB1, WEB2, WEB3] = machineNames.map((name) => `${addressOf(name)}:3000`);
  const env = { PATH: process.env.PATH, HAPROXY_BIND: `${outsideAddress}:${frontPort}`, WEB1, WEB2, WEB3 };
  outside.push(spawn("haproxy", ["-db", "-f", file], { env, stdio: "ignore" }));
}

/** The two roles and the database, as from-a-bare-debian.md makes them. */
async function createDatabase(leader: Machine): Promise<void> {
  const run = (statement: string, database = "rendezvous") => runOn(urlOf(leader, "postgres", database), statement);
  await run(`create role rendezvous login password '${passwords.owner}'`, "postgres");
  await run(`create role rendezvous_app login password '${passwords.app}'`, "postgres");
  await run("create database rendezvous owner rendezvous template template0", "postgres");
  await run(readFileSync(join(import.meta.dirname, "../deploy/roles.sql"), "utf8"));
  await run("create table drill_fence (name uuid primary key, at timestamptz default now())");
}

function productEnvironment(storageUrl: string): Record<string, string> {
  const sentinels = machineNames.map((name) => `${addressOf(name)}:26379`).join(",");
  const app = `rendezvous_app:${passwords.app}`;
  return {
    NODE_ENV: "development",
    DEMO: "0",
    TRUST_PROXY: "1",
    LOG_LEVEL: "info",
    SECRET: "a secret of the drill only, which is long enough",
    DATABASE_URL: `postgres://${app}@127.0.0.1:6432/rendezvous`,
    DATABASE_DIRECT_URL: `postgres://${app}@127.0.0.1:5000/rendezvous`,
    DATABASE_OWNER_URL: `postgres://rendezvous:${passwords.owner}@127.0.0.1:5000/rendezvous`,
    DATABASE_REPLICA_URL: `postgres://${app}@127.0.0.1:5001/rendezvous`,
    DATABASE_PREPARED: poolerPrepares() ? "1" : "0",
    REDIS_URL: `redis+sentinel://:${passwords.redis}@${sentinels}/rendezvous`,
    STORAGE_URL: storageUrl,
  };
}

const answers = async (url: string) =>
  (await fetch(url, { signal: AbortSignal.timeout(3_000) })).ok ? true : undefined;

/** New members on the present primary. */
async function createMembers(siteId: number, count: number, credits: number): Promise<Author[]> {
  const leader = await waitFor("a primary", healMs, () => findHealthyLeader(machines));
  const { db, pool } = openPool(urlOf(leader), 2, () => {});
  try {
    const given = { db, clock: systemClock, random: systemRandom };
    const made: Author[] = [];
    for (let each = 0; each < count; each += 1) {
      made.push(
        await makeMember(given, { siteId, credits, premium: true, createdAt: new Date(Date.now() - 2 * 86_400_000) }),
      );
    }
    return made;
  } finally {
    await pool.end();
  }
}

async function findRedisMaster(): Promise<Machine | undefined> {
  for (const machine of machines) {
    const sentinel = new Redis(26379, machine.address, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    sentinel.on("error", () => {});
    try {
      await sentinel.connect();
      const found: unknown = await sentinel.call("sentinel", "get-master-addr-by-name", "rendezvous");
      const address = Array.isArray(found) ? String(found[0]) : "";
      const master = machines.find((each) => each.address === address);
      if (master) return master;
    } catch {
      // the next one is asked
    } finally {
      sentinel.disconnect();
    }
  }
  return undefined;
}

/** Holds the lock of `--lock` while `run` runs. */
async function withLock<T>(run: () => Promise<T>): Promise<T> {
  if (flags.lock === undefined) return await run();
  const holder = spawn("flock", [flags.lock, "sh", "-c", "echo held; exec cat"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  outside.push(holder);
  await once(holder.stdout, "data");
  try {
    return await run();
  } finally {
    holder.stdin.end();
    outside.splice(outside.indexOf(holder), 1);
  }
}

type World = { load: Load; fence: ReturnType<typeof startFence> };

async function playRound(fault: Fault, { load, fence }: World): Promise<Round> {
  const leader = await waitFor("three machines that are well", healMs, () => findHealthyLeader(machines));
  const redisMaster = await waitFor("a master of Redis", healMs, findRedisMaster);
  await load.begin();
  const overlapsBefore = fence.overlaps();
  await pause(calmSeconds * 1000);
  const from = performance.now();
  const end = await fault.make({ machines, leader, redisMaster });
  await pause(fault.seconds * 1000);
  await end();
  const ended = performance.now();
  await waitFor(`all to be well after: ${fault.name}`, healMs, () => findHealthyLeader(machines));
  const healed = (performance.now() - ended) / 1000;
  await pause(calmSeconds * 1000);
  const to = performance.now();
  await load.settle();
  const present = await waitFor("a primary", healMs, () => findHealthyLeader(machines));
  // payments are booked by a job, once the provider has told that they were paid
  const books = await waitFor("the books", bookMs, async () => {
    const found = await compareBooks(present, load, fence.names());
    return found.lost === 0 ? found : undefined;
  }).catch(() => compareBooks(present, load, fence.names()));
  const { written, searched, streamGaps, failures } = load.events();
  const { "503": refused = 0, ...others } = Object.fromEntries(failures);
  return {
    fault: fault.name,
    ...books,
    overlaps: fence.overlaps() - overlapsBefore,
    writesBack: longestGap(written, from, to),
    readsBack: longestGap(searched, from, to),
    streamsBack: Math.max(0, ...streamGaps),
    refused,
    others,
    healed,
  };
}

function keepResults(rounds: readonly Round[]): Round[] {
  const { results } = flags;
  if (results === undefined) return [...rounds];
  const before: Round[] = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : [];
  const all = [...before, ...rounds];
  writeFileSync(results, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}

const page = join(import.meta.dirname, "../docs/operators/high-availability.md");

function writePage(table: string): void {
  const marked = /(<!-- drill -->\n)[\s\S]*(<!-- \/drill -->)/;
  writeFileSync(
    page,
    readFileSync(page, "utf8").replace(marked, (_, begin, end) => `${begin}${table}\n${end}`),
  );
}

async function startEverything() {
  createNetwork();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "room"), { recursive: true });
  chmodSync(folder, 0o755);
  const programs = findPrograms(folder, flags.postgres);
  chownSync(join(folder, "room"), programs.ids.uid, programs.ids.gid);
  const replicas = programs.isWhole ? "pg_basebackup and pg_rewind" : "a copy of the running primary";
  say(`PostgreSQL ${programs.version}; replicas are made by ${replicas}`);
  for (const name of machineNames) machines.push(createMachine(name, folder, programs));
  for (const machine of machines) machine.startNeighbours();
  const leader = await waitFor("a primary and two replicas", startMs, () => findHealthyLeader(machines));
  say(`the primary is on machine ${leader.name}`);
  await createDatabase(leader);
  const store = await startTestS3(undefined, outsideAddress);
  const environment = productEnvironment(store.url());
  startFront();
  const [one, two] = machines;
  one?.startProduct("worker", environment);
  await waitFor("a worker", startMs, () => answers(`http://${one?.address}:3100/readyz`));
  two?.startProduct("worker", environment);
  for (const machine of machines) machine.startProduct("web", environment);
  for (const { name, address } of machines) {
    await waitFor(`the web process of ${name}`, startMs, () => answers(`http://${address}:3000/readyz`));
  }
  await waitFor("the proxy", startMs, () => answers(`${origin}/healthz`));
  const { db, pool } = openPool(urlOf(leader), 2, () => {});
  const [siteId = 0] = await seedDemoSites(db, systemClock.now());
  await db.insertInto("site_hosts").values({ host: outsideAddress, site_id: siteId }).execute();
  await pool.end();
  return { siteId, store };
}

async function main(): Promise<void> {
  requirePrograms();
  const names = flags.only.split(",").map((part) => part.trim());
  const chosen = faults.filter(({ name }) => names.some((part) => name.includes(part)));
  const seed = Number(flags.seed);
  const order = shuffle(chosen, Number(flags.rounds), randomFrom(seed));
  say(`seed ${seed}: ${order.map(({ name }) => name).join("; ")}`);
  const last = performance.now() + Number(flags.minutes) * 60_000;
  const { siteId, store } = await withLock(startEverything);
  const authors = await createMembers(siteId, 12, 1_000_000);
  const load = await startLoad(origin, authors, () => createMembers(siteId, 6, 0));
  const fence = startFence(machines);
  const rounds: Round[] = [];
  for (const [index, fault] of order.entries()) {
    if (performance.now() > last) break;
    say(`${index + 1} of ${order.length}: ${fault.name}`);
    const round = await withLock(() => playRound(fault, { load, fence })).catch(async (error: unknown) => {
      say(`${error instanceof Error ? error.message : error}: ${JSON.stringify(await findMembers(machines))}`);
      throw error;
    });
    say(JSON.stringify(round));
    rounds.push(round);
    keepResults([round]);
  }
  await Promise.all([load.end(), fence.end()]);
  await store.close();
  const all = flags.results === undefined ? rounds : keepResults([]);
  console.log(`\n${drillTable(all)}\n`);
  if (flags.write) writePage(drillTable(all));
  const isGood = rounds.every(
    ({ lost, doubled, overlaps, wrongWallets }) => lost + doubled + overlaps + wrongWallets === 0,
  );
  process.exitCode = isGood ? 0 : 1;
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  cleanUp();
}
// a connection of the drill that still waits must not keep it running
process.exit();
