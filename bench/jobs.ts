// The queue of jobs with a backlog: how fast it drains, and how long a person waits whose job comes behind it.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { sendMailJob, sendMassMailJob } from "#server/features/mails/index.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import type { JobKind } from "#server/jobs/job-queue.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { systemClock } from "#server/lib/clock.ts";
import { sandboxWebhook } from "#server/ports/payments/sandbox/webhook.ts";
import type { Cpu } from "./cpu.ts";
import { startDatabase } from "./database.ts";
import { startProgram } from "./programs.ts";

export const massMails = 10_000;
export const webhooks = 1_000;
const probes = 5;
const patience = 300_000;

export type QueueFigures = {
  /** Mails a second that the product wrote and stored, from the backlog's commit to its last mail. */
  perSecond: number;
  /** Milliseconds of CPU for each of them, which other load on the machine hardly affects. */
  cpu: Cpu;
  /** The longest that an activation mail waited behind mass mails, in seconds. */
  mail: number;
  /** Seconds that the last of a thousand webhooks waited, and one that was added behind a thousand mass mails. */
  webhook: { last: number; behindMails: number };
};

/** Whether no job of a queue waits any more; reads an index of those that wait. */
async function isDrained(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (
    select from pgboss.job where name = ${name} and state < 'active' and not blocked) as waits`.execute(db);
  return rows[0]?.waits === false;
}

/** Seconds until `reached`, from `began`. */
async function secondsUntil(began: number, reached: () => Promise<boolean>): Promise<number> {
  while (performance.now() - began < patience) {
    if (await reached()) return (performance.now() - began) / 1000;
    await wait(50);
  }
  return Number.POSITIVE_INFINITY;
}

type Bench = { db: Db; jobs: Jobs; siteId: number; meter: () => Cpu };

/** Adds jobs in one transaction, so that the workers see all of them at once. */
async function addAll({ db, jobs }: Bench, job: JobKind, count: number, data: (index: number) => object) {
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < count; index += 1) await jobs.add(trx, job, data(index));
  });
}

const mailTo = (siteId: number, id: string) => ({
  id,
  ...{ siteId, to: `${id}@example.org`, language: "en", origin: "http://localhost" },
  ...{ kind: "activation", params: { name: "Anna", link: "/x" } },
});

/** Adds an activation mail; returns the seconds until it is in the outbox. */
async function probeMail({ db, jobs, siteId }: Bench): Promise<number> {
  const id = randomUUID();
  const began = performance.now();
  await jobs.add(db, sendMailJob, mailTo(siteId, id) as never);
  const sent = db.selectFrom("outbox").select("id").where("id", "=", id);
  return await secondsUntil(began, async () => (await sent.executeTakeFirst()) !== undefined);
}

/** A server that takes webhooks, and the payments of the sandbox that report to it. */
async function webhookReceiver(db: Db) {
  const received = new Set<string>();
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    received.add(JSON.parse(text).id);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
  const references = Array.from({ length: webhooks + 1 }, () => randomUUID());
  const order = { amount_minor: 100, country: "NL", currency: "EUR", language: "en", merchant: "x", description: "x" };
  const shared = { ...order, return_url: url, webhook_url: url, created_at: systemClock.now() };
  const payments = references.map((reference) => ({ ...shared, reference, payment_id: randomUUID() }));
  await db.insertInto("sandbox_payments").values(payments).execute();
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { received, references, close };
}

/** How long the last of a thousand webhooks takes, and then one behind a thousand mass mails. */
async function measureWebhooks(bench: Bench): Promise<{ last: number; behindMails: number }> {
  const { db, jobs, siteId } = bench;
  const { received, references, close } = await webhookReceiver(db);
  try {
    const reference = (index: number) => references[index] ?? "";
    await addAll(bench, sandboxWebhook, webhooks, (index) => ({ reference: reference(index) }));
    const last = await secondsUntil(performance.now(), async () => received.size === webhooks);
    await addAll(bench, sendMassMailJob, webhooks, () => mailTo(siteId, randomUUID()));
    const began = performance.now();
    await jobs.add(db, sandboxWebhook, { reference: reference(webhooks) });
    const behindMails = await secondsUntil(began, async () => received.has(reference(webhooks)));
    return { last, behindMails };
  } finally {
    close();
  }
}

async function measure(bench: Bench): Promise<QueueFigures> {
  const { db, siteId, meter } = bench;
  // the first mail loads the library
  await probeMail(bench);
  await addAll(bench, sendMassMailJob, massMails, () => mailTo(siteId, randomUUID()));
  const before = meter();
  const began = performance.now();
  const drained = secondsUntil(began, () => isDrained(db, sendMassMailJob.name));
  const waits: number[] = [];
  for (let probe = 0; probe < probes; probe += 1) {
    waits.push(await probeMail(bench));
    await wait(500);
  }
  const perSecond = massMails / (await drained);
  const after = meter();
  const each = (what: keyof Cpu) => (after[what] - before[what]) / massMails;
  const cpu = { database: each("database"), server: each("server") };
  return { perSecond, cpu, mail: Math.max(...waits), webhook: await measureWebhooks(bench) };
}

/**
 * Starts a worker as production does, on an empty database, with the outbox and the sandbox. Without `NODE_ENV` it
 * would write mails with the development build of React.
 */
export async function measureJobs(): Promise<QueueFigures> {
  const database = await startDatabase();
  const { url, folder, db, meter } = database;
  const [siteId = 0] = await seedDemoSites(db, systemClock.now());
  const kinds = [sendMailJob, sendMassMailJob, sandboxWebhook];
  const jobs = await createJobs(url, kinds, { worker: false, onError: () => {} });
  const worker = await startProgram(process.execPath, ["server/main.ts"], /works on jobs/, {
    ...{ NODE_ENV: "production", SECRET: randomUUID(), ALLOW_IN_PRODUCTION: "outbox,sandbox" },
    ...{ DATA_DIR: folder, DATABASE_URL: url, SERVICES: "worker", LOG_LEVEL: "error", DEMO: "0" },
  });
  try {
    return await measure({ db, jobs, siteId, meter });
  } finally {
    await worker.stop();
    await jobs.stop();
    await database.stop();
  }
}
