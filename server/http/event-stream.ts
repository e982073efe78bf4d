import { fastifySSE } from "@fastify/sse";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { otherMemberEvent } from "#contract/constants.ts";
import type { MemberEvent } from "#contract/events.ts";
import type { Events } from "#server/ports/events/port.ts";
import { readHostCookie } from "./cookies.ts";
import { fail } from "./fail.ts";

/** If a member opens more streams than this, the oldest one is closed. */
const maxStreamsPerMember = 6;

/** When a process ends, browsers reconnect after this many milliseconds, at different moments. */
const [soonestMs, spreadMs] = [200, 2_000];

type Sessions = {
  memberOf(request: FastifyRequest): Promise<string | null>;
  /** Invalidates what this process has cached of a member's sessions. */
  invalidateSessions(memberId: string): void;
  /** Those of these tokens of the cookie `auth` whose sessions have ended; prolongs none. */
  findEnded(tokens: readonly string[]): Promise<string[]>;
  /** Whether the site of a host moves to another installation, or has. */
  moves(host: string): Promise<boolean>;
};

/** The events of before a page opened that it still has to know. */
type FindCurrent = (memberId: string) => Promise<MemberEvent[]>;

type Presence = {
  /** A member's first visible page has opened in this process. */
  pageOpened(memberId: string): void;
  /** A member's last visible page in this process has closed. */
  lastPageClosed(memberId: string): void;
};

export type OpenStreams = {
  /** The members who have a visible page open. */
  listWatchers(): string[];
  /** Closes the streams whose sessions have ended without an event, as after a command or while Redis is away. */
  closeEnded(): Promise<void>;
  /** Closes the streams of sites that move to another installation: nothing happens here any more. */
  closeMoved(): Promise<void>;
};

/** How often an open stream sends a sign of life, and its session is looked up again, in milliseconds. */
export const heartbeatMs = 25_000;
/** How often an open stream's site is looked up again, in milliseconds: as long as a process caches it. */
export const siteLookupMs = 5_000;

/**
 * `GET /api/events.php`: the caller's events, as server-sent events. A page without a stream relies on its
 * refresh timers. A comment every 25 seconds keeps proxies from closing the stream. A stream closes when its session is
 * ended, in whichever process that happens (D3.4), at the latest after those 25 seconds. `?hidden=1` means that the
 * page is hidden: the stream gets all events, but its member does not count as active. A page that names another
 * `member` than the session's gets no event but `otherMemberEvent`. A process that ends tells browsers to reconnect
 * soon, and so does one whose site moves to another installation. Each stream begins with what `findCurrent` finds.
 */
export async function registerEventStream(
  app: FastifyInstance,
  events: Events,
  { memberOf, invalidateSessions, findEnded, moves }: Sessions,
  presence: Presence,
  findCurrent: FindCurrent,
): Promise<OpenStreams> {
  /** The functions that close each member's open streams, the oldest stream first. */
  const openStreams = new Map<string, Set<(reconnectMs?: number) => void>>();
  /** The host of each open stream and the token of its session, by the function that closes it. */
  const origins = new Map<(reconnectMs?: number) => void, { token: string; host: string }>();
  const visiblePages = new Map<string, number>();
  const addVisiblePage = (memberId: string) => {
    const count = (visiblePages.get(memberId) ?? 0) + 1;
    visiblePages.set(memberId, count);
    if (count === 1) presence.pageOpened(memberId);
  };
  const removeVisiblePage = (memberId: string) => {
    const count = (visiblePages.get(memberId) ?? 0) - 1;
    if (count > 0) {
      visiblePages.set(memberId, count);
      return;
    }
    visiblePages.delete(memberId);
    presence.lastPageClosed(memberId);
  };
  await app.register(fastifySSE, { heartbeatInterval: heartbeatMs });
  app.get("/api/events.php", { sse: { kind: "only" }, config: { limit: "stream" } }, async (request, reply) => {
    const memberId = await memberOf(request);
    if (!memberId) throw fail("authentication_required");
    if (isOtherMembers(request, memberId)) {
      await reply.sse.send({ event: otherMemberEvent, data: {} });
      reply.sse.close();
      return;
    }
    reply.sse.keepAlive();
    const closers = openStreams.get(memberId) ?? new Set();
    openStreams.set(memberId, closers);
    const [closeOldest] = closers;
    if (closers.size >= maxStreamsPerMember) closeOldest?.();
    const unsubscribe = events.subscribe(memberId, (event) => {
      // the stream broke during the lookup: onClose cleans up
      reply.sse.send({ data: event }).catch(() => close());
      if (event.type === "sessions") void closeIfLoggedOut();
    });
    const closeIfLoggedOut = async () => {
      invalidateSessions(memberId);
      const currentMember = await memberOf(request).catch(() => null);
      if (currentMember !== memberId) close();
    };
    const close = (reconnectMs?: number) => {
      // a stream that has already broken gets no delay for its reconnect
      if (reconnectMs) reply.sse.send({ event: "moved", data: {}, retry: reconnectMs }).catch(() => {});
      reply.sse.close();
    };
    closers.add(close);
    origins.set(close, { token: readHostCookie(request, "auth") ?? "", host: request.hostname });
    const hidden = isHidden(request);
    if (!hidden) addVisiblePage(memberId);
    reply.sse.onClose(() => {
      unsubscribe();
      closers.delete(close);
      origins.delete(close);
      if (!hidden) removeVisiblePage(memberId);
      if (closers.size === 0) openStreams.delete(memberId);
    });
    try {
      await reply.sse.send({ event: "ready", data: {} });
      for (const event of await findCurrent(memberId)) await reply.sse.send({ data: event });
    } catch (err) {
      // the page has left, or the database can't be asked: the browser opens another one
      request.log.info({ err }, "an event stream ended at its start");
      close();
    }
  });
  const sendElsewhere = (closers: readonly ((reconnectMs: number) => void)[]) => {
    for (const [index, close] of closers.entries()) {
      close(soonestMs + Math.round((spreadMs * index) / closers.length));
    }
  };
  app.addHook("preClose", async () => sendElsewhere([...origins.keys()]));
  return {
    listWatchers: () => [...visiblePages.keys()],
    async closeEnded() {
      const ended = new Set(await findEnded([...new Set([...origins.values()].map(({ token }) => token))]));
      for (const [close, { token }] of [...origins]) if (ended.has(token)) close();
    },
    async closeMoved() {
      const closed = new Set<string>();
      for (const host of new Set([...origins.values()].map((each) => each.host))) {
        if (await moves(host)) closed.add(host);
      }
      sendElsewhere([...origins].filter(([, { host }]) => closed.has(host)).map(([close]) => close));
    },
  };
}

/** The page names the member that it shows: an `EventSource` sends no headers. */
function isOtherMembers(request: FastifyRequest, memberId: string): boolean {
  const { member } = request.query as { member?: unknown };
  return member !== undefined && member !== memberId;
}

function isHidden(request: FastifyRequest): boolean {
  return (request.query as { hidden?: unknown }).hidden === "1";
}
