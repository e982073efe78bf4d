import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import type { FastifyBaseLogger } from "fastify";
import fastify, { type FastifyInstance, LogController } from "fastify";
import metrics from "fastify-metrics";
import { calls } from "#contract/calls.ts";
import { accountRoutes } from "./features/account/routes.ts";
import { createSessionFinder, openSession } from "./features/account/sessions.ts";
import { chatRoutes } from "./features/chat/routes.ts";
import { creditsRoutes } from "./features/credits/routes.ts";
import { likesRoutes } from "./features/likes/routes.ts";
import { membersRoutes } from "./features/members/routes.ts";
import { paymentsRoutes } from "./features/payments/routes.ts";
import { servePhotos } from "./features/photos/serve-photo.ts";
import { placesRoutes } from "./features/places/routes.ts";
import { profilesRoutes } from "./features/profiles/routes.ts";
import { createSiteFinder } from "./features/sites/find-site.ts";
import { sitesRoutes } from "./features/sites/routes.ts";
import { addCalls, findCaller } from "./http/api.ts";
import { addErrors } from "./http/errors.ts";
import { addEventStream } from "./http/event-stream.ts";
import { fail } from "./http/fail.ts";
import { addHeaders } from "./http/headers.ts";
import { addHealth } from "./http/health.ts";
import { addApiDocs } from "./http/openapi.ts";
import { keepRawBody } from "./http/raw-body.ts";
import type { Lookups, Platform } from "./platform.ts";

/** What the adapters in use add to the app: the outbox's and the sandbox's own pages. */
export type Extra = (app: FastifyInstance, lookups: Lookups) => Promise<void>;

/** The web application, top to bottom: what a request meets in this order. */
export async function createApp(platform: Platform, extras: readonly Extra[] = []): Promise<FastifyInstance> {
  const { config, db, clock, random } = platform;
  const app = fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    keepAliveTimeout: 72_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200 },
  });
  const sessions = createSessionFinder(db);
  const lookups: Lookups = {
    siteOf: createSiteFinder(db, clock, config.mode !== "production"),
    viewerOf: sessions.viewerOf,
    openSession: (trx, accountId, userAgent, now) => openSession(trx, random, accountId, userAgent, now),
  };

  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"], globalDecompression: false });
  addHeaders(app);
  addErrors(app, platform.texts);
  app.removeContentTypeParser("text/plain");
  keepRawBody(app);
  await app.register(metrics.default, { endpoint: "/metrics", clearRegisterOnInit: true });
  addHealth(app, platform);

  addCalls(app, platform, lookups, calls, [
    ...accountRoutes(sessions.end),
    ...chatRoutes,
    ...creditsRoutes,
    ...likesRoutes,
    ...membersRoutes,
    ...paymentsRoutes,
    ...placesRoutes,
    ...profilesRoutes,
    ...sitesRoutes,
  ]);
  await addApiDocs(app, calls);
  const callerOf = (request: Parameters<typeof findCaller>[1]) => findCaller(lookups, request, clock.now());
  await addEventStream(app, platform.events, async (request) => (await callerOf(request)).viewer?.memberId ?? null);
  await app.register(servePhotos, { platform, callerOf });
  for (const extra of extras) await extra(app, lookups);
  app.all("/api/*", async () => {
    throw fail("not_found");
  });
  return app;
}
