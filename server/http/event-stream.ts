import { fastifySSE } from "@fastify/sse";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Events } from "#server/ports/events/port.ts";
import { fail } from "./fail.ts";

/** Streams one member may have open at once: the next one ends the oldest. */
const streamsEach = 6;

/**
 * `GET /api/events.php`: what happens to the caller, as server-sent events (D6.5). Without it the refresh timers carry
 * on alone. A comment every 25 seconds keeps proxies from closing it.
 */
export async function addEventStream(
  app: FastifyInstance,
  events: Events,
  memberOf: (request: FastifyRequest) => Promise<string | null>,
): Promise<void> {
  const open = new Map<string, Set<() => void>>();
  await app.register(fastifySSE, { heartbeatInterval: 25_000 });
  app.get("/api/events.php", { sse: { kind: "only" } }, async (request, reply) => {
    const memberId = await memberOf(request);
    if (!memberId) throw fail("authentication_required");
    reply.sse.keepAlive();
    const own = open.get(memberId) ?? new Set();
    open.set(memberId, own);
    const oldest = own.values().next();
    if (own.size >= streamsEach && !oldest.done) oldest.value();
    const unsubscribe = events.subscribe(memberId, (event) => {
      // a stream that broke meanwhile is closed by onClose
      reply.sse.send({ event: event.type, data: event }).catch(() => end());
    });
    const end = () => reply.sse.close();
    own.add(end);
    reply.sse.onClose(() => {
      unsubscribe();
      own.delete(end);
      if (own.size === 0) open.delete(memberId);
    });
    await reply.sse.send({ event: "ready", data: {} });
  });
  app.addHook("preClose", async () => {
    for (const streams of open.values()) for (const end of [...streams]) end();
  });
}
