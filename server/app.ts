import { constants, type ZlibOptions, type ZstdOptions } from "node:zlib";
import type { FastifyCompressOptions } from "@fastify/compress";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import metrics from "fastify-metrics";
import { createSessionFinder, openSession } from "#server/features/auth/index.ts";
import { createPresence, findRing, type Presence } from "#server/features/chat/index.ts";
import { areOnSites, findProgramByKey, findStaffSession } from "#server/features/office/index.ts";
import { invalidateViewer, markPresent } from "#server/features/profiles/index.ts";
import { createSiteFinder } from "#server/features/sites/index.ts";
import { calls } from "#server/http/calls.ts";
import { features } from "./features/index.ts";
import { registerCalls } from "./http/api.ts";
import { headersMs, registerBodyLimits, registerRawBody, requestMs } from "./http/bodies.ts";
import { findCaller } from "./http/caller.ts";
import { registerErrors } from "./http/errors.ts";
import { heartbeatMs, type OpenStreams, registerEventStream, siteLookupMs } from "./http/event-stream.ts";
import { fail } from "./http/fail.ts";
import { registerGauges } from "./http/gauges.ts";
import { registerHeaders } from "./http/headers.ts";
import { createDrain, type Drain, registerClosing, registerHealth } from "./http/health.ts";
import { registerRequestLimits } from "./http/limit-requests.ts";
import type { Lookups } from "./http/lookups.ts";
import { documentedCalls, registerApiDocs } from "./http/openapi.ts";
import { registerHostCheck } from "./http/origin.ts";
import { registerStaffNetworks } from "./http/staff-networks.ts";
import { registerTextCheck } from "./http/unfit-text.ts";
import { unreadableRequests } from "./http/unreadable.ts";
import type { Services } from "./services.ts";

/** The routes that the adapters in use add to the app: the pages of the outbox and the sandbox. */
export type ExtraRoutes = (app: FastifyInstance, lookups: Lookups) => Promise<void>;

/** Each minute: records who has a visible page and who left (D9.1), and publishes who is no longer online (D6.5). */
function keepMembersActive(
  app: FastifyInstance,
  { db, clock, log }: Services,
  { listWatchers }: OpenStreams,
  presence: Presence,
): void {
  const recordPresence = async () => {
    try {
      await markPresent(db, listWatchers(), clock.now());
      await presence.recordLeft();
      await presence.publishOffline();
    } catch (error) {
      log.warn({ err: error }, "can't record who is online");
    }
  };
  const timer = setInterval(recordPresence, 60_000);
  app.addHook("onClose", async () => clearInterval(timer));
}

/** Closes event streams whose sessions have ended, with their heartbeats, and those of sites that move away. */
function closeEndedStreams(app: FastifyInstance, { log }: Services, { closeEnded, closeMoved }: OpenStreams): void {
  const warn = (error: unknown) => log.warn({ err: error }, "can't look up the sessions and sites of event streams");
  const timers = [
    setInterval(() => void closeEnded().catch(warn), heartbeatMs),
    setInterval(() => void closeMoved().catch(warn), siteLookupMs),
  ];
  app.addHook("onClose", async () => timers.forEach(clearInterval));
}

/**
 * Tables for 128 kB: by default they are for input of any length, and to clear them takes longer than to compress a
 * page. They are among the options of zlib, which ignores them.
 */
const zstandard: ZlibOptions & ZstdOptions = {
  params: { [constants.ZSTD_c_windowLog]: 17, [constants.ZSTD_c_hashLog]: 14, [constants.ZSTD_c_chainLog]: 14 },
};

/**
 * Answers of up to `syncThreshold` bytes, as every page, are compressed in one step on the main thread: 0.2 ms with
 * Zstandard, which browsers take over https, 1 ms with the others. A stream per answer would allocate megabytes on each
 * thread of the pool, and malloc does not return them (0035).
 */
const compressOptions = {
  threshold: 1024,
  syncThreshold: 2 * 1024 * 1024,
  encodings: ["zstd", "br", "gzip"],
  zlibOptions: zstandard,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  globalDecompression: false,
} satisfies FastifyCompressOptions;

/** How the platform finds sites and sessions: by the features that store them, and this process's cache of sessions. */
function createLookups(services: Services, sessions: ReturnType<typeof createSessionFinder>): Lookups {
  return {
    siteOf: createSiteFinder(services),
    viewerOf: sessions.viewerOf,
    staffOf: (request, now) => findStaffSession(services, request, now),
    programOf: (request, site, now) => findProgramByKey(services.db, request, site, now),
    areOnSites: (thing, ids, sites) => areOnSites(services.db, thing, ids, sites),
    async openSession(input) {
      const opened = await openSession(services, input);
      for (const accountId of opened?.ended ?? []) sessions.invalidate(accountId);
      return opened;
    },
    invalidateMember: invalidateViewer,
    invalidateSessions(accountId) {
      sessions.invalidate(accountId);
      // ends open streams, in this process and in others
      services.events.publish(accountId, { type: "sessions" });
    },
  };
}

/** The web application; its parts run in the order in which they are registered here. */
export async function createApp(
  services: Services,
  extras: readonly ExtraRoutes[] = [],
  drain = createDrain(),
): Promise<FastifyInstance> {
  const { config, db, clock } = services;
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // clients can send `X-Forwarded-For` too: trust only the hops of our own proxies; a plain number would trust none
    trustProxy: config.trustProxy > 0 && ((_: string, hop: number) => hop < config.trustProxy),
    bodyLimit: 256 * 1024,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    requestTimeout: requestMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200 },
    ...unreadableRequests(services.texts),
  });
  services.tracing?.traceRequests(app);
  const sessions = createSessionFinder(db, clock);
  const lookups = createLookups(services, sessions);

  await app.register(cookie);
  await app.register(compress, compressOptions);
  registerBodyLimits(app);
  registerClosing(app, drain);
  registerHeaders(app);
  registerErrors(app, services);
  registerHostCheck(app);
  registerRequestLimits(app, services);
  registerTextCheck(app);
  registerStaffNetworks(app, config.staffNetworks);
  app.removeContentTypeParser("text/plain");
  registerRawBody(app);
  // dashboards and alerts read the histogram; quantiles of the summary would cost a digest for each request
  const routeMetrics = { enabled: { histogram: true, summary: false } };
  await app.register(metrics.default, { endpoint: "/metrics", clearRegisterOnInit: true, routeMetrics });
  registerHealth(app, drain);

  registerCalls(
    app,
    services,
    lookups,
    calls,
    features.flatMap((feature) => feature.routes ?? []),
  );
  await registerApiDocs(app, documentedCalls(calls, config.mode));
  const callerOf = (request: FastifyRequest) => findCaller(lookups, request, clock.now());
  const presence = createPresence(services);
  const streams = await registerEventStream(
    app,
    services.events,
    {
      memberOf: async (request) => (await callerOf(request)).viewer?.memberId ?? null,
      invalidateSessions: sessions.invalidate,
      findEnded: (tokens) => sessions.findEnded(tokens, clock.now()),
      moves: async (host) => (await lookups.siteOf(host))?.moves ?? false,
    },
    presence,
    (memberId) => findRing(db, memberId, clock.now()),
  );
  registerGauges(app, services, streams.listWatchers);
  keepMembersActive(app, services, streams, presence);
  closeEndedStreams(app, services, streams);
  for (const endpoint of features.flatMap((feature) => feature.endpoints ?? [])) {
    await app.register(endpoint, { services, callerOf });
  }
  for (const extra of extras) await extra(app, lookups);
  app.all("/api/*", async () => {
    throw fail("not_found");
  });
  return app;
}

/** What a worker without web answers at `HEALTH_PORT`: whether it runs, and its metrics. No pages, no calls. */
export async function createWorkerApp(services: Services, drain: Drain): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  });
  await app.register(metrics.default, { endpoint: "/metrics", clearRegisterOnInit: true });
  registerHealth(app, drain);
  registerGauges(app, services, () => []);
  return app;
}
