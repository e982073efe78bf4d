// The yardsticks of bench/README.md in one run: prints tables and keeps each part that ran in bench/results.json.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { watchOthers } from "./cpu.ts";
import { type BenchDatabase, openDatabase } from "./database.ts";
import { connections } from "./load.ts";
import { loginSides } from "./logins.ts";
import { photoSides } from "./photo.ts";
import { atLeast, atMost, type Goal, goalsTable, sidesTable } from "./report.ts";
import { type Measured, measureInTurn, median } from "./rounds.ts";
import { searchCases, searchSides } from "./search.ts";
import { countMessages, sendSides } from "./send.ts";
import { type BenchServers, startServers } from "./servers.ts";

type Part = { measured: Measured[]; goals: Goal[]; text: string };
type How = { rounds: number; seconds: number };

const rate = (side: Measured) => median(side.perSecond);
const p99 = (side: Measured) => median(side.p99);

function pick(sides: readonly Measured[], name: string): Measured {
  const found = sides.find((side) => side.name === name);
  if (!found) throw new Error(`no side ${name}`);
  return found;
}

async function send(database: BenchDatabase, servers: BenchServers, how: How): Promise<Part> {
  const { sides, acknowledged } = await sendSides(database, servers);
  const before = await countMessages(database);
  const measured = await measureInTurn(sides, { ...how, meter: database.meter });
  const after = await countMessages(database);
  const kept = after.messages - before.messages;
  if (kept !== acknowledged()) throw new Error(`${acknowledged()} messages acknowledged, ${kept} kept`);
  if (after.unproven > 0) throw new Error(`${after.unproven} balances are not the sum of their ledger`);
  const product = pick(measured, "product");
  const goals = [
    atLeast("send: rate ÷ 5 statements in SQL", rate(product) / rate(pick(measured, "SQL, 5 statements")), 0.5),
    atMost("send: p99 ÷ bare HTTP's", p99(product) / p99(pick(measured, "bare HTTP, 5 statements")), 2.5),
  ];
  const proof = `${kept} messages acknowledged and kept; every balance is the sum of its ledger.`;
  return { measured, goals, text: `${sidesTable("send", measured, product)}\n\n${proof}` };
}

async function search(database: BenchDatabase, servers: BenchServers, how: How): Promise<Part> {
  const sides = await searchSides(database, servers);
  const measured = await measureInTurn(sides, { ...how, meter: database.meter });
  const product = pick(measured, "product");
  const bare = pick(measured, "bare HTTP, cards and total");
  const goals = [atLeast("narrow search: rate ÷ bare HTTP's", rate(product) / rate(bare), 0.5)];
  return { measured, goals, text: sidesTable("narrow search", measured, product) };
}

async function cases(database: BenchDatabase, servers: BenchServers, { rounds, seconds }: How): Promise<Part> {
  const sides = await searchCases(database, servers);
  const measured = await measureInTurn(sides, { rounds, seconds: seconds / 2, meter: database.meter });
  const slowest = measured.reduce((worst, one) => (p99(one) > p99(worst) ? one : worst));
  const goals = [atMost(`any search: p99 in ms (${slowest.name})`, p99(slowest), 50)];
  return { measured, goals, text: sidesTable("search by the product", measured) };
}

async function logins(database: BenchDatabase, servers: BenchServers, how: How): Promise<Part> {
  const measured = await measureInTurn(await loginSides(database, servers), { ...how, meter: database.meter });
  const [alone, beside] = measured;
  if (!alone || !beside) throw new Error("no sides");
  const goals = [atMost("a call beside 20 logins: p50 ÷ alone", median(beside.p50) / median(alone.p50), 2)];
  return { measured, goals, text: sidesTable("logins", measured) };
}

/** Uploads are what fills the machine, so their effect is measured in its own turn. */
async function photo(database: BenchDatabase, servers: BenchServers, how: How): Promise<Part> {
  const measured = await measureInTurn(await photoSides(database, servers), { ...how, meter: database.meter });
  const [upload, alone, beside] = measured;
  if (!upload || !alone || !beside) throw new Error("no sides");
  const goals = [
    atMost("a 12-megapixel photo: CPU ms of the server", upload.cpu.server, 1000),
    atMost("a call beside two uploads: p99 ÷ alone", p99(beside) / p99(alone), 1.5),
  ];
  return { measured, goals, text: sidesTable("photo", measured) };
}

const parts = { send, search, cases, logins, photo };

const usual = 200_000;
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    members: { type: "string", default: String(usual) },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    data: { type: "string" },
  },
});
const members = Number(values.members);
const how = { rounds: Number(values.rounds), seconds: Math.min(10, Number(values.seconds)) };
const say = (line: string) => process.stdout.write(`${line}\n`);

const done: Record<string, Part & { others: number }> = {};
const database = await openDatabase(members, values.data, say);
try {
  const servers = await startServers({ databaseUrl: database.url, folder: database.folder });
  try {
    for (const [name, measurePart] of Object.entries(parts)) {
      if (values.only !== undefined && values.only !== name) continue;
      const others = watchOthers(database.meter);
      const part = await measurePart(database, servers, how);
      done[name] = { ...part, others: others() };
      say(`\n${part.text}`);
      say(`\nOther programs used ${Math.round(done[name].others * 100)} % of the machine meanwhile.`);
    }
  } finally {
    await servers.stop();
  }
} finally {
  await database.close();
}

const goals = Object.values(done).flatMap((part) => part.goals);
const machine = {
  cpu: cpus()[0]?.model ?? "",
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()}`,
  node: process.version,
  postgres: database.postgres,
};
say(`\n${goalsTable(goals)}`);
say(`\n${members} members; ${machine.cores} cores (${machine.cpu}), PostgreSQL ${machine.postgres}, ${machine.node}`);
const file = join(import.meta.dirname, members === usual ? "results.json" : `results-${members}.json`);
const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const at = new Date();
const measured = Object.entries(done).map(([name, { others, measured: sides, goals }]) => [
  name,
  { at, machine, connections, ...how, others, goals, sides },
]);
const rounded = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
const lines = JSON.stringify({ ...kept, members, ...Object.fromEntries(measured) }, rounded, 2);
// lists of numbers on a line of their own, as Biome has them
const text = lines.replace(/\[\s+([\d.,\s]+?)\s+\]/g, (_, list: string) => `[${list.replace(/\s+/g, " ")}]`);
writeFileSync(file, `${text}\n`);
say(`Kept in ${file}.`);
