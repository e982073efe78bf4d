import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Services } from "#server/services.ts";
import type { Drain } from "./drain.ts";

/**
 * `/healthz`: this process runs. `/readyz`: the database answers, so this process can work (D12.3). After a stop signal
 * `/readyz` says 503, so that proxies stop sending requests before this process closes.
 */
export function registerHealth(app: FastifyInstance, { db }: Pick<Services, "db">, drain: Drain): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    if (drain.hasBegun()) return reply.status(503).send({ status: "draining" });
    try {
      await sql`select 1`.execute(db);
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "not ready: the database is unreachable");
      return reply.status(503).send({ status: "database_away" });
    }
  });
}
