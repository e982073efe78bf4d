import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { pino } from "pino";
import { fillFictional } from "#demo/fill-fictional.ts";
import { createApp, type ExtraRoutes } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { createRegistry } from "#server/feature.ts";
import { allJobs } from "#server/features/all-jobs.ts";
import { features } from "#server/features/index.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import type { Clock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { manualAge } from "#server/ports/age/manual.ts";
import { inProcessEvents } from "#server/ports/events/in-process.ts";
import { createMemoryFiles } from "#server/ports/files/memory.ts";
import { createMmdbGeo } from "#server/ports/geo/mmdb.ts";
import { createRecordingMail } from "#server/ports/mail/recording.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { createSandbox } from "#server/ports/payments/sandbox/sandbox.ts";
import { createRecordingPostbacks } from "#server/ports/postbacks/recording.ts";
import { createRecordingPush } from "#server/ports/push/recording.ts";
import { createCoturnRelay } from "#server/ports/relay/coturn.ts";
import { createRecordingSms } from "#server/ports/sms/recording.ts";
import { createSecurityEvents } from "#server/security-events.ts";
import type { Services } from "#server/services.ts";
import { createTexts } from "#server/texts.ts";
import { withClient } from "./client.ts";
import { openPool } from "./pool.ts";
import { outsideTransactions } from "./test-outside-transactions.ts";

/** The variable in which vitest's global setup stores the address of the server with the template database. */
export const serverUrlVariable = "TEST_DATABASE_SERVER";
export const templateDatabase = "rendezvous_template";
/** The advisory lock that the global setup holds until the template database is complete. */
export const templateLock = 1;

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & { set(time: string | Date): void; advance(ms: number): void };

function testClock(start: string): TestClock {
  let time = new Date(start);
  return {
    now: () => new Date(time),
    set: (to) => {
      time = new Date(to);
    },
    advance: (ms) => {
      time = new Date(time.getTime() + ms);
    },
  };
}

const texts = createTexts();

async function onServer<T>(run: (admin: pg.Client) => Promise<T>): Promise<T> {
  const serverUrl = process.env[serverUrlVariable];
  if (!serverUrl) throw new Error("run by vitest with its global set-up only");
  return await withClient(serverUrl, run);
}

/** Clones the template once it is complete. PostgreSQL's default, to log each page, costs twice as much as copying. */
export async function cloneDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(async (admin) => {
    await admin.query(`select pg_advisory_lock_shared(${templateLock})`);
    await admin.query(`create database ${name} template ${templateDatabase} strategy file_copy`);
  });
  const url = new URL(process.env[serverUrlVariable] ?? "");
  url.pathname = `/${name}`;
  return url.href;
}

/** How long a closed connection may take to end at the server, on a machine that does other work. */
const endingMs = 60_000;
const pollMs = 20;

/**
 * Waits until the server has ended the database's connections: a driver's `end()` returns before that. Fails with
 * their last statements if one stays, because then a test did not close what it opened.
 */
export async function waitForConnectionsToEnd(admin: pg.Client, database: string, maxMs = endingMs): Promise<void> {
  // a test may have stopped the clock
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const { rows } = await admin.query<{ query: string }>(
      `select application_name || ': ' || query as query from pg_stat_activity
      where datname = $1 and backend_type = 'client backend'`,
      [database],
    );
    if (rows.length === 0) return;
    if (waitedMs > maxMs) {
      throw new Error(`connections were left open:\n${rows.map(({ query }) => query).join("\n")}`);
    }
    await pause(pollMs);
  }
}

/** Removes a clone: hundreds of them would fill the disk, and PostgreSQL would look after each. */
async function deleteClone(databaseUrl: string, maxMs: number): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await onServer(async (admin) => {
    await waitForConnectionsToEnd(admin, name, maxMs);
    await admin.query(`drop database ${name}`);
  });
}

/**
 * How long a statement waits for a connection: as long as a test may take. The product refuses a request after ten
 * seconds, which on a busy machine would refuse some of the hundreds that a test sends at once.
 */
const waitMs = 120_000;

/**
 * With the two demo sites and places, recording mail, text messages and push, a clock that stands still, and jobs that
 * run when `drain` is called. `close` it at the end.
 */
export async function testServices(closeMs = endingMs) {
  const databaseUrl = await cloneDatabase();
  const logged: string[] = [];
  const log = process.env.TEST_LOG
    ? pino({ level: process.env.TEST_LOG })
    : pino({ level: "error" }, { write: (line: string) => void logged.push(line) });
  const fail = (error: Error) => log.error(error);
  const { pool, db } = openPool(databaseUrl, 20, fail, { connectMs: waitMs });
  const clock = testClock("2026-11-20T18:00:00Z");
  const jobs = await createJobs(databaseUrl, allJobs, { worker: false, onError: fail });
  const config = readConfig({
    NODE_ENV: "test",
    SECRET: "a secret for tests only, long enough",
    DATABASE_URL: databaseUrl,
  });
  const mail = createRecordingMail();
  const files = createMemoryFiles();
  const push = createRecordingPush();
  const sms = createRecordingSms();
  const postbacks = createRecordingPostbacks();
  const services: Services & {
    jobs: Jobs;
    clock: TestClock;
    mail: typeof mail;
    push: typeof push;
    sms: typeof sms;
    postbacks: typeof postbacks;
    files: typeof files;
  } = {
    config,
    db,
    pool,
    clock,
    random: systemRandom,
    texts,
    limits: createLimits(undefined, 1000),
    securityEvents: createSecurityEvents(log, config.secret),
    jobs,
    events: inProcessEvents(),
    geo: createMmdbGeo(),
    age: manualAge,
    relay: createCoturnRelay(
      { urls: ["turn:turn.example.org:3478?transport=udp"], secret: config.secret },
      systemRandom,
    ),
    files: outsideTransactions(files),
    mail: outsideTransactions(mail),
    push: outsideTransactions(push),
    sms: outsideTransactions(sms),
    payments: createProviders(
      outsideTransactions(createSandbox({ db, clock, random: systemRandom, secret: config.secret })),
    ),
    postbacks: outsideTransactions(postbacks),
    installations: [],
    log,
    fillFictional,
    ...createRegistry(features),
  };
  const siteIds = await seedDemoSites(db, clock.now());
  const close = async () => {
    await jobs.stop();
    await services.events.close();
    // would wait forever for a connection that a failed test left in a transaction; `deleteClone` names that one
    const ended = pool.end();
    await deleteClone(databaseUrl, closeMs);
    await ended;
  };
  return { services, siteIds, close, logged };
}

/** The same with the app around it, for tests through HTTP. */
export async function testApp(extras: (services: Services) => ExtraRoutes[] = () => []) {
  const { services, siteIds, close, logged } = await testServices();
  const app = await createApp(services, extras(services));
  await app.ready();
  return {
    app,
    services,
    siteIds,
    logged,
    close: async () => {
      await app.close();
      await close();
    },
  };
}
