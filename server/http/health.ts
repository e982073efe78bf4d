import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Services } from "#server/services.ts";

/** `/healthz`: this process runs. `/readyz`: it can work, as the database answers (D12.3). */
export function registerHealth(app: FastifyInstance, { db }: Pick<Services, "db">): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    try {
      await sql`select 1`.execute(db);
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "not ready: the database is away");
      return reply.status(503).send({ status: "database_away" });
    }
  });
}
