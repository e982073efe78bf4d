import type { Cpu } from "./cpu.ts";
import type { Sample } from "./load.ts";

/** One of the programs that are compared: runs its load for about `seconds`. */
export type Side = { name: string; run(seconds: number): Promise<Sample> };

/** The results of one side's rounds: each list from the lowest to the highest. */
export type Measured = {
  name: string;
  perSecond: number[];
  p50: number[];
  p99: number[];
  /** Milliseconds of CPU for each call, over all rounds: other load on the machine hardly affects it. */
  cpu: Cpu;
};

export const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

async function measure(side: Side, seconds: number, meter: () => Cpu) {
  const before = meter();
  const sample = await side.run(seconds);
  const after = meter();
  return { ...sample, database: after.database - before.database, server: after.server - before.server };
}

/**
 * Runs all sides in turn, so that other load on the machine affects all alike. Each is warmed up before: a first run
 * shows how fast it is, the next ones let the compiler finish.
 */
export async function measureInTurn(
  sides: readonly Side[],
  { rounds, seconds, meter }: { rounds: number; seconds: number; meter: () => Cpu },
): Promise<Measured[]> {
  const samples = new Map<Side, Awaited<ReturnType<typeof measure>>[]>(sides.map((side) => [side, []]));
  for (const side of sides) {
    await side.run(Math.min(1, seconds));
    for (let run = 0; run < 3; run += 1) await side.run(seconds);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, own] of samples) own.push(await measure(side, seconds, meter));
  }
  return [...samples].map(([side, own]) => {
    const sorted = (what: keyof Sample) => own.map((sample) => sample[what]).sort((a, b) => a - b);
    const done = own.reduce((sum, sample) => sum + sample.done, 0);
    const each = (what: keyof Cpu) => own.reduce((sum, sample) => sum + sample[what], 0) / done;
    return {
      name: side.name,
      perSecond: sorted("perSecond"),
      p50: sorted("p50"),
      p99: sorted("p99"),
      cpu: { database: each("database"), server: each("server") },
    };
  });
}
