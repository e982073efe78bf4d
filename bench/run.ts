// The benchmarks of bench/README.md in one run: prints tables and stores each part's results in bench/results.json.
// The servers inherit the memory limits of the product.
import "#server/process-memory.ts";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureCapacity } from "./capacity.ts";
import { watchOthers } from "./cpu.ts";
import { type BenchDatabase, openDatabase } from "./database.ts";
import { massMails, measureJobs, webhooks } from "./jobs.ts";
import { bareLiveSide, deliverySide, type Live, measureLive, messageSide } from "./live.ts";
import { connections } from "./load.ts";
import { measureMemory } from "./memory.ts";
import { measureOpenLoad, type OpenLoad, openRate } from "./open.ts";
import { measurePages, type PageFigures } from "./page.ts";
import { pageGoals } from "./page-budgets.ts";
import { preparePairs } from "./pairs.ts";
import { photoSides } from "./photo.ts";
import { type BenchServers, freePort, startProgram, startServer, startServers } from "./programs.ts";
import { measureQuick, quickTable } from "./quick.ts";
import { measurePageCosts } from "./render.ts";
import {
  atLeast,
  atMost,
  cpuColumn,
  digits,
  figuresTable,
  type Goal,
  goalsTable,
  type Part,
  sidesTable,
} from "./report.ts";
import { type Measured, measureInTurn, median } from "./rounds.ts";
import { searchCases, searchMixes, searchSides } from "./search.ts";
import { countMessages, sendSides } from "./send.ts";

type RunLength = { rounds: number; seconds: number };

const rate = (side: Measured) => median(side.perSecond);
const p99 = (side: Measured) => median(side.p99);

function pick(sides: readonly Measured[], name: string): Measured {
  const found = sides.find((side) => side.name === name);
  if (!found) throw new Error(`the part did not measure ${name}`);
  return found;
}

async function send(database: BenchDatabase, servers: BenchServers, how: RunLength): Promise<Part> {
  const { sides, acknowledged } = await sendSides(database, servers);
  const before = await countMessages(database);
  const measured = await measureInTurn(sides, { ...how, meter: database.meter });
  const after = await countMessages(database);
  const stored = after.messages - before.messages;
  if (stored !== acknowledged()) throw new Error(`${acknowledged()} messages acknowledged, ${stored} stored`);
  if (after.unbalanced > 0) throw new Error(`${after.unbalanced} balances are not the sum of their ledger`);
  const product = pick(measured, "product");
  const goals = [
    atLeast(
      "send: rate ÷ 5 statements in SQL",
      rate(product) / rate(pick(measured, "SQL, 5 statements")),
      members > usual ? 0.6 : 0.65,
    ),
    atMost("send: p99 ÷ bare HTTP's", p99(product) / p99(pick(measured, "bare HTTP, 5 statements")), 2),
  ];
  const proof = `${stored} messages acknowledged and stored; every balance is the sum of its ledger.`;
  return { measured, goals, text: `${sidesTable("send", measured, product)}\n\n${proof}` };
}

async function search(database: BenchDatabase, servers: BenchServers, how: RunLength): Promise<Part> {
  const sides = await searchSides(database, servers);
  const measured = await measureInTurn(sides, { ...how, meter: database.meter });
  const product = pick(measured, "product");
  const bare = pick(measured, "bare HTTP, cards and total");
  const goals = [
    atLeast("narrow search: rate ÷ bare HTTP's", rate(product) / rate(bare), 0.6),
    atMost("narrow search: CPU of the database ÷ bare HTTP's", product.cpu.database / bare.cpu.database, 1.3),
    atMost("narrow search: CPU ms of the server", product.cpu.server, 0.7),
  ];
  return { measured, goals, text: sidesTable("narrow search", measured, product) };
}

async function cases(database: BenchDatabase, servers: BenchServers, { rounds, seconds }: RunLength): Promise<Part> {
  const sides = await searchCases(database, servers);
  const measured = await measureInTurn(sides, { rounds, seconds: seconds / 2, meter: database.meter });
  return { measured, goals: [], text: sidesTable("search by the product", measured) };
}

type OpenFigures = Record<"usual" | "adversarial", OpenLoad>;
const cpuOf = ({ cpu }: OpenLoad) => cpu.database + cpu.server;

/** Goals for a million members compared with 200,000, if an earlier run stored the figures of the other size. */
function growthGoals(figures: OpenFigures): Goal[] {
  const otherFile = resultsFile(members === usual ? 1_000_000 : usual);
  const other: { open?: { figures?: OpenFigures } } = existsSync(otherFile)
    ? JSON.parse(readFileSync(otherFile, "utf8"))
    : {};
  const otherFigures = other.open?.figures;
  if (otherFigures === undefined) return [];
  const [small, large] = members === usual ? [figures, otherFigures] : [otherFigures, figures];
  return (["usual", "adversarial"] as const).map((mix) =>
    atMost(`open load, ${mix}: CPU of the larger site ÷ the smaller's`, cpuOf(large[mix]) / cpuOf(small[mix]), 1.6),
  );
}

/** The open load takes twenty times as long as one run of a side: a p99 needs thousands of answers. */
async function open(database: BenchDatabase, servers: BenchServers, { seconds }: RunLength): Promise<Part> {
  const mixes = await searchMixes(database, servers);
  const options = { seconds: seconds * 20, meter: database.meter };
  const figures = {
    usual: await measureOpenLoad(servers.product, { ...options, next: mixes.usual }),
    adversarial: await measureOpenLoad(servers.product, { ...options, next: mixes.adversarial }),
  };
  const goals = [
    atMost("open load, usual: p50 in ms", figures.usual.p50, 8),
    atMost("open load, usual: p95 in ms", figures.usual.p95, 25),
    atMost("open load, usual: p99 in ms", figures.usual.p99, 50),
    atMost("open load, adversarial: p95 in ms", figures.adversarial.p95, members > usual ? 50 : 30),
    atMost("open load, adversarial: p99 in ms", figures.adversarial.p99, members > usual ? 100 : 80),
    ...growthGoals(figures),
  ];
  const text = figuresTable(`search, ${openRate} a second at random`, figures, {
    answers: ({ answers }) => String(answers),
    "p50 ms": ({ p50 }) => digits(p50),
    "p95 ms": ({ p95 }) => digits(p95),
    "p99 ms": ({ p99 }) => digits(p99),
    ...cpuColumn,
  });
  return { figures, goals, text };
}

/** Uploads keep the machine busy, so they are measured in a part of their own. */
async function photo(database: BenchDatabase, servers: BenchServers, how: RunLength): Promise<Part> {
  const measured = await measureInTurn(await photoSides(database, servers), { ...how, meter: database.meter });
  const [upload, alone, beside] = measured;
  if (!upload || !alone || !beside) throw new Error("no sides");
  const goals = [
    atMost("a 12-megapixel photo: CPU ms of the server", upload.cpu.server, 1000),
    atMost("a call beside two uploads: p99 ÷ alone", p99(beside) / p99(alone), 1.5),
  ];
  return { measured, goals, text: sidesTable("photo", measured) };
}

/** A Redis that stores nothing; undefined if `redis-server` is not installed. */
async function startRedis() {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const redis = await startProgram("redis-server", args, /Ready to accept connections/).catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return redis && { url: `redis://127.0.0.1:${port}`, stop: redis.stop };
}

/**
 * Delivery and whole messages, in one process and through Redis from another, beside a bare stream. Through Redis only
 * if `redis-server` can be started here.
 */
async function live(database: BenchDatabase): Promise<Part> {
  const pairs = await preparePairs(database, Number(values.streams));
  const load = { rate: Number(values.rate), seconds: Number(values.seconds) * 5 };
  const figures: Record<string, Live> = {};
  /** Measures with servers of their own: the streams at the first, the senders at the last. */
  const measure = async (
    file: "bench/product.ts" | "bench/bare.ts",
    settings: object[],
    sides: Record<string, typeof deliverySide>,
  ) => {
    const servers = await Promise.all(settings.map((env) => startServer(file, database, { ...env })));
    const [streams, senders = streams] = servers;
    try {
      for (const [name, side] of Object.entries(sides)) {
        if (streams && senders) figures[name] = await measureLive(side({ streams, senders }), pairs, load);
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  };
  await measure("bench/bare.ts", [{}], { "bare stream": bareLiveSide });
  const local = { "delivery, one process": deliverySide, "paid message, one process": messageSide };
  await measure("bench/product.ts", [{}], local);
  const redis = await startRedis();
  if (redis) {
    const settings = { REDIS_URL: redis.url };
    const through = { "delivery, through Redis": deliverySide, "paid message, through Redis": messageSide };
    await measure("bench/product.ts", [settings, settings], through).finally(redis.stop);
  }
  const { "bare stream": bare, "delivery, one process": one, "delivery, through Redis": two } = figures;
  if (!bare || !one) throw new Error("no figures of live");
  const lost = Object.values(figures).reduce((sum, figure) => sum + figure.lost, 0);
  const goals = [
    atMost("live: delivery p99 ÷ bare stream's, one process", one.p99 / bare.p99, 5),
    ...(two ? [atMost("live: delivery p99 ÷ bare stream's, through Redis", two.p99 / bare.p99, 15)] : []),
    atMost("live: kB for a stream", one.kilobytes, 25),
    atMost("live: lost events", lost, 0),
  ];
  const text = figuresTable(`live, ${pairs.length} streams`, figures, {
    "a second": ({ perSecond }) => perSecond.toFixed(0),
    "p50 ms": ({ p50 }) => p50.toFixed(1),
    "p99 ms": ({ p99 }) => p99.toFixed(1),
    "kB a stream": ({ kilobytes }) => kilobytes.toFixed(0),
    lost: ({ lost }) => String(lost),
  });
  return { figures, goals, text: redis ? text : `${text}\n\nNo redis-server here: not measured through Redis.` };
}

async function capacity(database: BenchDatabase): Promise<Part> {
  const server = await startServer("bench/product.ts", database);
  const figures = await measureCapacity(database, server, say).finally(server.stop);
  const reached = `${figures.members} members${figures.most ? ", more were not tried" : ""}`;
  const text = `${reached}: ${figures.perSecond.toFixed(0)} calls a second, ${figures.mean.toFixed(1)} ms on average, p99 ${figures.p99.toFixed(0)} ms.`;
  return { figures, goals: [atLeast("capacity: members at once", figures.members, 2_150)], text };
}

/** The calls of `results.json`, to compare with. */
async function quick(): Promise<Part> {
  const figures = await measureQuick(say);
  const committed = JSON.parse(readFileSync(resultsFile(usual), "utf8")).quick?.figures ?? {};
  return { figures, goals: [], text: quickTable(figures, committed) };
}

async function memory(): Promise<Part> {
  const figures = await measureMemory(Number(values.pages), say);
  const goals = [
    atMost("memory: most MB", figures.most, 400),
    atMost("memory: growth over the last two fifths of the pages", figures.growth, 0.05),
  ];
  const [start, most, end] = [figures.start, figures.most, figures.end].map(Math.round);
  const text = `${figures.pages} pages, ${Math.round(figures.perSecond)} a second: ${start} MB at the start, ${most} at most, ${end} at the end.`;
  return { figures, goals, text };
}

async function jobs(): Promise<Part> {
  const figures = await measureJobs();
  const goals = [
    atLeast("jobs: mails a second with a backlog", figures.perSecond, 200),
    atMost(`jobs: seconds until an activation mail behind ${massMails} mass mails`, figures.mail, 5),
    atMost(`jobs: seconds until the last of ${webhooks} webhooks`, figures.webhook.last, 5),
    atMost(`jobs: seconds until a webhook behind ${webhooks} mass mails`, figures.webhook.behindMails, 2),
  ];
  return { figures, goals, text: `${massMails} mass mails waiting, then ${webhooks} webhooks.` };
}

async function render(): Promise<Part> {
  const figures = await measurePageCosts();
  const { shared, members, react } = figures;
  const goals = [
    atMost("render: CPU ms of a shared page, the dearest", Math.max(...Object.values(shared)), 0.3),
    atMost("render: CPU ms of the members page", members, 10),
    atMost("render: CPU of the members page ÷ React's own rendering", members / react, 2),
  ];
  const pages = { ...shared, "/members": members, "/members by React alone": react };
  return { figures, goals, text: figuresTable("page", pages, { "CPU ms": (ms) => ms.toFixed(2) }) };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
const pageColumns: Record<string, (page: PageFigures) => string> = {
  "CPU slower": ({ slower }) => slower.toFixed(1),
  "kB: scripts / styles / all": ({ scripts, styles, total }) => [scripts, styles, total].map(kilobytes).join(" / "),
  "LCP ms": ({ lcp }) => digits(lcp),
  CLS: ({ cls }) => cls.toFixed(3),
  "INP ms": ({ inp }) => digits(inp),
  Lighthouse: ({ lighthouse }) => (lighthouse ? Object.values(lighthouse).join(" / ") : "–"),
};

async function page(): Promise<Part> {
  const figures = await measurePages(how.rounds, screens, say);
  const text = figuresTable("first visit, slow 4G", figures, pageColumns);
  return { figures, goals: screens === undefined ? pageGoals(figures) : [], text };
}

/** Parts that need the filled site, and parts that make their own. */
const parts = { send, search, cases, open, photo, live, capacity };
const wholeParts = { quick, memory, jobs, render, page };

const usual = 200_000;
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    members: { type: "string", default: String(usual) },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    pages: { type: "string", default: "50000" },
    screens: { type: "string" },
    streams: { type: "string", default: "5000" },
    rate: { type: "string", default: "1000" },
    data: { type: "string" },
  },
});
const members = Number(values.members);
const how = { rounds: Number(values.rounds), seconds: Math.min(10, Number(values.seconds)) };
/** The pages to measure, as in `home,members`; undefined: all. */
const screens = values.screens?.split(",");
const say = (line: string) => process.stdout.write(`${line}\n`);

const only = values.quick ? "quick" : values.only;
const isWanted = (name: string) => only === undefined || only === name;
if (![...Object.keys(parts), ...Object.keys(wholeParts)].some(isWanted)) throw new Error(`there is no part ${only}`);
const resultsFile = (size: number) =>
  join(import.meta.dirname, size === usual ? "results.json" : `results-${size}.json`);

const measuredParts: Record<string, Part & { others?: number }> = {};

async function runParts(database: BenchDatabase): Promise<void> {
  const servers = await startServers(database);
  try {
    for (const [name, measurePart] of Object.entries(parts).filter(([name]) => isWanted(name))) {
      const others = watchOthers(database.meter);
      const part = await measurePart(database, servers, how);
      measuredParts[name] = { ...part, others: others() };
      say(`\n${part.text}`);
      say(`\nOther programs used ${Math.round((measuredParts[name].others ?? 0) * 100)} % of the machine meanwhile.`);
    }
  } finally {
    await servers.stop();
  }
}

let postgres: string | undefined;
if (Object.keys(parts).some(isWanted)) {
  const database = await openDatabase(members, values.data, say);
  postgres = database.postgres;
  try {
    await runParts(database);
  } finally {
    await database.stop();
  }
}
for (const [name, measurePart] of Object.entries(wholeParts).filter(([name]) => isWanted(name))) {
  measuredParts[name] = await measurePart();
  say(`\n${measuredParts[name].text}`);
}

const goals = Object.values(measuredParts).flatMap((part) => part.goals);
const machine = {
  cpu: cpus()[0]?.model ?? "",
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()}`,
  node: process.version,
  postgres,
};
if (goals.length > 0) say(`\n${goalsTable(goals)}`);
say(
  `\n${members} members; ${machine.cores} cores (${machine.cpu}), ${postgres ? `PostgreSQL ${postgres}, ` : ""}${machine.node}`,
);
// the budgets are those of the worst page of all, and a quick run compares with what is kept
if (screens !== undefined || values.quick) process.exit();
const file = resultsFile(members);
const earlier = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const at = new Date();
const measured = Object.entries(measuredParts).map(([name, { others, measured: sides, figures, goals }]) => [
  name,
  { at, machine, connections, ...how, others, goals, sides, figures },
]);
const rounded = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
const lines = JSON.stringify({ ...earlier, members, ...Object.fromEntries(measured) }, rounded, 2);
// lists of numbers on one line, as Biome formats them
const text = lines.replace(/\[\s+([\d.,\s]+?)\s+\]/g, (_, list: string) => `[${list.replace(/\s+/g, " ")}]`);
writeFileSync(file, `${text}\n`);
say(`Kept in ${file}.`);
