/**
 * Plays what several installations promise, on this machine alone: two of them, each with a database of its own and
 * many sites, under a mixed load on every site. One is killed, and started again; then a site moves to the other one.
 * Needs no root, and built pages (`node scripts/prepare.mjs`, or one `npm start`).
 * Usage: npm run drill -- move [--sites 15] [--messages 20000] [--every 3] [--calm 20] [--kill 20] [--port 8090]
 *   [--pictures folder]
 *
 * --sites: of each installation. --messages: of the site that moves; a million: --messages 1000000. --every: seconds
 * between two acts of a site's members; of the one that moves, half a second. --calm, --kill: seconds without a fault,
 * and without one installation.
 * --port: of the proxy in front, which listens at an address of the loopback for each site. --pictures: a folder for
 * pictures of what a member with a phone sees while her site moves.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { vapidKeysIn } from "#server/crypto/vapid.ts";
import { numberFrom } from "#server/db/copy-site.ts";
import { type EmbeddedDatabase, startEmbedded } from "#server/db/embedded.ts";
import { type DbPool, openPool } from "#server/db/pool.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { effects, wrongWallets } from "./books.ts";
import { waitFor } from "./faults.ts";
import { fillChats } from "./fill-chats.ts";
import { type Author, createAuthors, type Load, longestGap, startLoad } from "./load.ts";
import { launchBrowser, openMovingBrowser } from "./move-browser.ts";
import { type MovePart, moveTable } from "./move-table.ts";

const { values: flags } = parseArgs({
  args: process.argv.slice(3),
  options: {
    sites: { type: "string", default: "15" },
    messages: { type: "string", default: "20000" },
    every: { type: "string", default: "3" },
    calm: { type: "string", default: "20" },
    kill: { type: "string", default: "20" },
    port: { type: "string", default: "8090" },
    pictures: { type: "string" },
  },
});

const root = join(import.meta.dirname, "..");
const frontPort = Number(flags.port);
const startMs = 600_000;
const jobsMs = 180_000;
/** Longer than a process caches which sites there are. */
const untilSeenMs = 6_000;
/** Numbers of sites that the first installation has not. */
const otherNumbers = 1000;
/** Between two acts of the site that moves, so that the times without an answer are its own, and not the pauses. */
const closeLookMs = 500;
/** A load's members answer each other by fours. */
const authorsOfSite = 4;

const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
const folder = mkdtempSync(join(tmpdir(), "drill-move-"));
// PostgreSQL's user may enter, so that its files are in here too, and end with it
chmodSync(folder, 0o711);

/** An installation: its database is a process of this drill, and the product another one. */
type Cell = {
  name: string;
  /** It listens there, on the port of the proxy in front, which its providers' webhooks go to. */
  address: string;
  data: string;
  database: EmbeddedDatabase;
  db: DbPool;
  pool: { end(): Promise<void> };
  product: ChildProcess | undefined;
};
type Site = { id: number; key: string; host: string; cell: Cell };
type Played = { site: Site; load: Load; names: string[] };

const cells: Cell[] = [];
const toEnd: (() => unknown)[] = [];
/** Everything is being ended: nothing may be started any more. */
let ending: Promise<void> | undefined;

const vapid = vapidKeysIn(folder);
const environmentOf = ({ data, address, database }: Pick<Cell, "data" | "address" | "database">) => ({
  NODE_ENV: "development",
  DEMO: "0",
  HOST: address,
  PORT: flags.port,
  LOG_LEVEL: "error",
  SECRET: "a secret of the drill only, which is long enough",
  VAPID_PUBLIC_KEY: vapid.publicKey,
  VAPID_PRIVATE_KEY: vapid.privateKey,
  VAPID_SUBJECT: vapid.subject,
  DATA_DIR: data,
  DATABASE_URL: database.url,
});

async function openDatabase(data: string) {
  const database = await startEmbedded(join(data, "database"));
  return { database, ...openPool(database.url, 3, () => {}) };
}

/** Starts the product, and waits until it serves. */
async function startProduct(cell: Cell): Promise<void> {
  if (ending) throw new Error("interrupted");
  const env = { PATH: process.env.PATH, ...environmentOf(cell) };
  cell.product = spawn(process.execPath, ["server/main.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await waitFor(`installation ${cell.name}`, startMs, async () => {
    const answer = await fetch(`http://${cell.address}:${frontPort}/readyz`, { signal: AbortSignal.timeout(3_000) });
    return answer.ok ? true : undefined;
  });
}

async function createCell(name: string, address: string): Promise<Cell> {
  const data = join(folder, name);
  mkdirSync(data, { recursive: true });
  const cell: Cell = { name, address, data, ...(await openDatabase(data)), product: undefined };
  cells.push(cell);
  await startProduct(cell);
  return cell;
}

/** The product's process is killed and its database stopped, so that nothing of the installation answers. */
async function kill(cell: Cell): Promise<void> {
  cell.product?.kill("SIGKILL");
  await cell.pool.end();
  await cell.database.stop();
}

async function startAgain(cell: Cell): Promise<void> {
  Object.assign(cell, await openDatabase(cell.data));
  await startProduct(cell);
}

/** A site as the demo's first one, with a company of its own, so that it can move. */
async function createSite({ db }: Cell, like: number, key: string, host: string): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      with company as (
        insert into companies (name, address1, city, country, kvk, tradenames, vat_numbers, creditor_id, support_phone, added)
        select name, address1, city, country, ${key}, tradenames, vat_numbers, creditor_id, support_phone, added
        from companies join sites on company_id = companies.id where sites.id = ${like} returning id)
      insert into sites (key, company_id, demo, created_at) select ${key}, id, true, now() from company returning id`.execute(
      trx,
    );
    const id = rows[0]?.id ?? 0;
    await sql`insert into site_hosts (host, site_id) values (${host}, ${id})`.execute(trx);
    const { rows: columns } = await sql<{ table: string; names: string[] }>`
      select table_name as "table", array_agg(column_name::text) as names from information_schema.columns
      where table_schema = 'public' and table_name in ('site_settings', 'bundles')
        and column_name not in ('id', 'site_id') group by 1`.execute(trx);
    for (const { table, names } of columns) {
      const chosen = sql.join(names.map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (site_id, ${chosen})
        select ${id}::smallint, ${chosen} from ${sql.table(table)} where site_id = ${like}`.execute(trx);
    }
    await sql`update site_settings set value = to_jsonb(${host}::text) where site_id = ${id} and key = 'domain'`.execute(
      trx,
    );
    return id;
  });
}

const createMembers = ({ cell, id }: Site, count: number, credits: number): Promise<Author[]> =>
  createAuthors(cell.db, id, count, credits);

/** Headers of a connection, which a proxy does not pass on (RFC 9110, 7.6.1). */
const ofConnection = new Set(["connection", "keep-alive", "transfer-encoding"]);
const passedOn = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));

/**
 * The proxy in front: each site's host is an address of the loopback, and each request leads to the installation that
 * has the site then. An installation that does not answer costs the browser its connection.
 */
async function openHost(site: Site): Promise<void> {
  const server = createServer((asked, answer) => {
    const { method, url: path } = asked;
    const options = {
      host: site.cell.address,
      port: frontPort,
      method,
      path,
      headers: passedOn(asked.headers),
      agent: false,
    };
    const passed = request(options, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, passedOn(answered.headers));
      answer.flushHeaders();
      pipeline(answered, answer, (error) => error && passed.destroy());
    });
    passed.on("error", () => answer.destroy());
    pipeline(asked, passed, (error) => error && answer.destroy());
    answer.on("close", () => passed.destroy());
  });
  await new Promise<void>((resolve) => server.listen(frontPort, site.host, resolve));
  toEnd.push(() => server.close());
}

/** Makes the sites of an installation, and lets members act on each. */
async function play(cell: Cell, number: number): Promise<Played[]> {
  const played: Played[] = [];
  const [like = 0] = await seedDemoSites(cell.db, systemClock.now());
  for (let each = 1; each <= Number(flags.sites); each += 1) {
    const host = `127.0.${number}.${each}`;
    const key = `${cell.name}-${each}`;
    const site: Site = { id: await createSite(cell, like, key, host), key, host, cell };
    await openHost(site);
    const authors = await createMembers(site, authorsOfSite, 1_000_000);
    const moves = number === 1 && each === 1;
    if (moves) {
      say(`${key} gets ${flags.messages} messages`);
      await fillChats(cell.db, { siteId: site.id, member: authors[0] ?? { id: "" }, messages: Number(flags.messages) });
    }
    const newTargets = () => createMembers(site, authorsOfSite, 0);
    const everyMs = moves ? closeLookMs : Number(flags.every) * 1000;
    const load = await startLoad(`http://${host}:${frontPort}`, authors, newTargets, everyMs);
    played.push({ site, load, names: [] });
  }
  return played;
}

/** What members noticed on some sites while something happened: the worst site's times, and the sum of the answers. */
function note(
  what: string,
  who: string,
  played: readonly Played[],
  { from, to }: { from: number; to: number },
): MovePart {
  const failures = new Map<string, number>();
  let acknowledged = 0;
  const [writes, reads]: [number[], number[]] = [[], []];
  for (const each of played) {
    const { written, searched, failures: own } = each.load.events();
    const names = each.load.takeNames();
    each.names.push(...names);
    acknowledged += names.length;
    writes.push(longestGap(written, from, to));
    reads.push(longestGap(searched, from, to));
    for (const [name, count] of own) failures.set(name, (failures.get(name) ?? 0) + count);
  }
  const { "503": refused = 0, ...others } = Object.fromEntries(failures);
  const seconds = (to - from) / 1000;
  return { what, who, seconds, acknowledged, writes: Math.max(...writes), reads: Math.max(...reads), refused, others };
}

const beginAll = async (played: readonly Played[]) => {
  for (const { load } of played) await load.begin();
};
/** Runs something while all members act; the span in which it ran. */
async function during(run: () => Promise<unknown>): Promise<{ from: number; to: number }> {
  const from = performance.now();
  await run();
  return { from, to: performance.now() };
}

/**
 * Moves a site by the command, and leads its host to the other installation as soon as the command says so. `closing`
 * runs from the end of the first copy on, `opened` once the host leads there.
 */
async function move(site: Site, to: Cell, closing: () => Promise<void>, opened: () => Promise<void>): Promise<void> {
  const file = join(folder, `${to.name}.env`);
  const lines = Object.entries(environmentOf(to)).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  const env = { PATH: process.env.PATH, ...environmentOf(site.cell) };
  const args = ["scripts/site.ts", "move", site.key, "--to", file];
  const command = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  toEnd.push(() => command.kill("SIGKILL"));
  command.stdout.on("data", (text) => {
    for (const line of String(text).split("\n"))
      if (/^(?:The first|Equal|Nothing|.* answers 503)/.test(line)) say(line);
  });
  const { promise: led, resolve, reject } = Promise.withResolvers<void>();
  let closed: Promise<void> = Promise.resolve();
  command.stdout.on("data", (text) => {
    if (String(text).includes("The first copy took")) {
      closed = closing();
      closed.catch(reject);
    }
    if (String(text).includes("Lead these hosts there")) resolve();
  });
  command.once("close", (code) => reject(new Error(`the move ended with ${code}`)));
  await led;
  site.cell = to;
  await closed;
  await opened();
  if (command.exitCode === null) await new Promise<void>((resolveEnd) => command.once("close", () => resolveEnd()));
  if (command.exitCode !== 0) throw new Error(`the move ended with ${command.exitCode}`);
}

/** Compares what was acknowledged on each site with what the installation has that has the site now. */
async function compare(played: readonly Played[]) {
  let [lost, doubled, wallets] = [0, 0, 0];
  for (const cell of cells) {
    const { rows } = await sql<{ name: string; count: number }>`${sql.raw(effects)}`.execute(cell.db);
    const counts = new Map(rows.map(({ name, count }) => [name, count]));
    const names = played.filter(({ site }) => site.cell === cell).flatMap((each) => each.names);
    lost += names.filter((name) => !counts.has(name)).length;
    doubled += names.filter((name) => (counts.get(name) ?? 0) > 1).length;
    const { rows: wrong } = await sql<{ name: string }>`${sql.raw(wrongWallets)}`.execute(cell.db);
    wallets += wrong.length;
  }
  return { lost, doubled, wallets };
}

async function main(): Promise<void> {
  const [one, two] = [await createCell("one", "127.0.0.11"), await createCell("two", "127.0.0.12")];
  await numberFrom(two.db, otherNumbers);
  const here = await play(one, 1);
  const there = await play(two, 2);
  const all = [...here, ...there];
  const [moving, ...rest] = here;
  if (!moving) throw new Error("--sites has to be 1 at least");
  const [she, he] = await createMembers(moving.site, 2, 100);
  if (!she || !he) throw new Error("no members");
  say(`two installations with ${flags.sites} sites each`);
  await pause(untilSeenMs);
  const parts: MovePart[] = [];
  const add = (part: MovePart) => {
    say(JSON.stringify(part));
    parts.push(part);
  };

  await beginAll(all);
  const calm = await during(() => pause(Number(flags.calm) * 1000));
  add(note("calm", "all sites", all, calm));

  await beginAll(all);
  const killed = await during(async () => {
    await kill(two);
    await pause(Number(flags.kill) * 1000);
  });
  add(note("installation two killed", "sites of one", here, killed));
  const back = await during(() => startAgain(two));
  await pause(5_000);
  add(
    note("installation two killed, and started again", "sites of two", there, {
      from: killed.from,
      to: back.to + 5_000,
    }),
  );

  await beginAll(all);
  const chromium = await launchBrowser();
  toEnd.push(() => chromium.close());
  const origin = `http://${moving.site.host}:${frontPort}`;
  const browser = await openMovingBrowser(chromium, origin, [she, he], flags.pictures);
  const began = performance.now();
  const moved = await during(async () => {
    await move(moving.site, two, browser.meetClosed, async () => {
      const { part, names } = await browser.goOn(began);
      parts.push(part);
      moving.names.push(...names);
    });
    await pause(10_000);
  });
  add(note("a site moves", "its own members", [moving], moved));
  if (rest.length > 0) add(note("a site moves", "other sites of one", rest, moved));
  add(note("a site moves", "sites of two", there, moved));

  for (const { load } of all) await load.settle();
  for (const each of all) each.names.push(...each.load.takeNames());
  await Promise.all(all.map(({ load }) => load.end()));
  // credits of a purchase come by a job
  await waitFor("the jobs of all purchases", jobsMs, async () =>
    (await compare(all)).lost === 0 ? true : undefined,
  ).catch(() => {});
  const wrong = await compare(all);
  const total = all.reduce((sum, { names }) => sum + names.length, 0);
  console.log(`\n${moveTable(parts)}\n`);
  console.log(`acknowledged ${total}, lost ${wrong.lost}, doubled ${wrong.doubled}, wrong wallets ${wrong.wallets}`);
  process.exitCode = wrong.lost + wrong.doubled + wrong.wallets === 0 ? 0 : 1;
}

async function cleanUp(): Promise<void> {
  for (const { product } of cells) product?.kill("SIGKILL");
  await Promise.allSettled(toEnd.map(async (end) => await end()));
  // a statement that runs would keep a pool from its end
  for (const { database } of cells) await database.stop().catch(() => {});
  for (const { pool } of cells) await pool.end().catch(() => {});
  rmSync(folder, { recursive: true, force: true });
}
const endAll = () => {
  ending ??= cleanUp();
  return ending;
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void endAll().finally(() => process.exit(130)));
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await endAll();
}
// a connection of the drill that still waits must not keep it running
process.exit();
