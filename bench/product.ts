// The product as it runs, web and worker in one process, but with rate limits that a load test does not reach.
import { join } from "node:path";
import { pino } from "pino";
import type { MemberEvent } from "#contract/events.ts";
import { fillFictional } from "#demo/fill-fictional.ts";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { openPool } from "#server/db/pool.ts";
import { createRegistry } from "#server/feature.ts";
import { allJobs } from "#server/features/all-jobs.ts";
import { features } from "#server/features/index.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { manualAge } from "#server/ports/age/manual.ts";
import { inProcessEvents } from "#server/ports/events/in-process.ts";
import { redisEvents } from "#server/ports/events/redis.ts";
import { createLocalFiles } from "#server/ports/files/local.ts";
import { createMmdbGeo } from "#server/ports/geo/mmdb.ts";
import { createOutboxMail } from "#server/ports/mail/outbox.ts";
import { createSandbox } from "#server/ports/payments/sandbox/sandbox.ts";
import { createHttpPostbacks } from "#server/ports/postbacks/http.ts";
import { noPush } from "#server/ports/push/none.ts";
import { createOutboxSms } from "#server/ports/sms/outbox.ts";
import { openRedis, watchRedis } from "#server/redis.ts";
import { createSecurityEvents } from "#server/security-events.ts";
import type { Services } from "#server/services.ts";
import { createTexts } from "#server/texts.ts";
import { listenForBench } from "./programs.ts";

const config = readConfig(process.env);
const { databaseUrl = "", dataDir, redisUrl } = config;
const log = pino({ level: "warn" }, pino.destination(2));
const onError = (error: Error) => log.error({ err: error });
const { pool, db } = openPool(databaseUrl, config.databasePool, onError);
const clock = systemClock;
const random = systemRandom;
const watch = watchRedis(log);
const redis = redisUrl ? openRedis(redisUrl, watch) : undefined;
const jobs = await createJobs(databaseUrl, allJobs, { worker: true, onError });
const services: Services = {
  config,
  db,
  pool,
  clock,
  random,
  texts: createTexts(),
  limits: createLimits(undefined, 100_000),
  securityEvents: createSecurityEvents(log, config.secret),
  jobs,
  events: redis ? redisEvents(redis, watch) : inProcessEvents(),
  geo: createMmdbGeo(),
  age: manualAge,
  files: createLocalFiles(join(dataDir, "files")),
  mail: createOutboxMail(db, clock),
  push: noPush,
  sms: createOutboxSms(db, clock),
  payments: createSandbox({ db, clock, random, secret: config.secret }),
  postbacks: createHttpPostbacks(),
  log,
  fillFictional,
  ...createRegistry(features),
};
const app = await createApp(services, [
  async (routes) => {
    // publishes an event as a use case does after its commit
    routes.post<{ Body: { member: string; event: MemberEvent } }>("/bench/publish", async ({ body }) => {
      services.events.publish(body.member, body.event);
      return {};
    });
  },
]);
await jobs.work(services);
await listenForBench(app);
