import { parse } from "yaml";
import { getLink, getUser, putLanguage, signUp } from "#contract/account.ts";
import { logOut } from "#contract/auth.ts";
import { languages } from "#contract/constants.ts";
import { commonErrors, type ErrorCode, errorStatus } from "#contract/errors.ts";
import { paymentWebhook } from "#contract/payments.ts";
import { getSettings } from "#contract/sites.ts";
import { createApp } from "#server/app.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { expect, test } from "#server/test.ts";
import { collectAfterCommit } from "./after-commit.ts";
import { registerCalls } from "./api.ts";
import { calls } from "./calls.ts";
import { hashBody } from "./idempotency.ts";
import { acceptedLanguage, visitorLanguage } from "./language.ts";
import { documentedCalls } from "./openapi.ts";
import { limitedAddress } from "./origin.ts";
import { createLimits } from "./rate-limits.ts";
import { TestClient } from "./test-client.ts";

test("R7.01 the calls of the specification are served at exactly their paths", () => {
  const served = calls.map((call) => `${call.method} ${call.path}`);
  const specified = ["GET user", "POST user", "PUT user", "GET logout", "GET settings", "GET chats", "GET likes"];
  const more = ["DELETE chat", "GET interests", "GET regions", "GET companyinfo"];
  for (const call of [...specified, ...more]) expect(served).toContain(`${call.replace(" ", " /api/")}.php`);
});

test("the start fails on a call without a handler, and on a handler without a call", ({ app, services }) => {
  const handler = { call: getUser, run: async () => ({}) };
  const add = (handlers: (typeof handler)[]) => () =>
    registerCalls(
      app,
      services,
      {
        siteOf: fail,
        viewerOf: fail,
        openSession: fail,
        staffOf: fail,
        programOf: fail,
        areOnSites: fail,
        invalidateMember: fail,
        invalidateSessions: fail,
      },
      [getUser],
      handlers,
    );
  const fail = () => Promise.reject(new Error("not called"));
  expect(add([])).toThrow("calls without a handler: GET /api/user.php");
  expect(add([handler, handler])).toThrow("handlers without a call, or twice: GET /api/user.php");
});

test("R8.02 an unknown call is the JSON 404, in the caller's language", async ({ app }) => {
  const answer = await app.inject({ url: "/api/nothing.php", headers: { host: "localhost" } });
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { error: { code: "not_found", message: "This page could not be found" } },
  ]);
});

test.for([
  { encoding: "zstd", accepted: "gzip, deflate, br, zstd" },
  { encoding: "br", accepted: "gzip, deflate, br" },
  { encoding: "gzip", accepted: "gzip, deflate" },
])(
  "a large answer is compressed by $encoding in one step and has a length",
  async ({ encoding, accepted }, { app }) => {
    const answer = await app.inject({ url: "/api/docs/json", headers: { "accept-encoding": accepted } });
    const plain = await app.inject({ url: "/api/docs/json" });
    expect(plain.rawPayload.length).toBeGreaterThan(128 * 1024);
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length);
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  },
);

test("D1.3 an invalid field has an error text in the caller's language, and a stable code", async ({ client }) => {
  const form = signupForm({ name: "@field", email: "field.codes@example.org" });
  const { body } = await client.call(signUp, { body: form }, { language: "de" });
  expect(body.error?.field_codes).toEqual({ name: "name_starts_with_at" });
  expect(Object.keys(body.error?.fields ?? {})).toEqual(["name"]);
  expect(body.error?.fields?.name).not.toBe("Username may not start with @");
});

test("the OpenAPI document has every call with its errors, and its page needs no inline script", async ({ app }) => {
  const document = (await app.inject({ url: "/api/docs/json" })).json();
  for (const call of calls) {
    const entry = document.paths[call.path]?.[call.method.toLowerCase()];
    expect(entry?.summary, call.path).toContain(call.summary);
    for (const code of call.errors) expect(JSON.stringify(entry.responses[errorStatus[code]])).toContain(code);
  }
  expect(parse((await app.inject({ url: "/api/docs/yaml" })).body)).toEqual(document);
  const page = await app.inject({ url: "/api/docs/" });
  expect(page.statusCode).toBe(200);
  expect(String(page.headers["content-security-policy"])).not.toContain("script-src 'self' 'unsafe-inline'");
  // what makes it fit a phone, and leaves out the mark of a library
  const script = await app.inject({ url: "/api/docs/static/theme/page.js" });
  expect(script.body).toContain("width=device-width");
  expect(page.body).toContain("theme/page.js");
  expect((await app.inject({ url: "/api/docs/static/theme/page.css" })).body).toContain(".topbar");
});

test("in production the OpenAPI document does not list the back office's calls", () => {
  const documented = documentedCalls(calls, "production");
  expect(documented).toContain(getUser);
  expect(documented.filter(({ who }) => who === "staff")).toEqual([]);
  expect(documentedCalls(calls, "development")).toEqual(calls);
});

test("what fails after the commit is logged, and the caller gets the answer of the stored change", async () => {
  const deferred = collectAfterCommit({} as never, {} as never);
  const done: string[] = [];
  deferred.contextFunctions.afterCommit(() => Promise.reject(new Error("Redis is away")));
  deferred.contextFunctions.afterCommit(() => void done.push("the next one"));
  const logged: unknown[] = [];
  await deferred.run({ error: (values: object) => void logged.push(values) } as never);
  expect(done).toEqual(["the next one"]);
  expect(logged).toEqual([{ err: new Error("Redis is away") }]);
});

test("a mutating call is refused from other origins, a GET that only reads is not", async ({ signedUp }) => {
  const { client } = await signedUp();
  const from = (headers: Record<string, string | undefined>) =>
    client.call(putLanguage, { body: { language: "da" } }, { headers: { "sec-fetch-site": undefined, ...headers } });
  expect((await from({ "sec-fetch-site": "cross-site" })).body.error?.code).toBe("wrong_origin");
  expect((await from({ "sec-fetch-site": "same-site" })).body.error?.code).toBe("wrong_origin");
  expect((await from({})).body.error?.code).toBe("wrong_origin");
  expect((await from({ origin: "http://evil.example" })).body.error?.code).toBe("wrong_origin");
  expect((await from({ origin: "http://localhost" })).status).toBe(200);
  const logout = await client.call(logOut, {}, { headers: { "sec-fetch-site": "cross-site" } });
  expect(logout.body.error?.code).toBe("wrong_origin");
  expect((await client.call(getUser, {}, { headers: { "sec-fetch-site": "none" } })).status).toBe(200);
});

test("every answer has the security headers, and a personal one is never stored", async ({ client }) => {
  const { headers } = await client.call(getUser);
  expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}'/);
  for (const part of ["frame-ancestors 'none'", "object-src 'none'", "style-src 'self'"])
    expect(policy).toContain(part);
  expect(policy).not.toContain("unsafe");
});

test("a mutating call without Idempotency-Key, without JSON, or with broken JSON gets a clear error", async ({
  app,
}) => {
  const send = (headers: Record<string, string>, payload: string) =>
    app.inject({
      method: "POST",
      url: signUp.path,
      headers: { host: "localhost", "sec-fetch-site": "same-origin", ...headers },
      payload,
    });
  const json = { "content-type": "application/json" };
  expect((await send(json, "{}")).json().error.code).toBe("idempotency_key_required");
  expect((await send({ "content-type": "text/plain" }, "{}")).json().error.code).toBe("unsupported_media_type");
  expect((await send(json, "{")).json().error.code).toBe("malformed_request");
  expect((await send(json, JSON.stringify({ name: "x".repeat(300_000) }))).json().error.code).toBe("payload_too_large");
});

test("D7.4 a form's body is accepted by the webhook of payments, up to 16 kB, and by no other call", async ({
  app,
}) => {
  const send = (url: string, payload: string) =>
    app.inject({
      method: "POST",
      url,
      headers: {
        host: "localhost",
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
      },
      payload,
    });
  expect((await send(paymentWebhook.path, "id=sb_1")).json().error.code).toBe("webhook_refused");
  expect((await send(paymentWebhook.path, "other=1")).json().error.code).toBe("webhook_refused");
  expect((await send(paymentWebhook.path, "id=%00")).json().error.field_codes).toEqual({ id: "forbidden_characters" });
  expect((await send(paymentWebhook.path, `id=${"x".repeat(20_000)}`)).json().error.code).toBe("payload_too_large");
  for (const call of calls.filter(({ method, form }) => method === "POST" && !form)) {
    expect((await send(call.path, "id=1")).json().error.code, call.path).toBe("unsupported_media_type");
  }
});

test("R7.03 a failure is not stored for its key: a retry with it may succeed", async ({ client }) => {
  const key = crypto.randomUUID();
  const wrong = await client.call(signUp, { body: signupForm({ name: "x" }) }, { key });
  expect(wrong.status).toBe(400);
  const right = signupForm({ name: "Second Try", email: "second@example.org" });
  expect((await client.call(signUp, { body: right }, { key })).status).toBe(200);
});

test("R7.03 the stored hash of a body can't be used to test guesses at a password", async ({ client, services }) => {
  const key = crypto.randomUUID();
  const body = signupForm({ name: "Kept Hash", email: "kept.hash@example.org" });
  await client.call(signUp, { body }, { key });
  const { db, config } = services;
  const row = await db
    .selectFrom("idempotency_keys")
    .select("body_hash")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  const parsed = { query: {}, body: signUp.body.parse(body) };
  expect(row.body_hash).toEqual(hashBody(parsed, config.secret));
  expect(row.body_hash).not.toEqual(hashBody(parsed, "another secret"));
});

test("too many calls answer 429 with Retry-After", async () => {
  const limits = createLimits(undefined);
  const waits: number[] = [];
  for (let count = 0; count < 31; count += 1) waits.push(await limits.count("signup", "somebody"));
  expect(waits.slice(0, 30)).toEqual(Array(30).fill(0));
  expect(waits[30]).toBeGreaterThan(3000);
  expect(await limits.count("signup", "somebody else")).toBe(0);
});

test("many signups at once do not delay other callers", async ({ visitor }) => {
  let done = 0;
  const signups = Array.from({ length: 40 }, async (_, index) => {
    const name = `Signup ${"abcdefgh"[index % 8]}${"abcdefgh"[Math.floor(index / 8)]}`;
    const body = signupForm({ name, email: `signup${index}@example.org` });
    const { status } = await visitor().call(signUp, { body }, { address: `198.51.100.${index}` });
    done += 1;
    return status;
  });
  await Promise.race(signups);
  const read = await visitor().call(getLink, { query: { token: "unknown" } });
  const meanwhile = done;
  expect(read.status).toBe(410);
  expect(meanwhile).toBeLessThan(8);
  expect(new Set(await Promise.all(signups))).toEqual(new Set([200]));
});

test("an IPv6 subscriber is limited by their /64", () => {
  expect(limitedAddress("203.0.113.9")).toBe("203.0.113.9");
  expect(limitedAddress("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(limitedAddress("2001:db8::1")).toBe("2001:db8:0:0::/64");
});

test("D3.5 an IPv4 address written as IPv6 by a dual-stack socket has a limit of its own", () => {
  expect(limitedAddress("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(limitedAddress("::FFFF:203.0.113.10")).toBe("203.0.113.10");
});

test("quality: a disconnected client has no address any more, and its request ends without an error", () => {
  expect(limitedAddress(undefined)).toBe("");
});

test("D1.4 a visitor's language: the cookie's, then the domain's, then the browser's", () => {
  const site = { domain_language: "", languages } as const;
  const german = { ...site, domain_language: "de" } as const;
  expect(visitorLanguage("fi", german, "fr")).toBe("fi");
  expect(visitorLanguage(undefined, german, "fr")).toBe("de");
  expect(visitorLanguage("xx", site, "fr-CA,fr;q=0.9,en;q=0.5")).toBe("fr");
  expect(visitorLanguage(undefined, site, "zh")).toBe("en");
  const nordic = { domain_language: "", languages: ["sv", "da"] } as const;
  expect(visitorLanguage("fi", nordic, "fr,da;q=0.5")).toBe("da");
  expect(visitorLanguage(undefined, nordic, "en")).toBe("sv");
  expect(acceptedLanguage("no, en;q=0.5")).toBe("nb");
  expect(acceptedLanguage("en;q=0.3, pl;q=0.8")).toBe("pl");
});

test("every error code has a text, and some call can answer it", ({ services }) => {
  // a file of the browser's own is no call
  const ofDownloads: ErrorCode[] = ["downloads_open"];
  const named = new Set<ErrorCode>([...commonErrors, ...ofDownloads, ...calls.flatMap((call) => call.errors)]);
  for (const code of Object.keys(errorStatus) as ErrorCode[]) {
    expect(named, code).toContain(code);
    expect(services.texts.t("en", `errors:${code}`, { minutes: 1, count: 2 }), code).not.toBe("");
  }
});

test("the process answers health checks and metrics", async ({ app }) => {
  expect((await app.inject("/healthz")).json()).toEqual({ status: "ok" });
  expect((await app.inject("/readyz")).json()).toEqual({ status: "ready" });
  const metrics = (await app.inject("/metrics")).body;
  expect(metrics).toContain("http_request_duration_seconds");
});

test.for([
  [0, null],
  [1, "NL"],
  [2, "GB"],
] as const)(
  "D3.5 behind %i proxies a forwarded address that the caller made up is ignored",
  async ([trustProxy, country], { services }) => {
    const app = await createApp({ ...services, config: { ...services.config, trustProxy } });
    const { body } = await new TestClient(app).call(
      getSettings,
      { query: { route: "/" } },
      { headers: { "x-forwarded-for": "1.1.1.1, 2.125.160.216, 193.0.6.139" } },
    );
    expect(body.settings.geoip_country).toBe(country);
    await app.close();
  },
);
