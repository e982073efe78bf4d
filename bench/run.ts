// The benchmarks of bench/README.md in one run: prints tables and stores each part's results in bench/results.json.
// The servers inherit the memory limits of the product.
import "#server/process-memory.ts";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { parseArgs } from "node:util";
import { capacity } from "./capacity.ts";
import { usedByOthers } from "./cpu.ts";
import { openSite } from "./database.ts";
import { live } from "./live.ts";
import { connections } from "./load.ts";
import { memory } from "./memory.ts";
import { page } from "./page.ts";
import { photo } from "./photo.ts";
import { render } from "./render.ts";
import { type Goal, goalsTable, keepResults, type Part, readResults, usualSize } from "./report.ts";
import { cases, open, search } from "./search.ts";
import { send } from "./send.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    members: { type: "string", default: String(usualSize.members) },
    messages: { type: "string", default: String(usualSize.messages) },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    pages: { type: "string", default: "50000" },
    streams: { type: "string", default: "5000" },
    data: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const size = { members: Number(values.members), messages: Number(values.messages) };
const [rounds, seconds] = [Number(values.rounds), Math.min(10, Number(values.seconds))];
const how = { rounds, seconds, pages: Number(values.pages), streams: Number(values.streams) };
const chosen = values.only ? [values.only] : values.quick ? ["send", "search"] : undefined;
const isWanted = ([name]: readonly [string, unknown]) => chosen?.includes(name) ?? true;
/** Parts that need the filled site, and parts that start the product on data of its own. */
const siteParts = Object.entries({ send, search, cases, open, photo, live, capacity }).filter(isWanted);
const wholeParts = Object.entries({ memory, render, page }).filter(isWanted);
if (siteParts.length + wholeParts.length === 0) throw new Error(`there is no part ${values.only}`);

const machine = {
  cpu: cpus()[0]?.model ?? "",
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()}`,
  node: process.version,
  postgres: undefined as string | undefined,
};
const earlier = readResults(size);
const goals: Goal[] = [];

function note(name: string, { text, ...part }: Part, others?: number): void {
  goals.push(...part.goals);
  console.log(`\n${text}`);
  // at once: a later part may fail
  const result = { at: new Date(), machine, connections, rounds, seconds, others, ...part };
  if (!values.quick) console.log(`\nKept in ${keepResults(size, { [name]: result })}.`);
}

if (siteParts.length > 0) {
  await using running = new AsyncDisposableStack();
  const site = await openSite(running, size, values.data);
  machine.postgres = site.postgres;
  for (const [name, measure] of siteParts) {
    const [began, before] = [performance.now(), usedByOthers(site.meter)];
    const part = await measure(site, how);
    const used = (usedByOthers(site.meter) - before) / (performance.now() - began) / machine.cores;
    const others = Math.max(0, used);
    note(name, part, others);
    console.log(`\nOther programs used ${Math.round(others * 100)} % of the machine meanwhile.`);
  }
}
for (const [name, measure] of wholeParts) note(name, await measure(how));

if (goals.length > 0) console.log(`\n${goalsTable(goals, earlier)}`);
const { cpu, cores, node, postgres = "as bundled" } = machine;
console.log(`\n${size.members} members; ${cores} cores (${cpu}), PostgreSQL ${postgres}, ${node}`);
