/** Writes docs/scaling.md from the figures of the last benchmark. Usage: npm run docs:scaling */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { distribution, fanOuts } from "#server/db/distribution.ts";
import { benchCores, busiestHour, busy, costs, day, machine, messageBytes, measured as read } from "./costs.ts";
import { checkTable, townTable } from "./predict.ts";
import { table } from "./report.ts";

const { page, search, message: send } = costs;
const stream = read.live.figures["delivery, through Redis"]?.kilobytes ?? 0;

const estimatePart = (part: "database" | "server") =>
  Object.values(costs).reduce((sum, cost) => sum + cost.times * cost[part], 0);
const cost = { server: estimatePart("server"), database: estimatePart("database") };
/** Members of a day that so many cores carry in the busiest hour. */
const carried = (cores: number, ms: number) => (cores * 3_600_000 * busy) / (ms * busiestHour);
const number = (value: number) => Number(value.toPrecision(2)).toLocaleString("en");
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

const costTable = table([
  ["an active member's day", "times", "CPU each: server", "database"],
  ["a page, rendered on the server", String(day.pages), `at most ${ms(page.server)}`, "within it"],
  ["a search", String(day.searches), ms(search.server), ms(search.database)],
  ["a message sent", String(day.messages), ms(send.server), ms(send.database)],
  ["another call, counted as a message", String(day.others), ms(send.server), ms(send.database)],
  ["all of it", "", ms(cost.server), ms(cost.database)],
]);
const perMachine = carried(machine.cores, cost.server);
const oneDatabase = carried(machine.databaseCores, cost.database);
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
${read.live.at.slice(0, 10)} on ${benchCores} cores that the client and the database shared. Nothing on this page was run on ten
machines: it is arithmetic, and the assumptions are named.

## What a member costs
The numbers of times are assumptions, in \`bench/costs.ts\`.

${costTable}

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
2. Citus distributes the tables below by the key that their hot statements name. A test records the statements of
   sending, chats, search, likes and profiles, and fails for one that names no key and is not in the second list. Sites,
   places and bundles become reference tables. A paid message touches a conversation and a wallet, so its transaction is
   one of two shards (two-phase commit), which costs about one more round trip.
3. \`profiles\`, \`likes\` and \`matches\` stay whole as long as they fit in memory: searches read profiles by many columns.

${table([["table", "distributed by"], ...Object.entries(distribution)])}

What has to change before: these hot statements ask every shard, as they find rows by other columns.

${table([["table", "found by", "for", "instead"], ...fanOuts.map(({ table: name, by, use, instead }) => [name, by.join(", "), use, instead])])}

And Citus takes a unique constraint only if it contains the key, so \`conversations (a_id, b_id)\`,
\`ledger (cause, cause_id)\`, \`messages (author_id, key)\` and the ids of \`ledger\` and \`messages\` need it too.

## How long requests would wait
\`npm run simulate -- --members 10000000\` simulates the busiest hour, with a tenth of the members there on that day: they
ask for pages, searches and messages at independent times; each request takes half of its CPU in a web process of a
machine with ${machine.cores} cores, then one of the process's connections and the CPU of a database with ${machine.databaseCores} cores, then the
other half. It knows no network, no disk and no slow second of a machine.

${townTable(10_000_000)}

The same program simulates what the benchmark measured: ${read.members.toLocaleString("en")} and 1,000,000 members, searches at random times, 100 a
second, on ${benchCores} cores. Where the data outgrew PostgreSQL's cache (256 MB at a million then), reading them took time that
the simulation does not know: its upper percentiles are too good there.

${checkTable()}
`,
);
