/**
 * Makes each neighbour of the product slow, gone and strange, one after the other, while members write to each other,
 * and send gifts, likes and photos. Prints a table. Usage: npm run outages [-- redis store … | --write]. It takes three
 * minutes, and `redis-server`. --write puts the table of all of them into docs/operators/outages.md.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeMember } from "#demo/factories.ts";
import { migrate } from "#server/db/migrate.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/scratch-folder.ts";
import type { ProxyFault } from "#server/db/test-faulty-proxy.ts";
import { pgBouncerVersion, startPgBouncer } from "#server/db/test-pgbouncer.ts";
import { startPair } from "#server/db/test-replica.ts";
import { loadPlaces, seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { startTestS3 } from "#server/ports/files/test-s3.ts";
import { startTestMollie } from "#server/ports/payments/mollie/test-mollie.ts";
import { countLost, startLoad } from "./outage-load.ts";
import { type Neighbour, openNeighbours } from "./outage-neighbours.ts";
import { type Outage, outagePage, outageTable } from "./outage-report.ts";
import { startRedis } from "./redis.ts";

const outageMs = 4_000;
const patienceMs = 90_000;

const redis = await startRedis();
if (!redis) throw new Error("redis-server is not installed");
const [pair, store, mollie] = await Promise.all([startPair(), startTestS3(), startTestMollie()]);
await migrate(pair.url);
const { db, pool } = openPool(pair.url, 4, () => {});
await loadPlaces(db);
const [siteId = 0] = await seedDemoSites(db, systemClock.now());
const folder = createScratchFolder();
const bouncer = pgBouncerVersion();
const pooler = bouncer && (await startPgBouncer(folder, pair.url));
if (!pooler) console.log("pgbouncer is not installed: the product's statements go to PostgreSQL itself");
const neighbours = await openNeighbours({
  redisUrl: redis.url,
  store,
  mollie,
  pair,
  pooler,
});

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
    DATABASE_PREPARED: bouncer?.prepares === false ? "0" : "1",
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

async function measure(neighbour: Neighbour, manner: ProxyFault): Promise<Outage> {
  const load = await startLoad({ origin, authors: await Promise.all(Array.from({ length: 8 }, newMember)), newMember });
  const from = output.length;
  await neighbour.behave(manner);
  await wait(outageMs);
  await neighbour.behave("well");
  const well = await untilWell(neighbour, from);
  return { neighbour: neighbour.name, manner, ...(await load.end()), well };
}

const wanted = process.argv.slice(2).filter((argument) => argument !== "--write");
const writes = process.argv.includes("--write") && wanted.length === 0;
const chosen = neighbours.all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const rows: Outage[] = [];
for (const neighbour of chosen) for (const manner of neighbour.proxyFaults) rows.push(await measure(neighbour, manner));

/** Acknowledged acts that are missing or there twice. */
const lost = await countLost(db);
const shown = outageTable(rows, lost);
console.log(`\n${shown}`);
if (writes) writeFileSync(join(import.meta.dirname, "../docs/operators/outages.md"), outagePage(shown));

const ended = once(server, "exit");
server.kill("SIGTERM");
await ended;
await neighbours.close();
await pool.end();
await pooler?.stop();
await Promise.all([pair.close(), redis.stop(), store.close(), mollie.close()]);
rmSync(folder, { recursive: true, force: true });
process.exitCode = lost === 0 && rows.every(({ well }) => Number.isFinite(well)) ? 0 : 1;
