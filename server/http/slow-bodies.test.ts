import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { testApp } from "#server/db/test-database.ts";
import { headersMs, registerBodyLimits, requestMs } from "./bodies.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Sends the beginning of a request and waits until the server closes the connection; answers what it received. */
async function untilClosed(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  let received = "";
  socket.on("data", (data) => {
    received += String(data);
  });
  socket.write(text);
  await once(socket, "close");
  return received;
}

test("quality: bodies that never end are dropped after their time limit", async () => {
  const app = fastify({ forceCloseConnections: true });
  closing.push(() => app.close());
  registerBodyLimits(app, 200);
  let handled = 0;
  app.post("/", async () => {
    handled += 1;
    return {};
  });
  const port = await listening(app);
  const half = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a"';
  await Promise.all(Array.from({ length: 300 }, () => untilClosed(port, half)));
  // a request without a route has the same limit
  await untilClosed(port, half.replace("POST /", "POST /nowhere"));
  expect(handled).toBe(0);
  const whole = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect([whole.status, handled]).toEqual([200, 1]);
});

test("quality: an answer longer than a body's time limit is not cut, such as an event stream", async () => {
  const app = fastify({ forceCloseConnections: true });
  closing.push(() => app.close());
  registerBodyLimits(app, 50);
  let chunks = 0;
  app.get("/", (_request, reply) => {
    const stream = new PassThrough();
    const timer = setInterval(() => {
      chunks += 1;
      stream.write("data\n");
      if (chunks < 10) return;
      clearInterval(timer);
      stream.end();
    }, 20);
    return reply.send(stream);
  });
  const answer = await fetch(`http://127.0.0.1:${await listening(app)}/`);
  expect(await answer.text()).toBe("data\n".repeat(10));
});

test("quality: the product limits the time of headers and of whole requests, uploads included", async () => {
  const given = await testApp();
  closing.push(given.close);
  const { headersTimeout, requestTimeout } = given.app.server;
  expect([headersTimeout, requestTimeout]).toEqual([headersMs, requestMs]);
  // receive-file.ts gives an upload five minutes, then answers
  expect(requestMs).toBeGreaterThan(5 * 60_000);
});
