import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { dayOf } from "#contract/days.ts";
import type { Db } from "#server/db/pool.ts";
import type { Services } from "#server/services.ts";
import type { OpenStreams } from "./event-stream.ts";

/** Several scrapers within this time share one query. */
const sharedMs = 5_000;

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

/** Sites whose text messages are stopped for a day (UTC). */
async function countStoppedSms(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ sites: number }>`
    select count(*)::int as sites from sms_days where day = ${day} and stopped`.execute(db);
  return rows[0]?.sites ?? 0;
}

/** Adds our own figures to `/metrics`, which also has those of requests and the process. `deploy/` uses them. */
export function registerGauges(app: FastifyInstance, services: Services, watching: OpenStreams["listWatchers"]): void {
  const { client } = app.metrics;
  const { pool, db, clock, replica } = services;
  // without the database there is no figure, which the alert rules treat as unknown
  let lastRead: { at: number; queues: Promise<Queue[] | null> } = { at: 0, queues: Promise.resolve(null) };
  const getQueues = () => {
    const at = clock.now().getTime();
    if (Math.abs(at - lastRead.at) >= sharedMs) lastRead = { at, queues: readQueues(db).catch(() => null) };
    return lastRead.queues;
  };
  const ofQueues = async (wanted: (queue: Queue) => boolean, value: (queues: Queue[]) => number) => {
    const queues = await getQueues();
    return queues ? value(queues.filter(wanted)) : Number.NaN;
  };
  const isLive = ({ queue }: Queue) => queue !== deadLetters;
  const total = (queues: Queue[]) => queues.reduce((sum, { waiting }) => sum + waiting, 0);
  const oldest = (queues: Queue[]) => Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds));
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new client.Gauge({
      name: `rendezvous_${name}`,
      help,
      async collect() {
        this.set(await value());
      },
    });
  gauge("members_watching", "members with a visible page open in this process", () => watching().length);
  gauge("database_connections", "connections of this process to the database", () => pool.totalCount);
  gauge("database_waiting", "statements of this process that wait for a connection", () => pool.waitingCount);
  gauge("jobs_waiting", "jobs that are due and wait, in all processes", () => ofQueues(isLive, total));
  gauge("jobs_oldest_seconds", "how long the oldest of them waits", () => ofQueues(isLive, oldest));
  gauge("jobs_dead", "jobs that failed for good and wait for a person", () => ofQueues((one) => !isLive(one), total));
  new client.Gauge({
    name: "rendezvous_queue_oldest_seconds",
    help: "how long the oldest due job of a queue waits; no value if none does",
    labelNames: ["queue"],
    async collect() {
      this.reset();
      for (const { queue, oldestSeconds } of ((await getQueues()) ?? []).filter(isLive))
        this.set({ queue }, oldestSeconds);
    },
  });
  const { securityEvents } = services;
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
  gauge("sms_stopped", "sites that sent as many text messages today as they may", () =>
    countStoppedSms(db, dayOf(clock.now())).catch(() => Number.NaN),
  );
  if (replica) {
    gauge("replica_used", "1 if searches are read from the replica", () => (replica.isUsed() ? 1 : 0));
  }
}
