// The baseline over HTTP: Fastify and the same statements, and nothing else.
import type { ServerResponse } from "node:http";
import fastify from "fastify";
import { listenForBench } from "./programs.ts";
import { type BareMessage, findMembers, openBarePool, sendInFive } from "./statements.ts";

const pool = openBarePool(process.env.DATABASE_URL);
const app = fastify({ keepAliveTimeout: 72_000 });

app.post<{ Body: BareMessage }>("/five", async ({ body }) => ({ id: await sendInFive(pool, body) }));
app.get<{ Querystring: Parameters<typeof findMembers>[1] }>("/members", (request) => findMembers(pool, request.query));

// the addresses of the product's stream and of the route that publishes on it
const streams = new Map<string, ServerResponse>();
app.get<{ Querystring: { member: string } }>("/api/events.php", (request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "text/event-stream" });
  reply.raw.write(": open\n\n");
  streams.set(request.query.member, reply.raw);
});
app.post<{ Body: { member: string; event: object } }>("/bench/publish", async ({ body }) => {
  streams.get(body.member)?.write(`data: ${JSON.stringify(body.event)}\n\n`);
  return {};
});

await listenForBench(app);
