import { CompiledQuery, sql } from "kysely";
import { PgBoss } from "pg-boss";
import { z } from "zod";
import type { Db } from "#server/db/pool.ts";
import { findTextsAbout, readMoves } from "#server/db/site-moves.ts";
import type { Services } from "#server/services.ts";
import { openBossDatabase } from "./boss-database.ts";
import { indexMentions } from "./index-mentions.ts";
import type { JobKind, JobQueue } from "./job-queue.ts";

/** A cron expression or, for more than once a minute, seconds. */
type Schedule = string | { seconds: number };

/** Deferred work, whose data is validated when it is added and when it runs. */
export type Job<S extends z.ZodType = z.ZodType> = JobKind<S> & {
  every?: Schedule;
  /** Seconds after which a run counts as lost and is retried. */
  expireInSeconds?: number;
  /** A scheduled job whose failure asks staff for something: it becomes a dead letter, although it runs again. */
  needsStaff?: boolean;
  /** How many of them one worker runs at once; 2 if not given, of scheduled ones 1. */
  atOnce?: number;
  run(services: Services, data: z.output<S>): Promise<void>;
};

export function defineJob<S extends z.ZodType>(job: Job<S>): Job<S> {
  return job;
}

/** A job without `expireInSeconds` has this. A run that may take longer sends heartbeats. */
const usualExpiry = 60;
/** A run that sent no heartbeat for so long counts as lost, because its process was killed. */
const heartbeatSeconds = 30;

const noData = z.object({});

/** A job that runs by itself on a schedule, without data. Each time only one of several workers runs it. */
export function defineScheduledJob(job: Omit<Job<typeof noData>, "data"> & { every: Schedule }): Job<typeof noData> {
  return { ...job, data: noData };
}

export type Jobs = JobQueue & {
  work(services: Services): Promise<void>;
  /** Runs everything that is due, and what that adds, for tests; returns how many jobs ran. */
  drain(services: Services): Promise<number>;
  /** Stops taking jobs; those still running after `timeoutMs` go back to the queue. Jobs can still be added. */
  stopTaking(timeoutMs: number): Promise<void>;
  stop(): Promise<void>;
};

const deadLetterQueue = "dead-letter";

/** The ids and addresses in a job, as the index has them. */
const mentions = "public.job_mentions(array[data, output, source_output])";

/** Makes pg-boss write in the transaction `db`. */
const executorOf = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const result = await db.executeQuery<object>(CompiledQuery.raw(text, values));
    return { rows: result.rows };
  },
});

/** Adds it in the transaction `db`; the job's data stays no longer than it may. */
const optionsOf = (db: Db, job: JobKind | undefined) => ({
  db: executorOf(db),
  ...(job?.keptSeconds !== undefined && { deleteAfterSeconds: job.keptSeconds }),
});

/** Seconds after which a job is tried again that waits for the move of a site. */
const untilMoved = 5;

/** While the last rows of a site move, jobs wait; a copy that is not in use causes nothing outside (0126). */
async function fateOf(db: Db, job: Job, data: unknown): Promise<"run" | "wait" | "drop"> {
  const { wait, unused } = await readMoves(db);
  if (wait) return "wait";
  if (job.every !== undefined) return "run";
  const text = JSON.stringify(data ?? {});
  for (const siteId of unused) if ((await findTextsAbout(db, siteId, [text])).length > 0) return "drop";
  return "run";
}

/**
 * A new job wakes the slots of its queue by NOTIFY. The first slot also polls, for retries and delayed jobs, and
 * oftener while the database can't notify: a user waits for the result of most jobs, while scheduled ones may start
 * late.
 */
const awaitedSlot = { notifyPollingIntervalSeconds: 5, pollingIntervalSeconds: 1 };
/** A queue's slots after the first poll so, too: the first one wakes them. */
const scheduledSlot = { notifyPollingIntervalSeconds: 30, pollingIntervalSeconds: 10 };

/** Creates the queue of each job, and the one for dead letters. Updates queues whose job has changed. */
async function prepareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!existing.has(deadLetterQueue)) await boss.createQueue(deadLetterQueue);
  for (const job of jobs) {
    const { name, expireInSeconds = usualExpiry } = job;
    const heartbeat = expireInSeconds > usualExpiry ? { heartbeatSeconds } : {};
    // the next run of a scheduled job does the work, so a dead letter would ask staff for nothing
    const deadLetter = job.every === undefined || job.needsStaff ? deadLetterQueue : null;
    const changeable = { notify: true, expireInSeconds, ...heartbeat };
    const queue = existing.get(name);
    if (queue) {
      const isSame =
        queue.notify &&
        queue.expireInSeconds === expireInSeconds &&
        (queue.heartbeatSeconds ?? undefined) === heartbeat.heartbeatSeconds &&
        (queue.deadLetter ?? null) === deadLetter;
      if (!isSame) await boss.updateQueue(name, { ...changeable, deadLetter });
      continue;
    }
    const retry = { retryLimit: 6, retryDelay: 5, retryBackoff: true, ...(deadLetter && { deadLetter }) };
    await boss.createQueue(name, { ...retry, ...changeable });
  }
}

/** Creates or upgrades pg-boss's own tables, as the role that owns them. */
async function prepareTables(ownerUrl: string, onError: (error: Error) => void): Promise<void> {
  const owner = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false });
  owner.on("error", onError);
  await owner.start();
  await owner.stop({ graceful: true });
}

/** A failed job is retried six times, then a dead letter; a scheduled one waits. `ownerUrl`: only it changes tables. */
export async function createJobs(
  databaseUrl: string,
  jobs: readonly Job[],
  options: { worker: boolean; onError: (error: Error) => void; ownerUrl?: string | undefined },
): Promise<Jobs> {
  const { ownerUrl } = options;
  if (ownerUrl !== undefined) await prepareTables(ownerUrl, options.onError);
  const database = openBossDatabase(databaseUrl, options.worker ? 4 : 1, options.onError);
  const boss = new PgBoss({
    db: database.db,
    migrate: ownerUrl === undefined,
    supervise: options.worker,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    schedule: options.worker,
    useListenNotify: options.worker,
  });
  boss.on("error", options.onError);
  boss.on("warning", ({ message, data }) => {
    if ("type" in data && data.type === "listen_notify_unavailable") options.onError(new Error(message));
  });
  await boss.start();
  await prepareQueues(boss, jobs);
  if (options.worker) await indexMentions(ownerUrl ?? databaseUrl, mentions);
  const timers: NodeJS.Timeout[] = [];
  const jobOf = (name: string) => jobs.find((job) => job.name === name);

  /** One run per interval, by whichever worker comes first. A failed one is not retried, as the next is near. */
  function repeatEvery(seconds: number, name: string): void {
    const once = { singletonSeconds: seconds, retryLimit: 0, deleteAfterSeconds: 600 };
    const addRun = () => boss.send(name, {}, once).catch(options.onError);
    timers.push(setInterval(addRun, seconds * 1000));
  }

  /** Runs a job that was taken, unless the move of a site forbids it; one that waits goes back to its queue. */
  async function runUnlessMoving(job: Job, services: Services, data: unknown): Promise<"run" | "wait" | "drop"> {
    const fate = await fateOf(services.db, job, data);
    if (fate === "run") await job.run(services, job.data.parse(data ?? {}));
    // one that runs each few seconds comes again by itself
    if (fate === "wait" && typeof job.every !== "object") {
      const kept = job.keptSeconds === undefined ? {} : { deleteAfterSeconds: job.keptSeconds };
      await boss.send(
        job.name,
        z
          .object({})
          .loose()
          .parse(data ?? {}),
        { ...kept, startAfter: untilMoved },
      );
    }
    return fate;
  }

  /** One job at a time in each slot: a run that hangs stops its own slot only. A busy slot wakes an idle one. */
  async function startSlots(job: Job, services: Services): Promise<void> {
    const slots: { id: string; busy: boolean }[] = [];
    const wake = (slot: { id: string } | undefined) => slot && boss.notifyWorker(slot.id);
    const isScheduled = typeof job.every === "string";
    for (let count = 0; count < (job.atOnce ?? (isScheduled ? 1 : 2)); count += 1) {
      const slot = { id: "", busy: false };
      slot.id = await boss.work(job.name, isScheduled || count > 0 ? scheduledSlot : awaitedSlot, async ([next]) => {
        if (!next) return;
        slot.busy = true;
        wake(slots.find(({ busy }) => !busy));
        try {
          await runUnlessMoving(job, services, next.data);
        } catch (error) {
          if (job.every) services.log.error({ err: error, job: job.name }, "a scheduled job failed; it runs again");
          throw error;
        } finally {
          slot.busy = false;
          wake(slot);
        }
      });
      slots.push(slot);
    }
  }

  return {
    async add(db, job, data) {
      const jobOptions = {
        ...optionsOf(db, job),
        ...(job.waitSeconds !== undefined && { startAfter: job.waitSeconds }),
      };
      await boss.send(job.name, z.object({}).loose().parse(job.data.parse(data)), jobOptions);
    },
    async retryDead(db, id) {
      const names = jobs.map((job) => job.name);
      const { rows } = await sql<{ source_name: string; data: object }>`
        delete from pgboss.job
        where name = ${deadLetterQueue} and id = ${id} and state < 'active' and source_name = any(${names}::text[])
        returning source_name, data`.execute(db);
      const [letter] = rows;
      if (!letter) return null;
      await boss.send(letter.source_name, letter.data, optionsOf(db, jobOf(letter.source_name)));
      return letter.source_name;
    },
    async retryAllDead(db, name, limit) {
      const job = jobOf(name);
      if (!job) return 0;
      const { rows } = await sql<{ data: object }>`
        delete from pgboss.job where name = ${deadLetterQueue} and id in (
          select id from pgboss.job where name = ${deadLetterQueue} and state < 'active' and source_name = ${name}
          order by created_on, id limit ${limit} for update skip locked)
        returning data`.execute(db);
      for (const { data } of rows) await boss.send(name, data, optionsOf(db, job));
      return rows.length;
    },
    async deleteNaming(db, ids, own) {
      const naming = (names: readonly string[]) => sql`${sql.raw(mentions)} && ${names}::text[]`;
      const siteId = String(own?.siteId);
      const isHere = sql`coalesce(data->>'siteId', ${siteId}) = ${siteId}`;
      const ofAddress = own ? sql`or ${naming([own.address.toLowerCase()])} and ${isHere}` : sql``;
      await sql`delete from pgboss.job where ${naming(ids)} ${ofAddress}`.execute(db);
    },
    async work(services) {
      // the schedule of a job that was removed from the code would fill a queue that no worker reads
      for (const { name } of await boss.getSchedules()) {
        if (!jobs.some((job) => job.name === name && typeof job.every === "string")) await boss.unschedule(name);
      }
      for (const job of jobs) {
        await startSlots(job, services);
        if (typeof job.every === "string") await boss.schedule(job.name, job.every);
        else if (job.every) repeatEvery(job.every.seconds, job.name);
      }
    },
    async drain(services) {
      // polling each queue would take some fifty statements
      const dueNames = sql<{ name: string }>`select distinct name from pgboss.job
        where state in ('created', 'retry') and start_after <= pgboss.job_now() and not blocked`;
      let count = 0;
      let countBefore: number;
      do {
        countBefore = count;
        const names = new Set((await dueNames.execute(services.db)).rows.map(({ name }) => name));
        for (const job of jobs.filter(({ name }) => names.has(name))) {
          const batch = await boss.fetch(job.name, { batchSize: 100 });
          for (const { id, data } of batch) {
            const fate = await runUnlessMoving(job, services, data);
            await boss.complete(job.name, id);
            if (fate === "run") count += 1;
          }
        }
      } while (count > countBefore);
      return count;
    },
    async stopTaking(timeout) {
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout, close: false });
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout: 5_000 });
      await database.close();
    },
  };
}
