import { dice } from "#demo/random.ts";

/** A random time with this mean, as between independent arrivals. */
export const exponential = (random: () => number, mean: number) => -Math.log(1 - random()) * mean;

/** The simulated time, in milliseconds, and what happens in it. */
export function createTimeline() {
  /** The next one is the last. */
  const steps: { at: number; run: () => void }[] = [];
  let now = 0;
  return {
    now: () => now,
    after(ms: number, run: () => void) {
      const at = now + ms;
      steps.splice(steps.findLastIndex((step) => step.at > at) + 1, 0, { at, run });
    },
    runUntil(end: number) {
      for (let step = steps.at(-1); step && step.at <= end; step = steps.at(-1)) {
        steps.pop();
        now = step.at;
        step.run();
      }
      now = end;
    },
  };
}
export type Timeline = ReturnType<typeof createTimeline>;

/** Servers with one queue, first come, first served: cores of machines, or connections to a database. */
export function createStation(timeline: Timeline, servers: number) {
  const queue: (() => void)[] = [];
  let busy = 0;
  let sums = { queue: 0, busy: 0, since: 0, last: 0 };
  const note = () => {
    const passed = timeline.now() - sums.last;
    sums.queue += queue.length * passed;
    sums.busy += busy * passed;
    sums.last = timeline.now();
  };
  /** Occupies a server until `release`. */
  const take = (start: () => void) => {
    note();
    if (busy === servers) return queue.push(start);
    busy += 1;
    start();
  };
  const release = () => {
    note();
    const next = queue.shift();
    if (next) next();
    else busy -= 1;
  };
  return {
    take,
    release,
    /** Occupies a server for a time. */
    serve: (ms: number, done: () => void) =>
      take(() =>
        timeline.after(ms, () => {
          release();
          done();
        }),
      ),
    /** Forgets what was seen so far, such as the time until the queues were filled. */
    reset: () => {
      sums = { queue: 0, busy: 0, since: timeline.now(), last: timeline.now() };
    },
    /** The share of the servers that was busy, and the length of the queue, on average. */
    read() {
      note();
      const passed = timeline.now() - sums.since;
      return { busy: sums.busy / passed / servers, queue: sums.queue / passed };
    },
  };
}

/** Milliseconds of CPU that a request needs, on average, and how many of them arrive in a second. */
export type Kind = { name: string; perSecond: number; server: number; database: number };
export type Town = {
  kinds: readonly Kind[];
  webCores: number;
  connections: number;
  /** Undefined: the database runs on the web's cores, as in the benchmark. */
  databaseCores?: number;
  seconds: number;
};

/**
 * Simulates a town's requests: each takes half of its CPU in a web process, then a connection and the database's CPU,
 * then the other half. Arrivals are independent of each other, and times of work are exponential. After a tenth of the
 * time the figures begin. It repeats itself exactly.
 */
export function simulate({ kinds, webCores, connections, databaseCores, seconds }: Town) {
  const random = dice("town").next;
  const timeline = createTimeline();
  const web = createStation(timeline, webCores);
  const database = databaseCores === undefined ? web : createStation(timeline, databaseCores);
  const pool = createStation(timeline, connections);
  const times: number[] = [];
  const start = seconds * 100;
  const ask = ({ server, database: needed }: Kind) => {
    const arrived = timeline.now();
    const half = () => exponential(random, server / 2);
    const end = () => void (arrived >= start && times.push(timeline.now() - arrived));
    web.serve(half(), () => {
      if (needed === 0) return web.serve(half(), end);
      pool.take(() =>
        database.serve(exponential(random, needed), () => {
          pool.release();
          web.serve(half(), end);
        }),
      );
    });
  };
  for (const kind of kinds) {
    const next = () => timeline.after(exponential(random, 1000 / kind.perSecond), arrive);
    const arrive = () => {
      ask(kind);
      next();
    };
    next();
  }
  timeline.runUntil(start);
  for (const station of [web, database]) station.reset();
  timeline.runUntil(seconds * 1000);
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { web: web.read(), database: database.read(), p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
