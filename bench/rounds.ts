import { type Cpu, cpuOfEach, type Meter, withCpu } from "./cpu.ts";
import { type HttpRequest, loadHttp, type Sample } from "./load.ts";

/** One of the programs that are compared: runs its load for about `seconds`. */
export type Side = { name: string; run(seconds: number): Promise<Sample> };

/**
 * The results of one side's rounds: lists from the lowest to the highest, and milliseconds of CPU for each call, over
 * all rounds: other load on the machine hardly affects it.
 */
export type Measured = { name: string; perSecond: number[]; p50: number[]; p99: number[]; cpu: Cpu };

export type RunLength = { rounds: number; seconds: number };

export const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

/** A side that answers requests over HTTP. Each run sends as many as the last one suggests. */
export function httpSide(name: string, origin: string, next: (connection: number) => HttpRequest): Side {
  let expected = 200;
  return {
    name,
    async run(seconds) {
      const sample = await loadHttp(origin, Math.round(expected * seconds), next);
      expected = sample.perSecond;
      return sample;
    },
  };
}

/**
 * Runs all sides in turn, so that other load on the machine affects all alike. Each is warmed up before: a first run
 * shows how fast it is, the next ones let the compiler finish.
 */
export async function measureInTurn<const T extends readonly Side[]>(
  { meter }: { meter: Meter },
  { rounds, seconds }: RunLength,
  sides: T,
): Promise<{ [K in keyof T]: Measured }> {
  const measured = sides.map((side) => ({ side, samples: [] as (Sample & Cpu)[] }));
  for (const { side } of measured) {
    await side.run(Math.min(1, seconds));
    for (let run = 0; run < 3; run += 1) await side.run(seconds);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { side, samples } of measured) {
      const { result, cpu } = await withCpu(meter, () => side.run(seconds));
      samples.push({ ...result, ...cpu });
    }
  }
  const results = measured.map(({ side: { name }, samples }): Measured => {
    const sorted = (what: keyof Sample) => samples.map((sample) => sample[what]).sort((a, b) => a - b);
    const total = (what: "done" | keyof Cpu) => samples.reduce((sum, sample) => sum + sample[what], 0);
    const cpu = cpuOfEach({ database: total("database"), server: total("server") }, total("done"));
    return { name, perSecond: sorted("perSecond"), p50: sorted("p50"), p99: sorted("p99"), cpu };
  });
  return results as { [K in keyof T]: Measured };
}
