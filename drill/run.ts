/**
 * Plays faults against three machines with everything that a site without outages needs, while members write, buy,
 * search and listen; see docs/operators/high-availability.md. Needs root, and Debian's packages, which it names.
 *
 * Usage: npm run drill [-- --rounds 20] [--seed 7] [--only "disk,switch"] [--minutes 60] [--results <file>] [--write]
 *   [--postgres <folder of its programs>] [--logs <folder>]
 *
 * A round has each fault once. --only: parts of faults' names. --minutes: plays no further fault after that time.
 * --results: a file to which each fault's result is added; the same seed with the same file goes on after the last one,
 * and the table is of all in it. --write: puts the table into the operators' page. --logs: a folder for the logs of all
 * programs, which are removed otherwise.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Redis } from "ioredis";
import { openPool } from "#server/db/pool.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { startTestS3 } from "#server/ports/files/test-s3.ts";
import { openBooks } from "./books.ts";
import { findHealthyLeader, findMembers, runOn, urlOf } from "./cluster.ts";
import { type Fault, faults, shuffle, waitFor } from "./faults.ts";
import { startFence } from "./fence.ts";
import { type Author, createAuthors, type Load, longestGap, startLoad } from "./load.ts";
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
    results: { type: "string" },
    postgres: { type: "string" },
    logs: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

const folder = "/var/tmp/rendezvous-drill";
const frontPort = 8080;
const origin = `http://${outsideAddress}:${frontPort}`;
const startMs = 240_000;
const healMs = 150_000;
const calmSeconds = 2;

const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

const machines: Machine[] = [];
const outside: ChildProcess[] = [];

function keepLogs(to: string): void {
  for (const name of machineNames) {
    const from = join(folder, name);
    for (const file of existsSync(from) ? readdirSync(from).filter((each) => each.endsWith(".log")) : []) {
      cpSync(join(from, file), join(to, `${name}-${file}`));
    }
  }
}

/** Ends everything and removes it: namespaces, processes, disks and files. */
function cleanUp(): void {
  for (const machine of machines) machine.stop();
  for (const child of outside) child.kill("SIGKILL");
  removeNetwork();
  if (flags.logs !== undefined) keepLogs(flags.logs);
  for (const name of machineNames) spawnSync("umount", ["--lazy", join(folder, name, "disk")]);
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    say(`${signal}: everything is removed`);
    cleanUp();
    process.exit(130);
  });
}
for (const failure of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(failure, (error: unknown) => {
    console.error(error);
    cleanUp();
    process.exit(1);
  });
}

/** The file of deploy/ with a third web process. */
function startFront(): void {
  const text = readFileSync(join(import.meta.dirname, "../deploy/haproxy.cfg"), "utf8");
  const file = join(folder, "front.cfg");
  writeFileSync(file, `${text}\tserver web3 "\${WEB3}" tcp-ut 5s\n`);
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
    return await createAuthors(db, siteId, count, credits);
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
      const answer: unknown = await sentinel.call("sentinel", "get-master-addr-by-name", "rendezvous");
      const address = Array.isArray(answer) ? String(answer[0]) : "";
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

type World = { load: Load; fence: ReturnType<typeof startFence> };

async function playRound(fault: Fault, { load, fence }: World): Promise<{ round: Round; names: string[] }> {
  const leader = await waitFor("three machines that are well", healMs, () => findHealthyLeader(machines));
  const redisMaster = await waitFor("a master of Redis", healMs, findRedisMaster);
  const began = performance.now();
  await load.begin();
  const overlapsBefore = fence.overlaps();
  await pause(calmSeconds * 1000);
  const from = performance.now();
  const end = await fault.make({ machines, leader, redisMaster });
  await pause(fault.seconds * 1000);
  await end();
  const ended = performance.now();
  await waitFor(`all to be well after: ${fault.name}`, healMs, async () => {
    const { written, searched } = load.events();
    const isAnswered = [written, searched].every((times) => times.some((time) => time > ended));
    return isAnswered ? await findHealthyLeader(machines) : undefined;
  });
  const healed = (performance.now() - ended) / 1000;
  await pause(calmSeconds * 1000);
  const to = performance.now();
  await load.settle();
  const names = [...load.takeNames(), ...fence.takeNames()];
  const { written, searched, streamGaps, failures, places } = load.events();
  const { "503": refused = 0, ...others } = Object.fromEntries(failures);
  const round: Round = {
    fault: fault.name,
    acknowledged: names.length,
    lost: 0,
    doubled: 0,
    wrongWallets: 0,
    wrong: [],
    overlaps: fence.overlaps() - overlapsBefore,
    writesBack: longestGap(written, from, to),
    readsBack: longestGap(searched, from, to),
    streamsBack: Math.max(0, ...streamGaps),
    refused,
    others,
    places: Object.fromEntries(places),
    healed,
    took: (performance.now() - began) / 1000,
  };
  return { round, names };
}

/** The results of earlier runs, to which this one adds its own. */
function readResults(): Round[] {
  const { results } = flags;
  return results !== undefined && existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : [];
}

function keepResults(rounds: readonly Round[]): void {
  if (flags.results !== undefined) writeFileSync(flags.results, `${JSON.stringify(rounds, null, 2)}\n`);
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

/** Plays the faults one after the other; what one of them did is compared while the next one begins. */
async function playAll(order: readonly Fault[], world: World, earlier: readonly Round[]): Promise<Round[]> {
  // since the process began
  const last = Number(flags.minutes) * 60_000;
  const books = openBooks(machines);
  const rounds: Round[] = [];
  let comparing = Promise.resolve();
  for (const [index, fault] of order.entries()) {
    if (performance.now() > last) break;
    say(`${index + 1} of ${order.length}: ${fault.name}`);
    const { round, names } = await playRound(fault, world).catch(async (error: unknown) => {
      say(`${error instanceof Error ? error.message : error}: ${JSON.stringify(await findMembers(machines))}`);
      throw error;
    });
    say(JSON.stringify(round));
    rounds.push(round);
    books.add(round, names);
    keepResults([...earlier, ...rounds]);
    await comparing;
    comparing = books.compare();
  }
  await comparing;
  await books.close();
  keepResults([...earlier, ...rounds]);
  return rounds;
}

async function main(): Promise<void> {
  requirePrograms();
  const names = flags.only.split(",").map((part) => part.trim());
  const chosen = faults.filter(({ name }) => names.some((part) => name.includes(part)));
  const earlier = readResults();
  const order = shuffle(chosen, Number(flags.rounds), flags.seed).slice(earlier.length);
  say(`seed ${flags.seed}: ${order.map(({ name }) => name).join("; ")}`);
  const { siteId, store } = await startEverything();
  const authors = await createMembers(siteId, 36, 1_000_000);
  const load = await startLoad(origin, authors, () => createMembers(siteId, 6, 0));
  const fence = startFence(machines);
  const rounds = await playAll(order, { load, fence }, earlier);
  await Promise.all([load.end(), fence.end()]);
  await store.close();
  for (const { fault, wrong } of rounds) if (wrong.length > 0) say(`${fault}: ${wrong.join(", ")}`);
  const table = drillTable([...earlier, ...rounds]);
  console.log(`\n${table}\n`);
  if (flags.write) writePage(table);
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
