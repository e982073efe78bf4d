// The benchmarks of bench/README.md in one run: prints tables and stores each part's results in bench/results.json.
// The servers inherit the memory limits of the product.
import "#server/process-memory.ts";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { parseArgs } from "node:util";
import { capacity } from "./capacity.ts";
import { watchOthers } from "./cpu.ts";
import { openSite } from "./database.ts";
import { jobs } from "./jobs.ts";
import { live } from "./live.ts";
import { connections } from "./load.ts";
import { memory } from "./memory.ts";
import { page } from "./page.ts";
import { photo } from "./photo.ts";
import { quick } from "./quick.ts";
import { render } from "./render.ts";
import { goalsTable, type Part, say } from "./report.ts";
import { keepResults, usualMembers } from "./results.ts";
import { cases, open, search } from "./search.ts";
import { send } from "./send.ts";

/** Parts that need the filled site, and parts that make their own. */
const parts = { send, search, cases, open, photo, live, capacity };
const wholeParts = { quick, memory, jobs, render, page };

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    members: { type: "string", default: String(usualMembers) },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    pages: { type: "string", default: "50000" },
    streams: { type: "string", default: "5000" },
    data: { type: "string" },
  },
});
const members = Number(values.members);
const [rounds, seconds] = [Number(values.rounds), Math.min(10, Number(values.seconds))];
const how = { rounds, seconds, pages: Number(values.pages), streams: Number(values.streams) };
const only = values.quick ? "quick" : values.only;
const wanted = <T>(all: Record<string, T>) =>
  Object.entries(all).filter(([name]) => only === undefined || only === name);
if (wanted<unknown>({ ...parts, ...wholeParts }).length === 0) throw new Error(`there is no part ${only}`);

const measured: Record<string, Part & { others?: number }> = {};
let postgres: string | undefined;
if (wanted(parts).length > 0) {
  await using site = await openSite(members, values.data);
  postgres = site.postgres;
  for (const [name, measure] of wanted(parts)) {
    const watched = watchOthers(site.meter);
    const part = await measure(site, how);
    const others = watched();
    measured[name] = { ...part, others };
    say(`\n${part.text}\n\nOther programs used ${Math.round(others * 100)} % of the machine meanwhile.`);
  }
}
for (const [name, measure] of wanted(wholeParts)) {
  const part = await measure(how);
  measured[name] = part;
  say(`\n${part.text}`);
}

const goals = Object.values(measured).flatMap((part) => part.goals);
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
  `\n${members} members; ${machine.cores} cores (${machine.cpu}), PostgreSQL ${postgres ?? "as bundled"}, ${machine.node}`,
);
// a quick run compares with what is kept
if (!values.quick) {
  const at = new Date();
  const kept = Object.entries(measured).map(([name, { others, goals, sides, figures }]) => [
    name,
    { at, machine, connections, rounds, seconds, others, goals, sides, figures },
  ]);
  say(`Kept in ${keepResults(members, Object.fromEntries(kept))}.`);
}
