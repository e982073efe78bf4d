import { CompiledQuery } from "kysely";
import { PgBoss } from "pg-boss";
import { z } from "zod";
import type { Db } from "#server/db/pool.ts";
import type { Platform } from "#server/platform.ts";

/** Work for later: its data is checked when it is added and when it runs. */
export type Job<S extends z.ZodType = z.ZodType> = {
  name: string;
  data: S;
  /** Runs every so often by itself, in cron's words; only for jobs without data. */
  every?: string;
  /** Seconds before a run counts as lost and is tried again. */
  expireInSeconds?: number;
  run(platform: Platform, data: z.output<S>): Promise<void>;
};

/** Keeps the type of the data together with what runs on it. */
export function defineJob<S extends z.ZodType>(job: Job<S>): Job<S> {
  return job;
}

export type Jobs = {
  /** Adds a job in the transaction `db`: it exists if and only if the change does (rule 7). */
  add<S extends z.ZodType>(db: Db, job: Job<S>, data: z.input<S>): Promise<void>;
  /** Begins to work off the jobs, in the worker's process. */
  work(platform: Platform): Promise<void>;
  /** Runs everything that is due, once, for tests; answers how many ran. */
  drain(platform: Platform): Promise<number>;
  stop(): Promise<void>;
};

const dead = "dead-letter";

/**
 * Jobs in PostgreSQL by pg-boss. A failed one is tried again with growing delays, six times, and then kept in the queue
 * `dead-letter`.
 */
export async function createJobs(
  databaseUrl: string,
  jobs: readonly Job[],
  options: { worker: boolean; onError: (error: Error) => void },
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: options.worker ? 4 : 1,
    supervise: options.worker,
    schedule: options.worker,
  });
  boss.on("error", options.onError);
  await boss.start();
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  if (!existing.has(dead)) await boss.createQueue(dead);
  for (const job of jobs) {
    if (existing.has(job.name)) continue;
    const retry = { retryLimit: 6, retryDelay: 5, retryBackoff: true, deadLetter: dead };
    await boss.createQueue(job.name, { ...retry, expireInSeconds: job.expireInSeconds ?? 60 });
  }
  return {
    async add(db, job, data) {
      const executor = {
        executeSql: async (text: string, values: unknown[] = []) => {
          const result = await db.executeQuery<object>(CompiledQuery.raw(text, values));
          return { rows: result.rows };
        },
      };
      await boss.send(job.name, z.object({}).loose().parse(job.data.parse(data)), { db: executor });
    },
    async work(platform) {
      for (const job of jobs) {
        await boss.work(job.name, { pollingIntervalSeconds: 1, localConcurrency: 2 }, async ([next]) => {
          if (next) await job.run(platform, job.data.parse(next.data ?? {}));
        });
        if (job.every) await boss.schedule(job.name, job.every);
      }
    },
    async drain(platform) {
      let count = 0;
      for (const job of jobs) {
        const batch = await boss.fetch(job.name, { batchSize: 100 });
        for (const { id, data } of batch) {
          await job.run(platform, job.data.parse(data ?? {}));
          await boss.complete(job.name, id);
          count += 1;
        }
      }
      return count;
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
