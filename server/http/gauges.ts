import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Services } from "#server/services.ts";
import type { OpenStreams } from "./event-stream.ts";

/** Several scrapers within this time share one query. */
const sharedMs = 5_000;

type Queue = { waiting: number; oldestSeconds: number; dead: number };

/** Jobs that are due and wait, in any process; the condition is that of pg-boss's own index. */
async function readQueue(db: Db): Promise<Queue> {
  const { rows } = await sql<{ waiting: number; oldest: number; dead: number }>`
    select count(*) filter (where name <> 'dead-letter') as waiting, count(*) filter (where name = 'dead-letter') as dead,
      coalesce(extract(epoch from now() - min(start_after) filter (where name <> 'dead-letter')), 0)::float as oldest
    from pgboss.job where state < 'active' and start_after <= now()`.execute(db);
  const [read] = rows;
  return { waiting: read?.waiting ?? 0, oldestSeconds: read?.oldest ?? 0, dead: read?.dead ?? 0 };
}

/** Adds our own figures to `/metrics`, which also has those of requests and the process. `deploy/` uses them. */
export function registerGauges(app: FastifyInstance, services: Services, watching: OpenStreams["listWatchers"]): void {
  const { client } = app.metrics;
  const { pool, db, clock, replica } = services;
  // without the database there is no figure, which the alert rules treat as unknown
  const unknownQueue: Queue = { waiting: Number.NaN, oldestSeconds: Number.NaN, dead: Number.NaN };
  let lastRead = { at: 0, queue: Promise.resolve(unknownQueue) };
  const getQueue = () => {
    const at = clock.now().getTime();
    if (Math.abs(at - lastRead.at) >= sharedMs) lastRead = { at, queue: readQueue(db).catch(() => unknownQueue) };
    return lastRead.queue;
  };
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
  gauge("jobs_waiting", "jobs that are due and wait, in all processes", async () => (await getQueue()).waiting);
  gauge("jobs_oldest_seconds", "how long the oldest of them waits", async () => (await getQueue()).oldestSeconds);
  gauge("jobs_dead", "jobs that failed for good and wait for a person", async () => (await getQueue()).dead);
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
  if (replica) {
    gauge("replica_used", "1 if searches are read from the replica", () => (replica.isUsed() ? 1 : 0));
  }
}
