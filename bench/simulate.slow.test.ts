import { expect, test } from "vitest";
import { dice } from "#demo/random.ts";
import { exponential, openRate } from "./load.ts";
import results from "./results.json" with { type: "json" };
import { serve, simulate } from "./simulate.ts";

/** The mean length of an M/M/c queue by Erlang's formula. */
function erlangQueue(servers: number, load: number): number {
  const offered = load * servers;
  let blocked = 1;
  for (let count = 1; count <= servers; count += 1) blocked = (offered * blocked) / (count + offered * blocked);
  const waits = blocked / (1 - load * (1 - blocked));
  return (waits * load) / (1 - load);
}

test.for([
  [1, 0.8],
  [4, 0.8],
  [16, 0.9],
] as const)("quality: the queue of %d servers, busy by %d, is as long as Erlang's formula says", ([servers, load]) => {
  const mean = 10;
  const random = dice("erlang").next;
  const tasks: { at: number; work: number }[] = [];
  for (let at = 0; tasks.length < 220_000; at += exponential(random, mean / servers / load)) {
    tasks.push({ at, work: exponential(random, mean) });
  }
  const { busy, queue } = serve(tasks, servers, { from: 20_000, until: tasks.at(-1)?.at ?? 0 });
  expect(busy / load).toBeCloseTo(1, 1);
  expect(queue / erlangQueue(servers, load)).toBeGreaterThan(0.9);
  expect(queue / erlangQueue(servers, load)).toBeLessThan(1.1);
});

test("quality: a simulation repeats itself exactly; too few cores make requests wait", () => {
  const kinds = [{ perSecond: 100, server: 10, database: 20 }];
  const roomy = { kinds, webCores: 4, databaseCores: 8, seconds: 30 };
  const answers = simulate(roomy);
  expect(simulate(roomy)).toEqual(answers);
  expect(answers.web.busy).toBeCloseTo(0.25, 1);
  expect(answers.p99).toBeLessThan(200);
  expect(simulate({ ...roomy, databaseCores: 1 }).p95).toBeGreaterThan(1_000);
  expect(simulate({ ...roomy, webCores: 1 }).p95).toBeGreaterThan(answers.p95 * 2);
});

test("quality: the simulation predicts what the benchmark measured at 200,000 members", () => {
  const { cpu, ...measured } = results.open.figures.usual;
  // searches at random times, on cores that the product shares with the database
  const kinds = [{ perSecond: openRate, server: cpu.server + cpu.database, database: 0 }];
  const { cores } = results.open.machine;
  const predicted = simulate({ kinds, webCores: cores, databaseCores: 1, seconds: 600 });
  for (const percentile of ["p50", "p95", "p99"] as const) {
    const ratio = predicted[percentile] / measured[percentile];
    expect(ratio, percentile).toBeGreaterThan(0.6);
    expect(ratio, percentile).toBeLessThan(1.6);
  }
});
