import { fastifySSE } from "@fastify/sse";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Events } from "#server/ports/events/port.ts";
import { fail } from "./fail.ts";

/** If a member opens more streams than this, the oldest one is closed. */
const maxStreamsPerMember = 6;

/** When a process ends, browsers reconnect after this many milliseconds, at different moments. */
const [soonestMs, spreadMs] = [200, 2_000];

type Sessions = {
  memberOf(request: FastifyRequest): Promise<string | null>;
  /** Invalidates what this process has cached of a member's sessions. */
  invalidateSessions(memberId: string): void;
};

type Presence = {
  /** A member's first visible page has opened in this process. */
  pageOpened(memberId: string): void;
  /** A member's last visible page in this process has closed. */
  lastPageClosed(memberId: string): void;
};

/** The members who have a visible page open, in this process. */
export type ListWatchers = () => string[];

/**
 * `GET /api/events.php`: the caller's events, as server-sent events (D6.5). A page without a stream relies on its
 * refresh timers. A comment every 25 seconds keeps proxies from closing the stream. A stream closes when its session is
 * ended, in whichever process that happens (D3.4). `?hidden=1` means that the page is hidden: the stream gets all
 * events, but its member does not count as active (D9.1). A process that ends tells browsers to reconnect soon.
 */
export async function registerEventStream(
  app: FastifyInstance,
  events: Events,
  { memberOf, invalidateSessions }: Sessions,
  presence: Presence,
): Promise<ListWatchers> {
  const open = new Map<string, Set<(reconnectMs?: number) => void>>();
  /** How many visible pages each member has open. */
  const visible = new Map<string, number>();
  const show = (memberId: string, pages: 1 | -1) => {
    const count = (visible.get(memberId) ?? 0) + pages;
    if (count === 0) visible.delete(memberId);
    else visible.set(memberId, count);
    if (count === 0) presence.lastPageClosed(memberId);
    if (count === 1 && pages === 1) presence.pageOpened(memberId);
  };
  await app.register(fastifySSE, { heartbeatInterval: 25_000 });
  app.get("/api/events.php", { sse: { kind: "only" } }, async (request, reply) => {
    const memberId = await memberOf(request);
    if (!memberId) throw fail("authentication_required");
    reply.sse.keepAlive();
    const own = open.get(memberId) ?? new Set();
    open.set(memberId, own);
    const oldest = own.values().next();
    if (own.size >= maxStreamsPerMember && !oldest.done) oldest.value();
    const unsubscribe = events.subscribe(memberId, (event) => {
      // the stream broke during the lookup: onClose cleans up
      reply.sse.send({ data: event }).catch(() => end());
      if (event.type === "sessions") void endIfLoggedOut();
    });
    const endIfLoggedOut = async () => {
      invalidateSessions(memberId);
      const still = await memberOf(request).catch(() => null);
      if (still !== memberId) end();
    };
    const end = (reconnectMs?: number) => {
      // a stream that has already broken gets no delay for its reconnect
      if (reconnectMs) reply.sse.send({ event: "moved", data: {}, retry: reconnectMs }).catch(() => {});
      reply.sse.close();
    };
    own.add(end);
    const hidden = isHidden(request);
    if (!hidden) show(memberId, 1);
    reply.sse.onClose(() => {
      unsubscribe();
      own.delete(end);
      if (!hidden) show(memberId, -1);
      if (own.size === 0) open.delete(memberId);
    });
    await reply.sse.send({ event: "ready", data: {} }).catch(() => end());
  });
  app.addHook("preClose", async () => {
    const all = [...open.values()].flatMap((streams) => [...streams]);
    for (const [turn, end] of all.entries()) end(soonestMs + Math.round((spreadMs * turn) / all.length));
  });
  return () => [...visible.keys()];
}

function isHidden(request: FastifyRequest): boolean {
  return (request.query as { hidden?: unknown }).hidden === "1";
}
