/**
 * Predicts how long a town's requests wait, from what `npm run bench` measured; or what the promise of an answer costs.
 * Usage: npm run simulate [-- --members 10000000 | --first-messages 10000]
 */
import { parseArgs } from "node:util";
import { dice } from "#demo/random.ts";
import { exponential, summarise } from "./load.ts";
import { digits, figuresTable } from "./report.ts";
import results from "./results.json" with { type: "json" };

/** Share of the members who come on a day; of a day's work in its busiest hour; how busy a machine may be then. */
const [activeShare, busiestHour, busy] = [0.1, 0.12, 0.5];
const machine = { cores: 16, databaseCores: 64 };

const message = results.send.sides.find(({ name }) => name === "product")?.cpu ?? { database: 0, server: 0 };
/**
 * What a member does on a day on which they are there (assumed, not measured: replace it by your own numbers), and
 * milliseconds of CPU for each: pages, searches, messages, and other calls, counted as messages.
 */
const costs = [
  // all cores were busy, also with the client: an upper bound
  { times: 8, server: (results.memory.machine.cores * 1000) / results.memory.figures.perSecond, database: 0 },
  { times: 12, ...results.open.figures.usual.cpu },
  { times: 30, ...message },
  { times: 120, ...message },
];

type Task = { at: number; work: number };

/**
 * Serves tasks in the order of their arrival, each by the server that is free first: cores of machines with one queue.
 * `at` and `work` are milliseconds. Returns when each was done, and, of those that arrived between `from` and `until`,
 * the share of the servers that was busy and the mean length of the queue.
 */
export function serve(tasks: readonly Task[], servers: number, { from, until }: { from: number; until: number }) {
  const free = Array<number>(servers).fill(0);
  let [worked, waited] = [0, 0];
  const done = tasks.map(({ at, work }) => {
    const first = free.indexOf(Math.min(...free));
    const begins = Math.max(at, free[first] ?? 0);
    free[first] = begins + work;
    if (at >= from) [worked, waited] = [worked + work, waited + begins - at];
    return begins + work;
  });
  const passed = until - from;
  return { done, busy: Math.min(1, worked / passed / servers), queue: waited / passed };
}

/** Of each kind of request: how many arrive in a second, and milliseconds of CPU that one needs, on average. */
type Kinds = readonly { perSecond: number; server: number; database: number }[];
type Town = { kinds: Kinds; webCores: number; databaseCores: number; seconds: number };

/**
 * Simulates a town's requests: each takes its CPU in a web process, then the database's. Arrivals are independent of
 * each other, and times of work are exponential. After a tenth of the time the figures begin. A run repeats itself
 * exactly.
 */
export function simulate({ kinds, webCores, databaseCores, seconds }: Town) {
  const random = dice("town").next;
  const span = { from: seconds * 100, until: seconds * 1000 };
  const requests: { at: number; work: number; database: number }[] = [];
  for (const { perSecond, server, database } of kinds) {
    for (let at = 0; at < span.until; at += exponential(random, 1000 / perSecond)) {
      requests.push({ at, work: exponential(random, server), database: exponential(random, database) });
    }
  }
  requests.sort((one, other) => one.at - other.at);
  const web = serve(requests, webCores, span);
  const asked = requests.map(({ at, database }, index) => ({ arrived: at, at: web.done[index] ?? at, work: database }));
  asked.sort((one, other) => one.at - other.at);
  const database = serve(asked, databaseCores, span);
  const times = asked.flatMap(({ arrived }, index) =>
    arrived >= span.from ? [(database.done[index] ?? arrived) - arrived] : [],
  );
  return { web, database, ...summarise(times, seconds) };
}

const whole = (value: number) => Math.round(value).toLocaleString("en");
const percent = (value: number) => `${Math.round(value * 100)} %`;

/** A town's busiest hour on as few machines as can do its work, and on as many as it should have. */
function townTable(members: number): string {
  const visits = (members * activeShare * busiestHour) / 3600;
  const kinds = costs.map(({ times, ...cost }) => ({ perSecond: visits * times, ...cost }));
  const coresFor = (part: "server" | "database") =>
    kinds.reduce((sum, kind) => sum + (kind.perSecond * kind[part]) / 1000, 0);
  const databases = Math.ceil(coresFor("database") / machine.databaseCores / busy);
  const figures = [0.9, busy].map((share) => {
    const machines = Math.ceil(coresFor("server") / machine.cores / share);
    const cores = { webCores: machines * machine.cores, databaseCores: databases * machine.databaseCores };
    return [whole(machines), simulate({ kinds, ...cores, seconds: 30 })] as const;
  });
  const perSecond = whole(kinds.reduce((sum, kind) => sum + kind.perSecond, 0));
  const text = figuresTable("web machines", Object.fromEntries(figures), {
    busy: ({ web }) => percent(web.busy),
    "requests that wait": ({ web }) => whole(web.queue),
    "databases busy": ({ database }) => `${percent(database.busy)} of ${databases}`,
    queue: ({ database }) => database.queue.toFixed(1),
    "p50 / p95 / p99 ms": ({ p50, p95, p99 }) => [p50, p95, p99].map(digits).join(" / "),
  });
  return `${whole(members)} members, ${perSecond} requests a second in the busiest hour:\n\n${text}`;
}

/** Share of the unanswered first messages that comes back: all but those of banned authors and above the limits. */
const comesBack = 0.9;

/** What a month of first messages at 1 credit gives back, and leaves to buy, with several shares of answers. */
export function promiseTable(messages: number): string {
  const shares = Object.fromEntries([0.1, 0.2, 0.3, 0.5].map((answered) => [percent(answered), answered]));
  const back = (answered: number) => messages * (1 - answered) * comesBack;
  return figuresTable("answered", shares, {
    spent: () => whole(messages),
    "given back": (answered) => whole(back(answered)),
    bought: (answered) => whole(messages - back(answered)),
  });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { members: { type: "string", default: "10000000" }, "first-messages": { type: "string" } },
  });
  const messages = values["first-messages"];
  const count = Number(messages ?? values.members);
  if (!Number.isInteger(count) || count < 1_000 || count > 100_000_000) {
    console.error("npm run simulate -- --members 10000000: a whole number from 1,000 to 100,000,000.");
    process.exit(1);
  }
  if (messages) console.log(`A month of ${count} first messages at 1 credit, in credits:\n\n${promiseTable(count)}`);
  else console.log(townTable(count));
}
