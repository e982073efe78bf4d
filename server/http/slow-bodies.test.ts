import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { testApp } from "#server/db/test-database.ts";
import { headersMs, registerBodyLimits, requestMs } from "./slow-bodies.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Sends the beginning of a request and waits until the server closes the connection; answers what it said. */
async function untilClosed(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  let said = "";
  socket.on("data", (data) => {
    said += String(data);
  });
  socket.write(text);
  await once(socket, "close");
  return said;
}

test("quality: bodies that never end hold nothing for longer than their time", async () => {
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
  // nothing of a route is known of this one
  await untilClosed(port, half.replace("POST /", "POST /nowhere"));
  expect(handled).toBe(0);
  const whole = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect([whole.status, handled]).toEqual([200, 1]);
});

test("quality: an answer that goes on for longer than a body may take is not cut, as an event stream's", async () => {
  const app = fastify({ forceCloseConnections: true });
  closing.push(() => app.close());
  registerBodyLimits(app, 50);
  let heard = 0;
  app.get("/", (_request, reply) => {
    const stream = new PassThrough();
    const timer = setInterval(() => {
      heard += 1;
      stream.write("data\n");
      if (heard < 10) return;
      clearInterval(timer);
      stream.end();
    }, 20);
    return reply.send(stream);
  });
  const answer = await fetch(`http://127.0.0.1:${await listening(app)}/`);
  expect(await answer.text()).toBe("data\n".repeat(10));
});

test("quality: the product gives headers and whole requests a time, uploads included", async () => {
  const given = await testApp();
  closing.push(given.close);
  const { headersTimeout, requestTimeout } = given.app.server;
  expect([headersTimeout, requestTimeout]).toEqual([headersMs, requestMs]);
  // receive-file.ts gives an upload five minutes and answers by itself
  expect(requestMs).toBeGreaterThan(5 * 60_000);
});
