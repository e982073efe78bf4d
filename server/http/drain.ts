import type { FastifyInstance } from "fastify";

/** Whether the process got a stop signal: it still answers, but proxies should use other processes (D12.3). */
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

/** Closes each connection after its answer: proxies and browsers open the next one at another process. */
export function registerDrain(app: FastifyInstance, drain: Drain): void {
  app.addHook("onSend", async (_request, reply) => {
    if (drain.hasBegun()) reply.header("connection", "close");
  });
}
