/** Writes docs/scaling.md from the figures of the last benchmark. Usage: npm run docs:scaling */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { table } from "./report.ts";

const cpu = z.object({ database: z.number(), server: z.number() });
const results = z.object({
  members: z.number(),
  send: z.object({ at: z.string(), sides: z.array(z.object({ name: z.string(), cpu })) }),
  open: z.object({ at: z.string(), figures: z.object({ usual: z.object({ cpu }) }) }),
  memory: z.object({
    at: z.string(),
    machine: z.object({ cores: z.number() }),
    figures: z.object({ perSecond: z.number(), most: z.number() }),
  }),
  live: z.object({ at: z.string(), figures: z.record(z.string(), z.object({ kilobytes: z.number() })) }),
});

/** What a member does on a day on which they are there. Assumed, not measured: replace it by your own numbers. */
const day = { pages: 8, searches: 12, messages: 30, others: 120, minutesOpen: 40 };
/** Share of a day's work in its busiest hour, and how busy a machine may be then. */
const [busiestHour, busy] = [0.12, 0.5];
/** A message of a line with its five indexes. Assumed, not measured. */
const messageBytes = 420;
const machine = { cores: 16, memoryGb: 64 };

const read = results.parse(JSON.parse(readFileSync(join(import.meta.dirname, "results.json"), "utf8")));
const send = read.send.sides.find(({ name }) => name === "product")?.cpu ?? { database: 0, server: 0 };
const search = read.open.figures.usual.cpu;
/** All cores were busy, also with the client: an upper bound. */
const page = (read.memory.machine.cores * 1000) / read.memory.figures.perSecond;
const stream = read.live.figures["delivery, through Redis"]?.kilobytes ?? 0;

const of = (part: "database" | "server") =>
  day.searches * search[part] + (day.messages + day.others) * send[part] + (part === "server" ? day.pages * page : 0);
const cost = { server: of("server"), database: of("database") };
/** Members of a day that so many cores carry in the busiest hour. */
const carried = (cores: number, ms: number) => (cores * 3_600_000 * busy) / (ms * busiestHour);
const number = (value: number) => Number(value.toPrecision(2)).toLocaleString("en");
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

const costs = table([
  ["an active member's day", "times", "CPU each: server", "database"],
  ["a page, rendered on the server", String(day.pages), `at most ${ms(page)}`, "within it"],
  ["a search", String(day.searches), ms(search.server), ms(search.database)],
  ["a message sent", String(day.messages), ms(send.server), ms(send.database)],
  ["another call, counted as a message", String(day.others), ms(send.server), ms(send.database)],
  ["all of it", "", ms(cost.server), ms(cost.database)],
]);
const perMachine = carried(machine.cores, cost.server);
const oneDatabase = carried(machine.cores * 4, cost.database);
const sizes = table([
  ["machines of 16 cores", "active members a day", "what runs there"],
  ["1", number(carried(machine.cores, cost.server + cost.database)), "all of it"],
  [
    "10",
    number(Math.min(8 * perMachine, oneDatabase)),
    "8 for web and workers; 2 larger ones, of 64 cores: PostgreSQL and its replica",
  ],
  [
    "50",
    number(Math.min(40 * perMachine, 4 * oneDatabase)),
    "40 for web and workers; 8 larger ones: 4 shards with a replica each",
  ],
]);
const rowsPerDay = (members: number) => members * day.messages;
const gigabytes = (members: number) => (rowsPerDay(members) * messageBytes) / 1e9;

writeFileSync(
  join(import.meta.dirname, "../docs/scaling.md"),
  `# Scaling
What a member costs, and what one, ten and fifty machines carry. \`npm run docs:scaling\` computes this page from
\`bench/results.json\`: ${read.members.toLocaleString("en")} members, measured between ${read.send.at.slice(0, 10)} and
${read.live.at.slice(0, 10)} on two cores that the client and the database shared. Nothing on this page was run on ten
machines: it is arithmetic, and the assumptions are named.

## What a member costs
The numbers of times are assumptions, at the top of \`bench/scaling.ts\`.

${costs}

- A page costs most, by far, and a visit that stays in the app loads few: members' screens load data, not pages.
- An open page costs ${stream.toFixed(0)} kB of memory for its stream. ${day.minutesOpen} minutes a day in a busiest hour of
  ${busiestHour * 100} % are ${number((100_000 * day.minutesOpen * busiestHour) / 60)} streams at once for 100,000 members.
- A process takes up to ${read.memory.figures.most.toFixed(0)} MB, and one core: a machine of ${machine.cores} cores runs
  ${machine.cores} of them, in ${Math.ceil((machine.cores * read.memory.figures.most) / 1024)} GB.

## What machines carry
In the busiest hour, with ${busiestHour * 100} % of a day's work, each machine is ${busy * 100} % busy.

${sizes}

Web processes share nothing but PostgreSQL and Redis, so they add up. The step between ten and fifty is the database:
one PostgreSQL with 64 cores carries ${number(oneDatabase)} active members by its CPU.

## What leaves one PostgreSQL first
\`messages\`: ${day.messages} rows a member and day, about ${messageBytes} bytes each with their indexes (assumed). A million active members
write ${number(gigabytes(1e6))} GB a day, ${number((gigabytes(1e6) * 365) / 1000)} TB a year. The ledger gets as many
rows where messages cost credits. Everything else grows with members, not with days.

1. Replicas take searches (\`DATABASE_REPLICA_URL\`): ${((100 * day.searches * search.database) / cost.database).toFixed(0)} % of
   the database's CPU.
2. \`messages\`, \`conversations\` and \`conversation_members\` are distributed by \`conversation_id\` with Citus; \`ledger\`,
   \`wallets\` and \`payments\` by \`member_id\`. Sites, places and bundles become reference tables. A paid message touches
   both, so its transaction becomes one of two shards (two-phase commit), which costs about one more round trip.
3. \`profiles\` stay whole as long as they fit in memory: searches read them by many columns.

No test shows yet that every hot query names its key, and the arrivals of ten million members were not simulated.
`,
);
