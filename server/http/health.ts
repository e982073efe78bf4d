import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Platform } from "#server/platform.ts";

/** `/healthz`: this process runs. `/readyz`: it can do its work, the database answers (D12.3). */
export function addHealth(app: FastifyInstance, { db }: Pick<Platform, "db">): void {
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
