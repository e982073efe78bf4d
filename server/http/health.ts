import type { FastifyInstance } from "fastify";

/** Whether the process got a stop signal: it still answers, but proxies should use other processes. */
export type Drain = { begin(): void; hasBegun(): boolean };

export function createDrain(): Drain {
  let begun = false;
  return {
    begin: () => {
      begun = true;
    },
    hasBegun: () => begun,
  };
}

/**
 * Closes the connection after an answer of a process that stops, and after each 503: proxies and browsers open the next
 * one at another process, or where a site is that has moved, if no proxy reads each request.
 */
export function registerClosing(app: FastifyInstance, drain: Drain): void {
  app.addHook("onSend", async (_request, reply) => {
    if (drain.hasBegun() || reply.statusCode === 503) reply.header("connection", "close");
  });
}

/**
 * `/readyz` is 503 after a stop signal (D12.3), so that proxies stop sending requests. Neither asks the database, or
 * all processes would be taken out at once, and members would get the proxy's bare error, not `/status`.
 */
export function registerHealth(app: FastifyInstance, drain: Drain): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    if (drain.hasBegun()) return reply.status(503).send({ status: "draining" });
    return { status: "ready" };
  });
}
