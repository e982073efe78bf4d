import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { readPictureCheckUrl } from "#server/config/service-urls.ts";
import { createHttpPictureCheck } from "./http.ts";

type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
const received: Received[] = [];
const answer = { status: 200, body: "", silent: false };
/** A stand-in for a service: answers as it is told, or not at all. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = "", url: path = "", headers } = request;
  received.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
  if (!answer.silent) response.writeHead(answer.status, { location: "/elsewhere" }).end(answer.body);
});
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
const { port } = server.address() as { port: number };
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received.length = 0;
  Object.assign(answer, { status: 200, body: '{"nudity":0.2,"known":false,"more":1}', silent: false });
});

const service = readPictureCheckUrl(`http://:s%3Acret@127.0.0.1:${port}/check?list=all`) ?? { address: "", token: "" };
const check = (patienceMs = 5_000) =>
  createHttpPictureCheck(service, { patienceMs })
    .check(Buffer.from("a jpeg"))
    .catch((error: unknown) => `${error}`);

test("D8.2 a service for pictures gets the bytes and the token, and its findings are read", async () => {
  expect(await check()).toEqual({ nudity: 0.2, known: false });
  expect(received).toMatchObject([{ method: "POST", path: "/check?list=all", body: "a jpeg" }]);
  expect(received[0]?.headers).toMatchObject({ authorization: "Bearer s:cret", "content-type": "image/jpeg" });
});

test.for([
  ["an error", { status: 500 }],
  ["a redirect", { status: 302 }],
  ["no JSON", { body: "<html>fine</html>" }],
  ["a likelihood above 1", { body: '{"nudity":7,"known":false}' }],
  ["a missing field", { body: '{"nudity":0}' }],
  ["an endless answer", { body: `{"nudity":0,"known":false,"x":"${"x".repeat(9_000)}"}` }],
] as const)("D8.2 no finding comes from %s", async ([, wrong]) => {
  Object.assign(answer, wrong);
  expect(await check()).toMatch(/Error/);
});

test("D8.2 a service that is silent is waited for only so long", async () => {
  answer.silent = true;
  expect(await check(50)).toMatch(/Timeout/);
});

test("D12.2 the address of the service names the token as a password", () => {
  expect(service.token).toBe("s:cret");
  expect(service.address).not.toContain("cret");
  for (const wrong of [
    "https://:%zz@localhost/check",
    "",
    "pictures.example.org",
    "ftp://x",
    "https://user:token@x.example",
  ]) {
    expect(readPictureCheckUrl(wrong)).toBeUndefined();
  }
});
