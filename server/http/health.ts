import type { FastifyInstance } from "fastify";
import type { Drain } from "./drain.ts";

/**
 * `/healthz`: this process runs. `/readyz`: it takes requests (D12.3); after a stop signal it says 503, so that proxies
 * stop sending requests before this process closes. Neither asks the database: without it every process would be taken
 * out of the proxy at once, and members would get the proxy's bare error instead of the product's page and `/status`.
 */
export function registerHealth(app: FastifyInstance, drain: Drain): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    if (drain.hasBegun()) return reply.status(503).send({ status: "draining" });
    return { status: "ready" };
  });
}
