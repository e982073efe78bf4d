import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import { readBackupTimes } from "#server/backup/catalog.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import { readReplication } from "#server/db/replication.ts";
import type { FeatureGauge } from "#server/hooks.ts";
import { runtimeAgeDays } from "#server/runtime-age.ts";
import type { Services } from "#server/services.ts";
import type { OpenStreams } from "./event-stream.ts";

type Client = FastifyInstance["metrics"]["client"];

function addGauge(client: Client, name: string, help: string, value: () => number | Promise<number>): void {
  new client.Gauge({
    name: `rendezvous_${name}`,
    help,
    async collect() {
      // without the database there is no figure, which the alert rules treat as unknown
      this.set(await Promise.resolve(value()).catch(() => Number.NaN));
    },
  });
}

/** A feature's figure, or one for each value of its label. */
function addFeatureGauge(client: Client, gauge: FeatureGauge, services: Services): void {
  const { name, help } = gauge;
  if ("read" in gauge) {
    addGauge(client, name, help, () => gauge.read(services));
    return;
  }
  let read: { at: number; values: Readonly<Record<string, number>> } | undefined;
  const readValues = async () => {
    const at = services.clock.now().getTime();
    if (read === undefined || at - read.at >= (gauge.everyMs ?? 0))
      read = { at, values: await gauge.readEach(services) };
    return read.values;
  };
  new client.Gauge({
    name: `rendezvous_${name}`,
    help,
    labelNames: [gauge.label],
    async collect() {
      this.reset();
      const values = await readValues().catch(() => ({}));
      for (const [label, value] of Object.entries(values)) this.set({ [gauge.label]: label }, value);
    },
  });
}

const sharedMs = 5_000;

/** All figures that come of one query, and several scrapers within a time, share it. */
function shareQuery<T>({ clock }: Pick<Services, "clock">, query: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const at = clock.now().getTime();
    if (!last || Math.abs(at - last.at) >= sharedMs) last = { at, answer: query() };
    return last.answer;
  };
}

type Queue = { queue: string; waiting: number; oldestSeconds: number };
const deadLetters = "dead-letter";

/** Jobs that are due and wait, by queue, in any process; the condition is that of pg-boss's own index. */
async function readQueues(db: Db): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select name as queue, count(*)::int as waiting,
      extract(epoch from now() - min(start_after))::float as "oldestSeconds"
    from pgboss.job where state < 'active' and not blocked and start_after <= now() group by name`.execute(db);
  return rows;
}

function addQueues(client: Client, services: Services): void {
  const getQueues = shareQuery(services, () => readQueues(services.db));
  const isLive = ({ queue }: Queue) => queue !== deadLetters;
  const ofQueues = async (filter: (queue: Queue) => boolean, value: (queues: Queue[]) => number) =>
    value((await getQueues()).filter(filter));
  const total = (queues: Queue[]) => queues.reduce((sum, { waiting }) => sum + waiting, 0);
  const oldest = (queues: Queue[]) => Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds));
  addGauge(client, "jobs_waiting", "jobs that are due and wait, in all processes", () => ofQueues(isLive, total));
  addGauge(client, "jobs_oldest_seconds", "how long the oldest of them waits", () => ofQueues(isLive, oldest));
  addGauge(client, "jobs_dead", "jobs that failed for good and wait for a person", () =>
    ofQueues((one) => !isLive(one), total),
  );
  new client.Gauge({
    name: "rendezvous_queue_oldest_seconds",
    help: "how long the oldest due job of a queue waits; no value if none does",
    labelNames: ["queue"],
    async collect() {
      this.reset();
      const queues = await getQueues().catch(() => []);
      for (const { queue, oldestSeconds } of queues.filter(isLive)) this.set({ queue }, oldestSeconds);
    },
  });
}

/** The primary's timeline and its replicas. */
function addReplication(client: Client, services: Services): void {
  const read = shareQuery(services, () => readReplication(services.db));
  addGauge(client, "database_timeline", "grows by one with each new primary", async () => (await read()).timeline);
  addGauge(client, "database_replicas", "replicas that follow the primary", async () => (await read()).replicas.length);
  addGauge(client, "database_behind_bytes", "how far the replica that is furthest behind is, 0 without one", async () =>
    Math.max(0, ...(await read()).replicas.map(({ behind_bytes }) => behind_bytes)),
  );
}

/** Days since the last rehearsal of a backup; no figure if this process can't read the backups. */
function rehearsalAgeDays({ backupDir }: Config, now: Date): number {
  if (backupDir === undefined) return Number.NaN;
  const { rehearsal } = readBackupTimes(backupDir);
  return rehearsal === null ? Number.NaN : (now.getTime() - rehearsal.getTime()) / dayMs;
}

function addSecurityEvents(client: Client, { securityEvents }: Services): void {
  new client.Counter({
    name: "rendezvous_security_events_total",
    help: "logins, signups, lockouts and the like in this process, by kind and outcome",
    labelNames: ["kind", "outcome"],
    collect() {
      this.reset();
      for (const { kind, outcome, count } of securityEvents.counts()) this.inc({ kind, outcome }, count);
    },
  });
  new client.Counter({
    name: "rendezvous_limited_requests_total",
    help: "requests that were one too many for a rate limit (429), by class",
    labelNames: ["class"],
    collect() {
      this.reset();
      for (const [name, count] of securityEvents.limited()) this.inc({ class: name }, count);
    },
  });
}

/** Registers the platform's gauges and those that features declare; `deploy/` uses them. */
export function registerGauges(app: FastifyInstance, services: Services, watching: OpenStreams["listWatchers"]): void {
  const { client } = app.metrics;
  const { pool, clock, replica } = services;
  const add = (name: string, help: string, value: () => number) => addGauge(client, name, help, value);
  add("members_watching", "members with a visible page open in this process", () => watching().length);
  add("database_connections", "connections of this process to the database", () => pool.totalCount);
  add("database_waiting", "statements of this process that wait for a connection", () => pool.waitingCount);
  add("runtime_age_days", "for how many days the pinned Node was not renewed", () => runtimeAgeDays(clock.now()));
  if (replica) add("replica_used", "1 if searches are read from the replica", () => (replica.isUsed() ? 1 : 0));
  addGauge(client, "backup_rehearsal_days", "days since a backup was rehearsed", async () =>
    rehearsalAgeDays(services.config, clock.now()),
  );
  addQueues(client, services);
  addReplication(client, services);
  addSecurityEvents(client, services);
  for (const gauge of services.gauges) addFeatureGauge(client, gauge, services);
}
