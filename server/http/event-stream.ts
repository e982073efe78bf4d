import { fastifySSE } from "@fastify/sse";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Events } from "#server/ports/events/port.ts";
import { fail } from "./fail.ts";

/** Streams one member may have open at once: the next one ends the oldest. */
const streamsEach = 6;

type Sessions = {
  memberOf(request: FastifyRequest): Promise<string | null>;
  /** Forgets what this process remembers of a member's sessions. */
  forgetSessions(memberId: string): void;
};

/** The members who have a page open before their eyes, in this process. */
export type Watching = () => string[];

/**
 * `GET /api/events.php`: what happens to the caller, as server-sent events (D6.5). Without it the refresh timers carry
 * on alone. A comment every 25 seconds keeps proxies from closing it. A stream ends with the session it was opened by, in
 * whichever process that was ended (D3.4). With `?hidden=1` it is that of a page which nobody sees: its member hears of
 * everything, and does not count as being here (D9.1).
 */
export async function registerEventStream(
  app: FastifyInstance,
  events: Events,
  { memberOf, forgetSessions }: Sessions,
): Promise<Watching> {
  const open = new Map<string, Set<() => void>>();
  const visible = new Set<{ memberId: string }>();
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
      if (event.type === "sessions") void endIfLoggedOut();
    });
    const endIfLoggedOut = async () => {
      forgetSessions(memberId);
      const still = await memberOf(request).catch(() => null);
      if (still !== memberId) end();
    };
    const end = () => reply.sse.close();
    own.add(end);
    const page = { memberId };
    if (!isHidden(request)) visible.add(page);
    reply.sse.onClose(() => {
      unsubscribe();
      own.delete(end);
      visible.delete(page);
      if (own.size === 0) open.delete(memberId);
    });
    await reply.sse.send({ event: "ready", data: {} }).catch(() => end());
  });
  app.addHook("preClose", async () => {
    for (const streams of open.values()) for (const end of [...streams]) end();
  });
  return () => [...new Set([...visible].map((page) => page.memberId))];
}

function isHidden(request: FastifyRequest): boolean {
  return (request.query as { hidden?: unknown }).hidden === "1";
}
