import { fillFictional } from "#demo/fill-fictional.ts";
import { createRegistry } from "#server/feature.ts";
import { features } from "#server/features/index.ts";
import { loadPlaces } from "#server/features/sites/index.ts";
import { type Config, ConfigError } from "./config/config.ts";
import type { RunStatement } from "./db/driver.ts";
import { startEmbedded } from "./db/embedded.ts";
import { describeDatabaseProblem, migrate } from "./db/migrate.ts";
import { openPool, productLimits } from "./db/pool.ts";
import { createReplica } from "./db/replica.ts";
import { allJobs } from "./features/all-jobs.ts";
import type { Drain } from "./http/health.ts";
import { createLimits } from "./http/rate-limits.ts";
import { createJobs } from "./jobs/jobs.ts";
import { systemClock } from "./lib/clock.ts";
import { systemRandom } from "./lib/random.ts";
import { manualAge } from "./ports/age/manual.ts";
import { inProcessEvents } from "./ports/events/in-process.ts";
import { redisEvents } from "./ports/events/redis.ts";
import { createFiles } from "./ports/files/create.ts";
import { createMmdbGeo } from "./ports/geo/mmdb.ts";
import { createInstallations } from "./ports/installations/http.ts";
import { createOutboxMail } from "./ports/mail/outbox.ts";
import { createSmtpMail } from "./ports/mail/smtp.ts";
import { createGenesis } from "./ports/payments/genesis/genesis.ts";
import { withoutDirectDebit } from "./ports/payments/methods.ts";
import { createMollie } from "./ports/payments/mollie/mollie.ts";
import { createProviders } from "./ports/payments/providers.ts";
import { createSandbox } from "./ports/payments/sandbox/sandbox.ts";
import { createHttpPictureCheck } from "./ports/pictures/http.ts";
import { createHttpPostbacks } from "./ports/postbacks/http.ts";
import { createWebPush, noPush } from "./ports/push/web-push.ts";
import { createRelay } from "./ports/relay/create.ts";
import { createOutboxSms } from "./ports/sms/outbox.ts";
import { createTwilioSms } from "./ports/sms/twilio.ts";
import { openRedis, watchRedis } from "./redis.ts";
import { createSecurityEvents } from "./security-events.ts";
import type { Services } from "./services.ts";
import { createTexts } from "./texts.ts";

/** After a stop signal, running requests and jobs have this many milliseconds to finish. */
export const drainMs = 5_000;

/** What a stop signal ends. The parts of the product register what has to be done for them. */
export type Shutdown = {
  drain: Drain;
  isStopping(): boolean;
  /** Finishes running work. All of these run at once, before anything is closed. */
  onDrain(run: () => Promise<void>): void;
  /** Closes a part. These run one after another, the part that was opened last first. */
  onClose(run: () => Promise<void>): void;
};

/** The database of `DATABASE_URL`, or else the embedded one, which this starts. */
async function findDatabase(config: Config, onChange: (line: string) => void) {
  const { databaseUrl: url, directUrl } = config;
  if (url) return { url, directUrl: directUrl ?? url, notes: [], stop: async () => {} };
  const embedded = await startEmbedded(config.dataDir, { onChange });
  return { ...embedded, directUrl: embedded.url };
}

/** An outage breaks all connections at once, and each job's queue reports it: one line is enough. */
const outageMs = 5_000;

function logOncePerOutage(log: Services["log"], shutdown: Pick<Shutdown, "isStopping">) {
  let quietUntil = 0;
  return (error: Error) => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + outageMs;
    // the message only: the error object holds the whole connection
    const values = { reason: error.message };
    if (shutdown.isStopping()) log.warn(values, "the database went away while stopping");
    else log.error(values, "the database is unreachable");
  };
}

/** Connects to the database and migrates it. Throws a `ConfigError` if the database does not answer. */
async function openDatabase(
  config: Config,
  log: Services["log"],
  shutdown: Omit<Shutdown, "drain">,
  runStatement: RunStatement | undefined,
) {
  const database = await findDatabase(config, (line) => log.error(line));
  shutdown.onClose(database.stop);
  for (const note of database.notes) process.stdout.write(`${note}\n`);
  const { ownerUrl = database.directUrl } = config;
  await migrate(ownerUrl).catch(async (error: unknown) => {
    await database.stop();
    const ownVariable = config.databaseUrl && config.directUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
    throw new ConfigError([
      describeDatabaseProblem(config.ownerUrl ? "DATABASE_OWNER_URL" : ownVariable, ownerUrl, error),
    ]);
  });
  const onError = logOncePerOutage(log, shutdown);
  const { pool, db } = openPool(database.url, config.databasePool, onError, {
    prepares: config.prepared,
    runStatement,
    ...productLimits,
  });
  shutdown.onClose(() => pool.end());
  return { pool, db, directUrl: database.directUrl, onError };
}

/** Builds the services with the adapters that the configuration names. The jobs do not run yet. */
export async function createServices(config: Config, log: Services["log"], shutdown: Omit<Shutdown, "drain">) {
  // the library is loaded only if it is used
  const tracing = config.otlpUrl ? (await import("./tracing.ts")).startTracing(config.otlpUrl) : undefined;
  if (tracing) shutdown.onClose(() => tracing.stop());

  const { pool, db, directUrl, onError } = await openDatabase(config, log, shutdown, tracing?.traceStatement);
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
  const [provider = createSandbox({ db, clock, random, secret: config.secret }), ...others] = [
    ...(config.mollie ? [createMollie(config.mollie)] : []),
    ...(config.genesis ? [createGenesis({ db, clock }, config.genesis)] : []),
  ].map((each) => (config.directDebit ? each : withoutDirectDebit(each)));
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
    relay: createRelay(config, random),
    installations: createInstallations(config.installations),
    payments: createProviders(provider, ...others),
    sms: config.sms ? createTwilioSms(config.sms) : createOutboxSms(db, clock),
    log,
    tracing,
    fillFictional,
    ...createRegistry(features),
  };
  return { services, jobs };
}
