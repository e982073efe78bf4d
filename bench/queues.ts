/** A seeded source of random numbers in (0, 1), so that a simulation repeats itself exactly (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}

/** A random time with this mean, as between independent arrivals. */
export const exponential = (random: () => number, mean: number) => -Math.log(random()) * mean;

type Step = { at: number; run: () => void };

/** The simulated time, in milliseconds, and what happens in it: a binary heap, the next step first. */
export function createTimeline() {
  const heap: Step[] = [];
  let now = 0;
  const before = (a: number, b: number) => (heap[a]?.at ?? Infinity) < (heap[b]?.at ?? Infinity);
  const swap = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]];
    if (one && other) [heap[a], heap[b]] = [other, one];
  };
  const next = (): Step | undefined => {
    swap(0, heap.length - 1);
    const first = heap.pop();
    for (let at = 0; ; ) {
      const child = before(2 * at + 2, 2 * at + 1) ? 2 * at + 2 : 2 * at + 1;
      if (!before(child, at)) return first;
      swap(at, child);
      at = child;
    }
  };
  return {
    now: () => now,
    after(ms: number, run: () => void) {
      let at = heap.push({ at: now + ms, run }) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && before(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    runUntil(end: number) {
      while ((heap[0]?.at ?? Infinity) <= end) {
        const step = next();
        if (!step) break;
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
  let queue: { since: number; start: () => void }[] = [];
  let head = 0;
  let busy = 0;
  const sums = { queued: 0, busy: 0, waited: 0, started: 0, since: timeline.now(), last: timeline.now() };
  const note = () => {
    const passed = timeline.now() - sums.last;
    sums.queued += (queue.length - head) * passed;
    sums.busy += busy * passed;
    sums.last = timeline.now();
  };
  const begin = (since: number, start: () => void) => {
    busy += 1;
    sums.waited += timeline.now() - since;
    sums.started += 1;
    start();
  };
  const take = (start: () => void) => {
    note();
    if (busy < servers) begin(timeline.now(), start);
    else queue.push({ since: timeline.now(), start });
  };
  const release = () => {
    note();
    busy -= 1;
    const next = queue[head];
    if (!next) return;
    head += 1;
    if (head > 10_000) {
      queue = queue.slice(head);
      head = 0;
    }
    begin(next.since, next.start);
  };
  return {
    /** Occupies a server until `release`. */
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
    reset() {
      note();
      Object.assign(sums, { queued: 0, busy: 0, waited: 0, started: 0, since: timeline.now() });
    },
    read() {
      note();
      const passed = timeline.now() - sums.since;
      return { busy: sums.busy / passed / servers, queue: sums.queued / passed, wait: sums.waited / sums.started };
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
 * time the figures begin.
 */
export function simulate({ kinds, webCores, connections, databaseCores, seconds }: Town, random = seeded(1)) {
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
    const arrive = () => {
      ask(kind);
      timeline.after(exponential(random, 1000 / kind.perSecond), arrive);
    };
    timeline.after(exponential(random, 1000 / kind.perSecond), arrive);
  }
  timeline.runUntil(start);
  for (const station of [web, database, pool]) station.reset();
  timeline.runUntil(seconds * 1000);
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  const figures = { web: web.read(), database: database.read(), pool: pool.read() };
  return { ...figures, p50: at(0.5), p95: at(0.95), p99: at(0.99), answers: times.length };
}
