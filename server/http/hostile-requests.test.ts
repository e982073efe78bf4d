import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { signUp } from "#contract/account.ts";
import { logIn, requestRecovery } from "#contract/auth.ts";
import { subscribePush } from "#contract/notifications.ts";
import { getRegions } from "#contract/places.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { test as base, expect } from "#server/test.ts";
import { invalidTextFields } from "./unfit-text.ts";

/** Sends the raw bytes; answers everything received until the server closes. */
async function sendBytes(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (data) => {
    answer += data;
  });
  socket.write(text, "latin1");
  await once(socket, "close");
  return answer;
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

const test = base
  .extend("sendRaw", { scope: "file" }, async ({ app }) => {
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    return (text: string) => sendBytes(port, text);
  })
  .extend("ask", { scope: "file" }, ({ sendRaw }) => {
    return (target: string, host: string) =>
      sendRaw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });

test("NUL and lone surrogates are refused at their field, in a query, a body, a list and a name", () => {
  const unfit = "forbidden_characters";
  expect(invalidTextFields({ login: "a\0", list: ["fine", "\ud800"], inner: { text: "\udc00x" } })).toEqual({
    login: unfit,
    list: unfit,
    "inner.text": unfit,
  });
  expect(invalidTextFields({ "a\0": 1 })).toEqual({ body: unfit });
  expect(invalidTextFields("\0")).toEqual({ body: unfit });
  expect(invalidTextFields({ text: "🙂 \t\n", bytes: Buffer.from([0]), none: null, number: 1 })).toEqual({});
  const deep = JSON.parse(`${"[".repeat(100_000)}"\\u0000"${"]".repeat(100_000)}`);
  expect(invalidTextFields({ deep })).toEqual({ deep: unfit });
});

test("a call names the field that holds a NUL or a lone surrogate", async ({ client: stranger, signedUp }) => {
  const { client } = await signedUp();
  const subscription = { endpoint: "https://updates.push.services.mozilla.com/\0", keys: { p256dh: "a", auth: "b" } };
  const answers = [
    [await stranger.call(logIn, { body: { login: "eva\0", password: "x" } }), "login"],
    [await stranger.call(requestRecovery, { body: { email: "eva\ud800@example.org" } }), "email"],
    [await stranger.call(signUp, { body: signupForm({ email: "\0@example.org" }) }), "email"],
    [await stranger.call(getRegions, { query: { country: "D\0" } }), "country"],
    [await client.call(subscribePush, { body: { subscription } }), "subscription.endpoint"],
  ] as const;
  for (const [{ status, body }, field] of answers) {
    expect([status, body.error?.field_codes], field).toEqual([400, { [field]: "forbidden_characters" }]);
  }
});

test("a cookie with a NUL is ignored, and locks no browser out", async ({ app }) => {
  const headers = { host: "localhost", "x-request-type": "client", cookie: "auth=%00; device=a%00; locale=%00" };
  const answer = await app.inject({ url: "/api/user.php", headers });
  expect([answer.statusCode, answer.json()]).toEqual([200, { user: null }]);
});

test("a path with a NUL is refused or not found", async ({ app }) => {
  for (const url of ["/photos/%00/thumb.webp", "/photos/a/%00", "/data-downloads/%00", "/api/%00", "/outbox/%00"]) {
    const { statusCode } = await app.inject({ url, headers: { host: "localhost" } });
    expect(statusCode, url).toBeGreaterThanOrEqual(400);
    expect(statusCode, url).toBeLessThan(500);
  }
});

const strangeHosts = [
  ...["", "localhost:99999", "1.2.3.4.5", "[::::::]", "[", "a b", "localhost:", "localhost:x", "localhost/x"],
  ...["localhost:1@evil.example", "evil.example\\x", "%00", "\x80\xff", "..", "xn--a", "999.999.999.999", "a..b:80:80"],
];
test.for(strangeHosts)("Host %j gets a site's answer or none, and never a 5xx", async (host, { ask }) => {
  for (const target of ["/", "/api/settings.php", "/healthz", "/nothing/here"]) {
    const answer = await ask(target, host);
    expect(statusOf(answer), `${target} ${answer}`).toBeLessThan(500);
    expect(answer.toLowerCase(), target).toContain("x-content-type-options: nosniff");
  }
});

test("hosts that no URL can have are refused with 421, also on calls that put them into mails", async ({
  ask,
  sendRaw,
}) => {
  for (const host of ["", "localhost:99999", "1.2.3.4.5", "[::::::]"]) {
    expect(statusOf(await ask("/api/settings.php", host)), host).toBe(421);
    const body = JSON.stringify({ email: "somebody@example.org" });
    const key = "idempotency-key: 00000000-0000-4000-8000-000000000000\r\nsec-fetch-site: same-origin";
    const json = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
    const head = `POST /api/password-reset.php HTTP/1.1\r\nHost: ${host}\r\n${key}\r\n${json}`;
    expect(statusOf(await sendRaw(`${head}\r\n\r\n${body}`)), host).toBe(421);
  }
  expect(statusOf(await sendRaw("GET /api/settings.php HTTP/1.0\r\n\r\n"))).toBe(421);
});

test("several Host headers are refused with 400, also if they are equal", async ({ sendRaw }) => {
  const ask = (...hosts: string[]) =>
    sendRaw(`GET /api/settings.php HTTP/1.1\r\n${hosts.join("\r\n")}\r\nConnection: close\r\n\r\n`);
  expect(statusOf(await ask("Host: localhost"))).toBe(200);
  for (const second of ["Host: localhost", "host: elsewhere.example", "HOST: 127.0.0.1"]) {
    expect(statusOf(await ask("Host: localhost", second)), second).toBe(400);
  }
});

const half = { "content-length": "50", host: "localhost", "sec-fetch-site": "same-origin" };
test.for([
  ["JSON", "/api/login.php", { ...half, "content-type": "application/json" }, '{"login"'],
  ["a form", "/api/list-unsubscribe.php", { ...half, "content-type": "application/x-www-form-urlencoded" }, "List"],
  ["a picture", "/api/photos.php", { ...half, "content-type": "image/png" }, "PNG"],
  [
    "a form with a file",
    "/api/photo-message.php",
    { ...half, "content-type": "multipart/form-data; boundary=x" },
    "--x",
  ],
] as const)(
  "quality: a client that hangs up in the middle of %s is not logged as an unreachable database",
  async ([, path, headers, begun], { app, given, sendRaw: _, signedUp }) => {
    const { client } = await signedUp();
    const { cookie } = client;
    const logged = given.logged.length;
    const { port } = app.server.address() as AddressInfo;
    const aborted = new Promise<void>((resolve) =>
      app.server.once("request", (request) => request.once("close", resolve)),
    );
    const socket = connect(port, "127.0.0.1");
    const lines = Object.entries({ ...headers, cookie, "idempotency-key": "00000000-0000-4000-8000-000000000009" });
    socket.write(
      `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\n\r\n${begun}`,
    );
    await once(app.server, "request");
    socket.destroy();
    await aborted;
    // the server is done with it before it answers the next one
    expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
    expect(given.logged.slice(logged)).toEqual([]);
  },
);

test("health checks and metrics need no host", async ({ sendRaw }) => {
  for (const path of ["/healthz", "/readyz"]) {
    expect(statusOf(await sendRaw(`GET ${path} HTTP/1.0\r\n\r\n`)), path).toBe(200);
  }
});

test("an absolute request target is refused: the server is no proxy", async ({ ask }) => {
  for (const target of ["http://evil.example/", "http://localhost/api/settings.php", "https://evil", "*", "x"]) {
    const answer = await ask(target, "localhost");
    expect(statusOf(answer), `${target} ${answer}`).toBe(400);
  }
});

const unreadable = [
  [
    "an address that can't be decoded",
    "GET /api/%E0%A4%A HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    400,
  ],
  ["a header without a name", "GET / HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n", 400],
  ["a header with a NUL", "GET / HTTP/1.1\r\nHost: localhost\r\nx: a\0b\r\n\r\n", 400],
  ["no HTTP at all", "hello\r\n\r\n", 400],
  ["a method that does not exist", "FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
  ["a length that is none", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n", 400],
  ["a header that never ends", `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${"x".repeat(40_000)}\r\n\r\n`, 431],
] as const;
test.for(unreadable)(
  "%s gets an error in the API's form, with the security headers",
  async ([, text, status], { sendRaw }) => {
    const answer = await sendRaw(text);
    expect(statusOf(answer), answer).toBe(status);
    const head = answer.toLowerCase();
    for (const part of ["x-content-type-options: nosniff", "frame-ancestors 'none'", "cache-control: no-store"])
      expect(head).toContain(part);
    expect(answer).toContain('{"error":{"code":"malformed_request"');
  },
);

test("every method gets an answer below 500", async ({ sendRaw }) => {
  const methods = ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "QUERY", "REPORT"];
  for (const method of methods) {
    for (const target of ["/", "/api/user.php", "/login", "/healthz"]) {
      const answer = await sendRaw(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(statusOf(answer), `${method} ${target} ${answer}`).toBeLessThan(500);
      expect(answer.toLowerCase(), method).toContain("x-content-type-options: nosniff");
    }
  }
});
