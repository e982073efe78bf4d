// The queue of jobs with a backlog: how fast it drains, and how long a person waits whose job comes behind it.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import fastify from "fastify";
import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { sendMailJob, sendMassMailJob } from "#server/features/mails/index.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import type { JobKind } from "#server/jobs/job-queue.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { systemClock } from "#server/lib/clock.ts";
import { sandboxWebhook } from "#server/ports/payments/sandbox/webhook.ts";
import { cpuOfEach, type Meter, withCpu } from "./cpu.ts";
import { startDatabase } from "./database.ts";
import { startProgram } from "./programs.ts";
import { atLeast, atMost, type Part } from "./report.ts";

const massMails = 10_000;
const webhooks = 1_000;
const probes = 5;
const patience = 300_000;

type Queue = { db: Db; jobs: Jobs; siteId: number; meter: Meter };

/** Seconds until `reached`. */
async function secondsUntil(reached: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < patience) {
    if (await reached()) return (performance.now() - began) / 1000;
    await wait(50);
  }
  return Number.POSITIVE_INFINITY;
}

/** Adds jobs in one transaction, so that the workers see all of them at once. */
async function addAll({ db, jobs }: Queue, job: JobKind, count: number, data: (index: number) => object) {
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < count; index += 1) await jobs.add(trx, job, data(index));
  });
}

const mailTo = (siteId: number, id: string = randomUUID()) => ({
  id,
  ...{ siteId, to: `${id}@example.org`, language: "en", origin: "http://localhost" },
  ...{ kind: "activation", params: { name: "Anna", link: "/x" } },
});

/** Adds an activation mail; returns the seconds until it is in the outbox. */
async function probeMail({ db, jobs, siteId }: Queue): Promise<number> {
  const mail = mailTo(siteId);
  await jobs.add(db, sendMailJob, mail as never);
  const sent = db.selectFrom("outbox").select("id").where("id", "=", mail.id);
  return await secondsUntil(async () => (await sent.executeTakeFirst()) !== undefined);
}

/** Mails a second with a backlog, from its commit to its last mail; and the longest that one behind it waited. */
async function measureMails(queue: Queue) {
  const { db, siteId, meter } = queue;
  // the first mail loads the library
  await probeMail(queue);
  await addAll(queue, sendMassMailJob, massMails, () => mailTo(siteId));
  const waiting = sql<{ waits: boolean }>`select exists (
    select from pgboss.job where name = ${sendMassMailJob.name} and state < 'active' and not blocked) as waits`;
  const waits: number[] = [];
  const { result: seconds, cpu } = await withCpu(meter, async () => {
    const drained = secondsUntil(async () => (await waiting.execute(db)).rows[0]?.waits === false);
    for (let probe = 0; probe < probes; probe += 1) {
      waits.push(await probeMail(queue));
      await wait(500);
    }
    return await drained;
  });
  return { perSecond: massMails / seconds, cpu: cpuOfEach(cpu, massMails), mail: Math.max(...waits) };
}

/** How many seconds the last of a thousand webhooks takes, and then one behind a thousand mass mails. */
async function measureWebhooks(queue: Queue): Promise<{ last: number; behindMails: number }> {
  const { db, jobs, siteId } = queue;
  const received = new Set<string>();
  const receiver = fastify({ forceCloseConnections: true });
  receiver.post<{ Body: { id: string } }>("/", async ({ body }) => {
    received.add(body.id);
    return {};
  });
  const url = await receiver.listen({ host: "127.0.0.1", port: 0 });
  try {
    const order = {
      amount_minor: 100,
      country: "NL",
      currency: "EUR",
      language: "en",
      merchant: "x",
      description: "x",
    };
    const shared = { ...order, return_url: url, webhook_url: url, created_at: systemClock.now() };
    const references = Array.from({ length: webhooks }, () => randomUUID());
    const reference = randomUUID();
    const payments = [...references, reference].map((each) => {
      return { ...shared, reference: each, payment_id: randomUUID() };
    });
    await db.insertInto("sandbox_payments").values(payments).execute();
    await addAll(queue, sandboxWebhook, webhooks, (index) => ({ reference: references[index] }));
    const last = await secondsUntil(async () => received.size === webhooks);
    await addAll(queue, sendMassMailJob, webhooks, () => mailTo(siteId));
    await jobs.add(db, sandboxWebhook, { reference });
    return { last, behindMails: await secondsUntil(async () => received.has(reference)) };
  } finally {
    await receiver.close();
  }
}

/**
 * Starts a worker as production does, on an empty database, with the outbox and the sandbox. Without `NODE_ENV` it
 * would write mails with the development build of React.
 */
export async function jobs(): Promise<Part> {
  await using database = await startDatabase();
  const { url, folder, db, meter } = database;
  const [siteId = 0] = await seedDemoSites(db, systemClock.now());
  const kinds = [sendMailJob, sendMassMailJob, sandboxWebhook];
  const added = await createJobs(url, kinds, { worker: false, onError: () => {} });
  await using closing = new AsyncDisposableStack();
  closing.defer(() => added.stop());
  closing.use(
    await startProgram(process.execPath, ["server/main.ts"], /works on jobs/, {
      ...{ NODE_ENV: "production", SECRET: randomUUID(), ALLOW_IN_PRODUCTION: "outbox,sandbox" },
      ...{ DATA_DIR: folder, DATABASE_URL: url, SERVICES: "worker", LOG_LEVEL: "error", DEMO: "0" },
    }),
  );
  const queue = { db, jobs: added, siteId, meter };
  const figures = { ...(await measureMails(queue)), webhook: await measureWebhooks(queue) };
  const goals = [
    atLeast("jobs: mails a second with a backlog", figures.perSecond, 200),
    atMost(`jobs: seconds until an activation mail behind ${massMails} mass mails`, figures.mail, 5),
    atMost(`jobs: seconds until the last of ${webhooks} webhooks`, figures.webhook.last, 5),
    atMost(`jobs: seconds until a webhook behind ${webhooks} mass mails`, figures.webhook.behindMails, 2),
  ];
  return { figures, goals, text: `${massMails} mass mails waiting, then ${webhooks} webhooks.` };
}
