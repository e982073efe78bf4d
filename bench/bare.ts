// The baseline over HTTP: Fastify and the same statements, and nothing else.
import type { ServerResponse } from "node:http";
import fastify from "fastify";
import pg from "pg";
import { listenForParent, readSettings } from "./servers.ts";
import { type BareMessage, type BareSearch, findMembers, listMembers, sendInFive, sendInOne } from "./statements.ts";

const pool = new pg.Pool({ connectionString: readSettings().databaseUrl, max: 16 });
const app = fastify({ keepAliveTimeout: 72_000 });

async function onOneClient(message: BareMessage, send: typeof sendInFive): Promise<{ id: string }> {
  const client = await pool.connect();
  try {
    return { id: await send(client, message) };
  } finally {
    client.release();
  }
}
app.post<{ Body: BareMessage }>("/five", (request) => onOneClient(request.body, sendInFive));
app.post<{ Body: BareMessage }>("/one", (request) => onOneClient(request.body, sendInOne));
app.get<{ Querystring: BareSearch }>("/list", (request) => listMembers(pool, request.query));
app.get<{ Querystring: BareSearch }>("/members", (request) => findMembers(pool, request.query));

const streams = new Map<string, ServerResponse>();
app.get<{ Querystring: { member: string } }>("/stream", (request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "text/event-stream" });
  reply.raw.write(": open\n\n");
  streams.set(request.query.member, reply.raw);
});
app.post<{ Body: { member: string; text: string } }>("/publish", async ({ body }) => {
  streams.get(body.member)?.write(`data: ${JSON.stringify(body)}\n\n`);
  return {};
});

await listenForParent(app, () => pool.end());
