import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { getUser } from "#contract/account.ts";
import { likeMember } from "#contract/likes.ts";
import { makeMember } from "#demo/factories.ts";
import { createApp } from "./app.ts";
import { openPool } from "./db/pool.ts";
import { testServices } from "./db/test-database.ts";
import { defineJob } from "./jobs/jobs.ts";
import { systemRandom } from "./lib/random.ts";
import { startTracing } from "./tracing.ts";

const span = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
});
const batch = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

/** A collector that takes OTLP over HTTP, as JSON. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    expect([request.method, request.url, request.headers["content-type"]]).toEqual([
      "POST",
      "/v1/traces",
      "application/json",
    ]);
    let text = "";
    for await (const chunk of request) text += String(chunk);
    bodies.push(text);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  const address = server.address();
  const spans = () =>
    bodies
      .flatMap((body) => batch.parse(JSON.parse(body)).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, spans, bodies };
}

/** The product, traced, listening on a port: bodies arrive as they do from browsers. */
async function startTraced(collector: string) {
  const given = await testServices();
  onTestFinished(given.close);
  const tracing = startTracing(collector);
  const { traceStatement } = tracing;
  const { pool, db } = openPool(given.services.config.databaseUrl ?? "", 2, () => {}, { runStatement: traceStatement });
  onTestFinished(() => pool.end());
  const services = { ...given.services, db, pool, tracing };
  const [siteId = 0] = given.siteIds;
  const anna = await makeMember(services, { siteId });
  const ben = await makeMember(services, { siteId });
  const app = await createApp(services);
  onTestFinished(() => app.close());
  const { port } = new URL(await app.listen({ host: "localhost", port: 0 }));
  const origin = `http://localhost:${port}`;
  const headers = { cookie: anna.cookie, "x-request-type": "client", origin };
  const get = async (path: string, more = {}) =>
    (await fetch(`${origin}${path}`, { headers: { ...headers, ...more } })).status;
  const like = async () => {
    const sent = { ...headers, "content-type": "application/json", "idempotency-key": systemRandom.uuid() };
    const body = JSON.stringify({ id: ben.id });
    return (await fetch(`${origin}${likeMember.path}`, { method: "POST", headers: sent, body })).status;
  };
  return { tracing, services, anna, ben, get, like };
}

test("D12.3 with a collector, requests and their statements arrive as one trace, without what members are or wrote", async () => {
  const collector = await startCollector();
  const { tracing, services, anna, ben, get, like } = await startTraced(collector.url);
  expect([await get(getUser.path), await like()]).toEqual([200, 200]);
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const traceparent = `00-${trace}-b7ad6b7169203331-01`;
  await get("/api/chat.php?conversation=secretmarker", { traceparent });
  await get("/readyz", { traceparent });
  const [job] = tracing.traceJobs([defineJob({ name: "a-job", data: z.object({}), run: async () => {} })]);
  await job?.run(services, {});
  await tracing.stop();

  const spans = collector.spans();
  const named = (name: string) => spans.find((one) => one.name === name);
  for (const name of [`GET ${getUser.path}`, `POST ${likeMember.path}`]) {
    const request = named(name);
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(statements.length, name).toBeGreaterThan(1);
    expect(new Set(statements.map((one) => `${one.name} ${one.traceId}`))).toEqual(
      new Set([`sql ${request?.traceId}`]),
    );
    const status = request?.attributes.find(({ key }) => key === "http.response.status_code");
    expect(status?.value).toEqual({ intValue: 200 });
  }
  expect(named("GET /api/chat.php")?.traceId).toBe(trace);
  expect(named("job a-job")).toBeDefined();
  expect(named("GET /readyz")).toBeUndefined();
  const text = collector.bodies.join("");
  const secrets = ["secretmarker", anna.cookie.slice("auth=".length), anna.name, anna.id, ben.id];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test("D12.3 a collector that is away changes no answer, and delays the end by a second at most", async () => {
  const { tracing, get } = await startTraced("http://127.0.0.1:9");
  expect(await get(getUser.path)).toBe(200);
  const began = performance.now();
  await tracing.stop();
  expect(performance.now() - began).toBeLessThan(3_000);
});
