import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import metrics from "fastify-metrics";
import type { Drain } from "./http/drain.ts";
import { registerGauges } from "./http/gauges.ts";
import { registerHealth } from "./http/health.ts";
import type { Services } from "./services.ts";

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
