import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { openFaultyProxy, targetOf, withPort } from "#server/db/test-faulty-proxy.ts";
import type { Services } from "#server/services.ts";
import { test as base } from "#server/test.ts";
import { createJobs, defineJob, type Job, type Jobs } from "./jobs.ts";

const ignored = () => Promise.resolve();

/** Opens queues in the test's database. At the test's end they stop, and nothing may have been reported until then. */
const test = base.extend("openJobs", ({ services }, { onCleanup }) => {
  const errors: Error[] = [];
  const opened: Jobs[] = [];
  onCleanup(async () => {
    await Promise.all(opened.map((jobs) => jobs.stop()));
    expect(errors).toEqual([]);
  });
  return async (jobs: readonly Job[], { worker = false } = {}): Promise<Jobs> => {
    const onError = (error: Error) => void errors.push(error);
    const queues = await createJobs(services.config.databaseUrl ?? "", jobs, { worker, onError });
    opened.push(queues);
    return queues;
  };
});

test("D12.1 a queue made by an earlier version notifies the workers too, and gives a run the time of this one", async ({
  services: { db },
  openJobs,
}) => {
  const job = defineJob({ name: "made-earlier", data: z.object({}), expireInSeconds: 900, run: ignored });
  const open = () => openJobs([job]);
  await (await open()).stop();
  await sql`update pgboss.queue set notify = false, expire_seconds = 60, heartbeat_seconds = null
    where name = 'made-earlier'`.execute(db);
  await (await open()).stop();
  const { rows } = await sql`
    select notify, expire_seconds, heartbeat_seconds from pgboss.queue where name = 'made-earlier'`.execute(db);
  expect(rows).toEqual([{ notify: true, expire_seconds: 900, heartbeat_seconds: 30 }]);
});

test("D12.1 a worker runs a job that another process adds", async ({ services, openJobs }) => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const job: Job = defineJob({
    name: "added-elsewhere",
    data: z.object({ greeting: z.string() }),
    run: async (_services, data) => resolve(data),
  });
  const [worker, other] = [await openJobs([job], { worker: true }), await openJobs([job])];
  await worker.work(services);
  await other.add(services.db, job, { greeting: "Good evening" });
  expect(await promise).toEqual({ greeting: "Good evening" });
});

/** Adds jobs in one transaction, so that the workers are notified once. */
const addTogether = ({ db }: Services, jobs: Jobs, job: Job, numbers: readonly number[]) =>
  db.transaction().execute(async (trx) => {
    for (const number of numbers) await jobs.add(trx, job, { number });
  });

// a worker that slept between two jobs would need minutes for these
const forty = Array.from({ length: 40 }, (_, number) => number);

test("D12.1 a backlog is worked off without a pause between two jobs", async ({ services, openJobs }) => {
  const ran: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const job: Job = defineJob({
    name: "backlog",
    data: z.object({ number: z.int() }),
    run: async (_services, { number }) => {
      if (ran.push(number) === forty.length) resolve();
    },
  });
  const jobs = await openJobs([job], { worker: true });
  await jobs.work(services);
  await addTogether(services, jobs, job, forty);
  await promise;
  expect(ran.toSorted((a, b) => a - b)).toEqual(forty);
});

test("D12.1 a job that hangs, and one that fails, do not stop those behind them", async ({ services, openJobs }) => {
  const ran: number[] = [];
  const [hang, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const job: Job = defineJob({
    name: "hanging",
    data: z.object({ number: z.int() }),
    run: async (_services, { number }) => {
      if (number === 0) return await hang.promise;
      if (number === 1) throw new Error("no");
      if (ran.push(number) === forty.length - 2) rest.resolve();
    },
  });
  const jobs = await openJobs([job], { worker: true });
  await jobs.work(services);
  await addTogether(services, jobs, job, forty);
  await rest.promise;
  hang.resolve();
});

test("D12.3 a failed run of a scheduled job is no dead letter, as the next run does its work", async ({
  services,
  openJobs,
}) => {
  const { db } = services;
  const broken = { data: z.object({}), run: () => Promise.reject(new Error("connection lost")) };
  const scheduled: Job = defineJob({ name: "every-minute", every: "* * * * *", ...broken });
  const alarming: Job = defineJob({ name: "every-minute-for-staff", every: "* * * * *", needsStaff: true, ...broken });
  const added: Job = defineJob({ name: "added-once", ...broken });
  const all = [scheduled, alarming, added];
  // as the version before created it
  await (await openJobs([{ ...scheduled, every: undefined }], { worker: true })).stop();
  const worker = await openJobs(all, { worker: true });
  for (const job of all) await worker.add(db, job, {});
  // the last of their attempts
  await sql`update pgboss.job set retry_limit = 0 where name = any(${all.map(({ name }) => name)}::text[])`.execute(db);
  await worker.work(services);
  const failed = async () =>
    (await sql`select from pgboss.job where state = 'failed' and name <> 'dead-letter'`.execute(db)).rows.length;
  await expect.poll(failed).toBe(3);
  const { rows } = await sql<{ source_name: string }>`
      select source_name from pgboss.job where name = 'dead-letter' order by source_name`.execute(db);
  expect(rows.map(({ source_name }) => source_name)).toEqual(["added-once", "every-minute-for-staff"]);
});

test("D3.9 the data of a dead letter that is retried stays as short a time as that of any other run", async ({
  services: { db },
  openJobs,
}) => {
  const job: Job = defineJob({ name: "kept-shortly", data: z.object({}), keptSeconds: 60, run: ignored });
  const jobs = await openJobs([job]);
  const bury = async () => {
    const { rows } = await sql<{ id: string }>`insert into pgboss.job (name, data, state, source_name)
      values ('dead-letter', '{}', 'created', 'kept-shortly') returning id`.execute(db);
    return rows[0]?.id ?? "";
  };
  await jobs.add(db, job, {});
  expect(await jobs.retryDead(db, await bury())).toBe("kept-shortly");
  await bury();
  expect(await jobs.retryAllDead(db, "kept-shortly", 10)).toBe(1);
  const { rows } = await sql`select deletion_seconds as kept from pgboss.job where name = 'kept-shortly'`.execute(db);
  expect(rows).toEqual([{ kept: 60 }, { kept: 60 }, { kept: 60 }]);
});

test("D3.9 erasing a member finds their jobs by an index, however many there are, and no others", async ({
  services: { db },
  openJobs,
}) => {
  const job: Job = defineJob({ name: "about-members", data: z.looseObject({ text: z.string() }), run: ignored });
  const [anna, ben] = [randomUUID(), randomUUID()];
  // a worker makes the index
  await openJobs([], { worker: true });
  const jobs = await openJobs([job]);
  const texts = [
    "https://example.org/?to=anna@example.org&x",

    `photos/1/${anna.toUpperCase()}/full.jpg`,
    "Anna <Anna@example.org>, hello",
    "joanna@example.org",
    ben,
  ];
  for (const text of texts) await jobs.add(db, job, { text });
  await jobs.add(db, job, { text: "here", to: "anna@example.org", siteId: 1 });
  await jobs.add(db, job, { text: "elsewhere", to: "anna@example.org", siteId: 2 });
  await sql`insert into pgboss.job (name, data, output, state) values
      ('about-members', '{}', ${JSON.stringify({ message: `550 <anna@example.org>. Unknown` })}, 'failed')`.execute(db);
  const plan = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const explained = await sql<{ "QUERY PLAN": string }>`explain delete from pgboss.job
        where public.job_mentions(array[data, output, source_output]) && ${[anna]}::text[]`.execute(trx);
    return explained.rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain("job_mentions");
  expect(plan).not.toContain("Seq Scan on job_common");
  await db.transaction().execute((trx) => jobs.deleteNaming(trx, [anna], { siteId: 1, address: "ANNA@example.org" }));
  const left = await sql<{ text: string }>`select data->>'text' as text from pgboss.job
      where name = 'about-members' order by 1`.execute(db);
  expect(left.rows.map(({ text }) => text).sort()).toEqual(["joanna@example.org", ben, "elsewhere"].sort());
});

test("D12.3 jobs stop although the database ends their connections at the same moment", async ({ services }) => {
  const url = new URL(services.config.databaseUrl ?? "");
  const way = await openFaultyProxy(targetOf(url));
  onTestFinished(() => way.close());
  const errors: Error[] = [];
  const jobs = await createJobs(withPort(url, way.port), [], { worker: true, onError: (error) => errors.push(error) });
  // another process ends them while this one waits, so that it reads the end only after it began to stop
  const end = `import pg from "pg";
    const client = new pg.Client(process.argv[1]);
    await client.connect();
    const { rowCount } = await client.query(\`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'pgboss%' and datname = current_database()\`);
    console.log(rowCount);
    await client.end();`;
  const ended = execFileSync(process.execPath, ["--input-type=module", "-e", end, url.href]);
  expect(Number(ended)).toBeGreaterThan(1);
  await jobs.stop();
  const unexpected = errors.filter(({ message }) => !message.startsWith("terminating connection"));
  expect(unexpected).toEqual([]);
});
