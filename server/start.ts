import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { fillFictional } from "#demo/fill-fictional.ts";
import { startDemo } from "#demo/start.ts";
import { createRegistry } from "#server/feature.ts";
import { features } from "#server/features/index.ts";
import { loadPlaces } from "#server/features/sites/index.ts";
import { createApp, type ExtraRoutes } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config/config.ts";
import { findDataFolderProblem } from "./config/data-folder.ts";
import { forgetPort, notePort } from "./config/running-port.ts";
import { describeDatabaseProblem } from "./db/describe-problem.ts";
import { startEmbedded } from "./db/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { openPool } from "./db/pool.ts";
import { createReplica } from "./db/replica.ts";
import { allJobs } from "./features/all-jobs.ts";
import { createDrain, type Drain } from "./http/drain.ts";
import { findCaller } from "./http/find-caller.ts";
import { createLimits } from "./http/rate-limits.ts";
import { createJobs } from "./jobs/jobs.ts";
import { systemClock } from "./lib/clock.ts";
import { systemRandom } from "./lib/random.ts";
import { createLog } from "./log.ts";
import { mountPages } from "./mount-pages.ts";
import { manualAge } from "./ports/age/manual.ts";
import { inProcessEvents } from "./ports/events/in-process.ts";
import { redisEvents } from "./ports/events/redis.ts";
import { createFiles } from "./ports/files/create.ts";
import { createMmdbGeo } from "./ports/geo/mmdb.ts";
import { createOutboxMail } from "./ports/mail/outbox.ts";
import { outboxPage } from "./ports/mail/outbox-page.ts";
import { createSmtpMail } from "./ports/mail/smtp.ts";
import { createMollie } from "./ports/payments/mollie/mollie.ts";
import { sandboxPages } from "./ports/payments/sandbox/pages.ts";
import { createSandbox } from "./ports/payments/sandbox/sandbox.ts";
import { withoutDirectDebit } from "./ports/payments/without-direct-debit.ts";
import { createHttpPictureCheck } from "./ports/pictures/http.ts";
import { createHttpPostbacks } from "./ports/postbacks/http.ts";
import { noPush } from "./ports/push/none.ts";
import { createWebPush } from "./ports/push/web-push.ts";
import { createOutboxSms } from "./ports/sms/outbox.ts";
import { createTwilioSms } from "./ports/sms/twilio.ts";
import { openRedis, watchRedis } from "./redis.ts";
import { createSecurityEvents } from "./security-events.ts";
import type { Services } from "./services.ts";
import { createTexts } from "./texts.ts";
import { createWorkerApp } from "./worker-app.ts";

/** No statement takes this long; jobs that do are repeated anyway. A statement that does means a hanging connection. */
const statementMs = 60_000;

/** After a stop signal, running requests and jobs have this many milliseconds to finish. */
const drainMs = 5_000;
const sameSignalMs = 300;

/** Ends the start with one clear line per problem (D12.2). */
function exitWith(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What a stop signal ends. The parts of the product register what has to be done for them. */
type Shutdown = {
  drain: Drain;
  isStopping(): boolean;
  /** Finishes running work. All of these run at once, before anything is closed. */
  onDrain(run: () => Promise<void>): void;
  /** Closes a part. These run one after another, the part that was opened last first. */
  onClose(run: () => Promise<void>): void;
};

/** Shuts the process down at SIGTERM or SIGINT; a second signal, or too much time, ends it at once. */
function handleStopSignals(config: Config, log: Services["log"]): Shutdown {
  const drain = createDrain();
  const drainers: (() => Promise<void>)[] = [];
  const closers: (() => Promise<void>)[] = [];
  let stopping = false;
  const logFailure = (error: unknown) => log.error({ err: error }, "while stopping");
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    drain.begin();
    // Ctrl-C reaches this process and also its parent, which forwards it: count both as one signal
    setTimeout(() => {
      for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit(1));
    }, sameSignalMs);
    const abandonWork = () => {
      log.warn("shutdown took too long: unfinished work is abandoned");
      process.exit(0);
    };
    setTimeout(abandonWork, config.drainDelayMs + drainMs + 700);
    await Promise.all(drainers.map((run) => run().catch(logFailure)));
    for (const close of closers.reverse()) await close().catch(logFailure);
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  return {
    drain,
    isStopping: () => stopping,
    onDrain: (run) => void drainers.push(run),
    onClose: (run) => void closers.push(run),
  };
}

/** The database of `DATABASE_URL`, or else the embedded one, which this starts. */
async function findDatabase(config: Config, onChange: (line: string) => void) {
  const { databaseUrl: url, directUrl } = config;
  if (url) return { url, directUrl: directUrl ?? url, notes: [], stop: async () => {} };
  const embedded = await startEmbedded(config.dataDir, { onChange });
  return { ...embedded, directUrl: embedded.url };
}

/** Connects to the database, migrates it and loads the places. Exits the process if the database does not answer. */
async function openDatabase(config: Config, log: Services["log"], shutdown: Shutdown) {
  const database = await findDatabase(config, (line) => log.error(line));
  shutdown.onClose(database.stop);
  for (const note of database.notes) printLine(note);
  const { ownerUrl = database.directUrl } = config;
  await migrate(ownerUrl).catch(async (error: unknown) => {
    await database.stop();
    const ownVariable = config.databaseUrl && config.directUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
    exitWith([describeDatabaseProblem(config.ownerUrl ? "DATABASE_OWNER_URL" : ownVariable, ownerUrl, error)]);
  });
  const onError = (error: Error) => {
    // log the message only: the error object holds the whole connection
    if (!shutdown.isStopping()) log.error({ reason: error.message }, "the database is unreachable");
  };
  const { pool, db } = openPool(database.url, config.databasePool, onError, {
    prepares: config.prepared,
    queryMs: statementMs,
  });
  shutdown.onClose(() => pool.end());
  return { pool, db, directUrl: database.directUrl, onError };
}

/** Builds the services with the adapters that the configuration names. The jobs do not run yet. */
async function createServices(config: Config, log: Services["log"], shutdown: Shutdown) {
  // the library is loaded only if it is used
  const tracing = config.otlpUrl ? (await import("./tracing.ts")).startTracing(config.otlpUrl) : undefined;
  if (tracing) shutdown.onClose(() => tracing.stop());

  const { pool, db, directUrl, onError } = await openDatabase(config, log, shutdown);
  tracing?.traceStatements(pool);
  await loadPlaces(db);
  const { replicaUrl, databasePool: max, prepared: prepares } = config;
  const replica = replicaUrl === undefined ? undefined : createReplica(db, { replicaUrl, max, log, prepares });
  if (replica) shutdown.onClose(() => replica.close());

  const watch = watchRedis(log);
  const redis = config.redisUrl ? openRedis(config.redisUrl, watch) : undefined;
  if (redis) shutdown.onClose(async () => redis.disconnect());
  const events = redis ? redisEvents(redis, watch) : inProcessEvents();
  shutdown.onClose(() => events.close());

  const worker = config.services.includes("worker");
  const jobs = await createJobs(directUrl, tracing?.traceJobs(allJobs) ?? allJobs, {
    worker,
    onError,
    ownerUrl: config.ownerUrl,
  });
  shutdown.onClose(() => jobs.stop());
  shutdown.onDrain(() => jobs.stopTaking(drainMs - 1_000));
  const securityEvents = createSecurityEvents(log, config.secret);
  shutdown.onClose(async () => securityEvents.flush());
  const clock = systemClock;
  const random = systemRandom;
  const paymentProvider = config.mollie
    ? createMollie(config.mollie)
    : createSandbox({ db, clock, random, secret: config.secret });
  const services: Services = {
    config,
    db,
    pool,
    replica,
    clock,
    random,
    texts: createTexts(),
    limits: createLimits(redis && { redis, watch }),
    securityEvents,
    jobs,
    events,
    geo: createMmdbGeo(),
    age: manualAge,
    files: createFiles(config),
    mail: config.smtpUrl ? createSmtpMail(config.smtpUrl) : createOutboxMail(db, clock),
    push: config.vapid ? createWebPush(config.vapid) : noPush,
    postbacks: createHttpPostbacks(),
    pictures: config.pictureCheck && createHttpPictureCheck(config.pictureCheck),
    payments: config.directDebit ? paymentProvider : withoutDirectDebit(paymentProvider),
    sms: config.sms ? createTwilioSms(config.sms) : createOutboxSms(db, clock),
    log,
    tracing,
    fillFictional,
    ...createRegistry(features),
  };
  return { services, jobs };
}

/** The pages of the built-in stand-ins, where they are used, and the product's own pages. */
function extraRoutesOf(services: Services): ExtraRoutes[] {
  const { config, db, clock } = services;
  const usesOutbox = !config.smtpUrl || (!config.sms && config.directDebit);
  return [
    async (app, lookups) => {
      const siteOf = async (request: FastifyRequest) => (await findCaller(lookups, request, clock.now())).site;
      if (usesOutbox) await app.register(outboxPage, { db, siteOf });
    },
    async (app) => {
      if (!config.mollie) await app.register(sandboxPages, { services });
    },
    (app, lookups) => mountPages(app, lookups, services),
  ];
}

/** Listens for requests; returns the URL at which this machine reaches the product. Sets `config.port`. */
async function serveWeb(services: Services, shutdown: Shutdown): Promise<string> {
  const { config } = services;
  const app = await createApp(services, extraRoutesOf(services), shutdown.drain);
  shutdown.onDrain(async () => {
    // proxies need this long to see that the process is no longer ready
    await pause(config.drainDelayMs);
    // a silent connection, or a request that never ends, would delay the shutdown indefinitely
    const closeTimer = setTimeout(() => app.server.closeAllConnections(), drainMs);
    await app.close().finally(() => clearTimeout(closeTimer));
  });
  await app.listen({ host: config.host, port: config.port });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  const host = config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host;
  // mails sent outside a request link to this port
  config.port = port;
  // in production links name the sites' own addresses
  if (config.mode !== "production") {
    notePort(config.dataDir, port);
    shutdown.onClose(async () => forgetPort(config.dataDir));
  }
  return `http://${host}:${port}`;
}

/** Serves health and metrics of a worker at `HEALTH_PORT`, until it has drained. */
async function serveHealth(services: Services, port: number, shutdown: Shutdown): Promise<void> {
  const app = await createWorkerApp(services, shutdown.drain);
  shutdown.onClose(() => app.close());
  await app.listen({ host: services.config.host, port });
}

/**
 * `npm start` builds the pages while this process fills the database: with `--await-pages` it writes to standard input
 * once they are built, or ends it without a word.
 */
async function awaitPages(): Promise<void> {
  if (!process.argv.includes("--await-pages") || (await text(process.stdin)) !== "") return;
  throw new Error("The pages were not built.");
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const folderProblem = config.databaseUrl && config.storage ? undefined : findDataFolderProblem(config.dataDir);
  if (folderProblem !== undefined) throw new ConfigError([folderProblem]);
  const log = createLog(config.logLevel);
  const shutdown = handleStopSignals(config, log);
  const { services, jobs } = await createServices(config, log, shutdown);
  const worker = config.services.includes("worker");
  const demo = config.demo ? await startDemo(services, { worker, say: printLine }) : undefined;
  if (demo) shutdown.onDrain(demo.stop);

  if (config.services.includes("web")) {
    await awaitPages();
    const url = await serveWeb(services, shutdown);
    printLine(`\nRendezvous is ready: ${url}\n`);
    for (const line of demo?.welcome(url) ?? []) printLine(line);
  }
  if (!worker) return;
  // not before: drawing keeps a core busy, which the start needs
  demo?.begin();
  if (!config.services.includes("web")) {
    if (config.healthPort !== undefined) await serveHealth(services, config.healthPort, shutdown);
    printLine(
      `Rendezvous works on jobs${config.healthPort === undefined ? "" : `; health at port ${config.healthPort}`}.`,
    );
  }
  await jobs.work(services).catch((error: unknown) => {
    // a stop signal came while the worker was still starting
    if (!shutdown.isStopping()) throw error;
  });
}

try {
  await start();
} catch (error) {
  if (error instanceof ConfigError) exitWith(error.problems);
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    const { port } = error as Error & { port?: number };
    exitWith([`Port ${port} is taken: stop what uses it, or choose another one: PORT=3001 npm start`]);
  }
  exitWith([error instanceof Error && error.message !== "" ? error.message : String(error)]);
}
