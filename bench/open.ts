import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Cpu } from "./cpu.ts";
import { ask, type HttpRequest } from "./load.ts";

/** Requests a second, on average. */
export const openRate = 100;

/** Milliseconds from a request's arrival to its complete answer, and of CPU per answer. */
export type OpenLoad = { p50: number; p95: number; p99: number; cpu: Cpu; answers: number; seconds: number };

/**
 * Sends requests at random times (a Poisson process), however long the answers take. A request's time counts from its
 * arrival, so a stalled server shows in all requests that arrive meanwhile. Throws if an answer is not 200.
 */
async function arrive(origin: string, seconds: number, next: () => HttpRequest): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  const failures: unknown[] = [];
  const began = performance.now();
  for (let arrival = began; arrival < began + seconds * 1000 && failures.length === 0; ) {
    const early = arrival - performance.now();
    if (early > 0) await wait(early);
    const arrived = arrival;
    const answered = () => void times.push(performance.now() - arrived);
    answers.push(ask(agent, origin, next()).then(answered, (error: unknown) => void failures.push(error)));
    arrival += (-Math.log(1 - Math.random()) / openRate) * 1000;
  }
  await Promise.all(answers);
  agent.destroy();
  if (failures.length > 0) throw failures[0];
  return times.sort((a, b) => a - b);
}

/** Warms the product up for a fifth of the time, then measures. */
export async function measureOpenLoad(
  origin: string,
  { seconds, meter, next }: { seconds: number; meter: () => Cpu; next: () => HttpRequest },
): Promise<OpenLoad> {
  await arrive(origin, seconds / 5, next);
  const before = meter();
  const times = await arrive(origin, seconds, next);
  const after = meter();
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  const each = (what: keyof Cpu) => (after[what] - before[what]) / times.length;
  return {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    cpu: { database: each("database"), server: each("server") },
    answers: times.length,
    seconds,
  };
}
