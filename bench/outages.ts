/**
 * Makes each neighbour of the product slow, gone and strange, one after the other, while members write to each other.
 * Prints a table. Usage: npm run outages [-- redis store …]; it takes about five minutes, and `redis-server`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeMember } from "#demo/factories.ts";
import { systemClock } from "#server/clock.ts";
import { migrate } from "#server/db/migrate.ts";
import { openPool } from "#server/db/pool.ts";
import { scratchFolder } from "#server/db/scratch-folder.ts";
import { startPair } from "#server/db/test-replica.ts";
import { loadPlaces } from "#server/features/places/index.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { startTestS3 } from "#server/ports/files/test-s3.ts";
import { startTestMollie } from "#server/ports/payments/mollie/test-mollie.ts";
import { systemRandom } from "#server/random.ts";
import { countLost, startChat } from "./outage-chat.ts";
import { type Neighbour, openNeighbours } from "./outage-neighbours.ts";
import { startRedis } from "./redis.ts";
import { type Manner, manners } from "./rude-way.ts";

const outageMs = 4_000;
const patienceMs = 90_000;

const redis = await startRedis();
if (!redis) throw new Error("redis-server is not installed");
const [pair, store, mollie] = await Promise.all([startPair(), startTestS3(), startTestMollie()]);
await migrate(pair.url);
const { db, pool } = openPool(pair.url, 4, () => {});
await loadPlaces(db);
const [siteId = 0] = await seedDemoSites(db, systemClock.now());
const neighbours = await openNeighbours({
  redisUrl: redis.url,
  store,
  mollie,
  databaseUrl: pair.url,
  replicaUrl: pair.replicaUrl,
});
const folder = scratchFolder();

const server = spawn(process.execPath, ["server/main.ts"], {
  cwd: join(import.meta.dirname, ".."),
  stdio: ["ignore", "pipe", "pipe"],
  env: {
    PATH: process.env.PATH,
    PORT: "0",
    DEMO: "0",
    TRUST_PROXY: "1",
    LOG_LEVEL: "info",
    DATA_DIR: folder,
    DATABASE_URL: pair.url,
    ...neighbours.env,
  },
});
let output = "";
for (const stream of [server.stdout, server.stderr]) {
  stream.on("data", (data) => {
    output += String(data);
  });
}
const until = async (text: string, from = 0) => {
  for (const end = Date.now() + patienceMs; !output.slice(from).includes(text); await wait(50)) {
    if (Date.now() > end || server.exitCode !== null) throw new Error(`never said: ${text}\n${output.slice(-2_000)}`);
  }
};
await until("Rendezvous is ready");
const origin = /Rendezvous is ready: (\S+)/.exec(output)?.[1] ?? "";
const given = { db, clock: systemClock, random: systemRandom };
const newMember = () => makeMember(given, { siteId, credits: 5_000, premium: true });

type Row = { neighbour: string; manner: Manner; sent: number; failed: number; slowest: number; well: number };

/** Seconds until the neighbour's own service works again for members; infinite if it does not in time. */
async function untilWell(neighbour: Neighbour, from: number): Promise<number> {
  const began = performance.now();
  const context = { origin, db, siteId, newMember, output: () => output.slice(from) };
  while (performance.now() - began < patienceMs) {
    if (await neighbour.works(context).catch(() => false)) return (performance.now() - began) / 1000;
    await wait(100);
  }
  return Number.POSITIVE_INFINITY;
}

async function measure(neighbour: Neighbour, manner: Manner): Promise<Row> {
  const chat = await startChat({ origin, authors: await Promise.all(Array.from({ length: 8 }, newMember)), newMember });
  const from = output.length;
  neighbour.behave(manner);
  await wait(outageMs);
  neighbour.behave("well");
  const well = await untilWell(neighbour, from);
  const { sent, failed, slowest } = await chat.end();
  return { neighbour: neighbour.name, manner, sent, failed, slowest, well };
}

const wanted = process.argv.slice(2);
const chosen = neighbours.all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const rows: Row[] = [];
for (const neighbour of chosen) for (const manner of manners) rows.push(await measure(neighbour, manner));

/** Acknowledged messages that are missing or there twice. */
const lost = await countLost(db);
const pad = (value: string | number, width: number) => String(value).padStart(width);
console.log(`\n${"neighbour".padEnd(10)}${"is".padEnd(10)}  sent  failed  slowest ms  well again after s`);
for (const { neighbour, manner, sent, failed, slowest, well } of rows) {
  const figures = `${pad(sent, 6)}${pad(failed, 8)}${pad(Math.round(slowest), 12)}${pad(well.toFixed(1), 20)}`;
  console.log(`${neighbour.padEnd(10)}${manner.padEnd(10)}${figures}`);
}
console.log(`\nMessages that were acknowledged and are missing or doubled: ${lost}`);

const ended = once(server, "exit");
server.kill("SIGTERM");
await ended;
await neighbours.close();
await pool.end();
await Promise.all([pair.close(), redis.stop(), store.close(), mollie.close()]);
rmSync(folder, { recursive: true, force: true });
process.exitCode = lost === 0 && rows.every(({ well }) => Number.isFinite(well)) ? 0 : 1;
