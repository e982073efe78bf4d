import { dice } from "#demo/random.ts";
import { percentiles } from "./load.ts";

/** A random time with this mean, as between independent arrivals. */
export const exponential = (random: () => number, mean: number) => -Math.log(1 - random()) * mean;

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

/** Milliseconds of CPU that a request needs, on average, and how many of them arrive in a second. */
export type Kind = { name: string; perSecond: number; server: number; database: number };
export type Town = { kinds: readonly Kind[]; webCores: number; databaseCores: number; seconds: number };

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
  const at = percentiles(times);
  return { web, database, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
