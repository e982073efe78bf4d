import { Agent } from "node:http";
import type { Cpu } from "./cpu.ts";
import { ask, type HttpRequest, percentiles, sendAtRandom } from "./load.ts";

/** Requests a second, on average. */
export const openRate = 100;

/** Milliseconds from a request's arrival to its complete answer, and of CPU per answer. */
export type OpenLoad = { p50: number; p95: number; p99: number; cpu: Cpu; answers: number; seconds: number };

/** A request's time counts from its arrival. Throws if an answer is not 200. */
async function arrive(origin: string, seconds: number, next: () => HttpRequest): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  await sendAtRandom(openRate, seconds, async (arrived) => {
    await ask(agent, origin, next());
    times.push(performance.now() - arrived);
  });
  agent.destroy();
  return times;
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
  const at = percentiles(times);
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
