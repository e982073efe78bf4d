import { createServer, type RequestListener } from "node:http";
import { afterAll, expect, test } from "vitest";
import { createHttpPostbacks } from "./http.ts";

/** A network on this machine: it answers each path in its own way. */
const answers: Record<string, RequestListener> = {
  "/ok": (_, response) => response.end("OK"),
  "/html": (_, response) =>
    response
      .setHeader("content-type", "text/html")
      .end(`<!doctype html>\n<h1>Thank\u0007 you</h1>${"x".repeat(5_000)}`),
  "/500": (_, response) => response.writeHead(500).end("database\r\nerror"),
  "/404": (_, response) => response.writeHead(404).end(),
  "/redirect": (_, response) => response.writeHead(302, { location: "/secret" }).end(),
  "/silent": () => undefined,
  "/half": (_, response) => response.writeHead(200).write("half an "),
  "/endless": (_, response) => {
    const more = () => response.write("x".repeat(64 * 1024), () => response.destroyed || setImmediate(more));
    more();
  },
  "/breaks": (request) => request.socket.destroy(),
};
const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  answers[(request.url ?? "").split("?")[0] ?? ""]?.(request, response);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const local = { protocols: ["http:"], addresses: () => true };
/** What is not about time has enough of it, also on a machine that stalls. */
const here = createHttpPostbacks({ ...local, patienceMs: 30_000 });
const impatient = createHttpPostbacks({ ...local, patienceMs: 2_000 });
const send = (path: string, by = here) => by.send(`http://127.0.0.1:${port}${path}`);

test("D10.2 a network's yes is a status of 200 to 299, whatever the answer says", async () => {
  expect(await send("/ok?click=a%20b")).toEqual({ outcome: "accepted", status: 200, detail: "OK" });
  expect(seen.at(-1)).toBe("GET /ok?click=a%20b");
  const html = await send("/html");
  expect(html).toMatchObject({ outcome: "accepted", status: 200 });
  expect(html.detail).toMatch(/^<!doctype html> <h1>Thank you<\/h1>x+$/);
  expect(html.detail).toHaveLength(200);
});

test("D10.2 errors, redirects and silence are told apart, and no redirect is followed", async () => {
  expect(await send("/500")).toEqual({ outcome: "refused", status: 500, detail: "database error" });
  expect(await send("/404")).toEqual({ outcome: "refused", status: 404, detail: "" });
  expect(await send("/redirect")).toEqual({ outcome: "redirect", status: 302, detail: "" });
  expect(seen.at(-1)).toBe("GET /redirect");
  expect(await send("/silent", impatient)).toMatchObject({ outcome: "timeout", status: null });
  expect(await send("/breaks")).toMatchObject({ outcome: "unreachable", status: null });
  expect(await here.send("http://127.0.0.1:9/")).toMatchObject({ outcome: "unreachable" });
});

test("D10.2 an answer that never ends, or breaks off, takes no longer than the time-out", async () => {
  expect(await send("/half", impatient)).toMatchObject({ outcome: "accepted", status: 200 });
  expect(await send("/endless")).toMatchObject({ outcome: "accepted", status: 200, detail: "x".repeat(200) });
});

test("D10.2 a postback never reaches this machine or its network, by name or by address", async () => {
  const before = seen.length;
  const anyProtocol = createHttpPostbacks({
    protocols: ["http:", "https:"],
    addresses: (one) => !/^(127|::1)/.test(one),
    patienceMs: 300,
  });
  for (const host of ["127.0.0.1", "localhost", "2130706433", "0x7f.1"]) {
    expect(await anyProtocol.send(`http://${host}:${port}/ok`), host).toMatchObject({ outcome: "forbidden" });
  }
  const real = createHttpPostbacks();
  for (const url of [
    `http://127.0.0.1:${port}/ok`,
    "https://127.0.0.1/ok",
    "https://localhost/ok",
    "https://[::1]/ok",
    "https://[::ffff:127.0.0.1]/ok",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/",
    "https://[fd00::1]/",
    "file:///etc/passwd",
    "nothing",
  ]) {
    expect(await real.send(url), url).toMatchObject({ outcome: "forbidden", status: null });
  }
  expect(seen).toHaveLength(before);
});
