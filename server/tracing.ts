import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RunStatement } from "#server/db/driver.ts";
import type { Job } from "#server/jobs/jobs.ts";

/** Records what the product does as OpenTelemetry spans, and sends them over OTLP/HTTP. */
export type Tracing = {
  /** A span for each request, from the caller's own span on if the proxy in front sends `traceparent`. */
  traceRequests(app: FastifyInstance): void;
  /** A span for each statement of a request or job. Its text has no values: those are parameters. */
  traceStatement: RunStatement;
  /** A span for each run of a job. */
  traceJobs(jobs: readonly Job[]): Job[];
  stop(): Promise<void>;
};

/** Asked every second or so by machines, about nothing. */
const untracedRoutes = new Set(["/healthz", "/readyz", "/metrics"]);
const spanOf = Symbol("span");
type Traced = FastifyRequest & { [spanOf]?: Span };
const findSpan = (request: FastifyRequest) => (request as Traced)[spanOf];

/** At the end, the last spans have this long to reach the collector. */
const flushMs = 1_000;

export function startTracing(endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": "rendezvous",
      "service.instance.id": `${hostname()}-${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const current = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(current);
  const tracer = provider.getTracer("rendezvous");
  const propagator = new W3CTraceContextPropagator();
  const getter = {
    keys: (carrier: Record<string, unknown>) => Object.keys(carrier),
    get: (carrier: Record<string, unknown>, key: string) => {
      const value = carrier[key];
      return typeof value === "string" ? value : undefined;
    },
  };

  /** Runs within a span that ends with it. An error leaves its name, because a message may quote a value. */
  async function runInSpan<T>(span: Span, run: () => Promise<T>): Promise<T> {
    try {
      return await context.with(trace.setSpan(context.active(), span), run);
    } catch (error) {
      const message = error instanceof Error ? error.name : "unknown";
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    traceRequests(app) {
      app.addHook("onRequest", (request, _reply, done) => {
        const route = request.routeOptions.url ?? "";
        if (untracedRoutes.has(route)) return done();
        const parent = propagator.extract(context.active(), request.headers, getter);
        // the route, never the address: that may hold a token
        const attributes = { "http.request.method": request.method, "http.route": route };
        const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
        (request as Traced)[spanOf] = span;
        context.with(trace.setSpan(parent, span), done);
      });
      // a body arrives in the context of its connection
      app.addHook("preValidation", (request, _reply, done) => {
        const span = findSpan(request);
        if (span) context.with(trace.setSpan(context.active(), span), done);
        else done();
      });
      app.addHook("onResponse", async (request, reply) => {
        const span = findSpan(request);
        span?.setAttribute("http.response.status_code", reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      });
    },
    traceStatement(text, run) {
      if (trace.getActiveSpan() === undefined) return run();
      const attributes = { "db.system.name": "postgresql", "db.query.text": text };
      return runInSpan(tracer.startSpan("sql", { kind: SpanKind.CLIENT, attributes }), run);
    },
    traceJobs: (jobs) =>
      jobs.map((job) => ({
        ...job,
        run: (services, data) =>
          runInSpan(tracer.startSpan(`job ${job.name}`, { kind: SpanKind.CONSUMER }), () => job.run(services, data)),
      })),
    async stop() {
      // a collector that is away delays no end
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, pause(flushMs, undefined, { ref: false })]);
      context.disable();
    },
  };
}
