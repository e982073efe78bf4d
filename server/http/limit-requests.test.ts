import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import cookie from "@fastify/cookie";
import fastify from "fastify";
import { onTestFinished } from "vitest";
import { checkSignup, getUser, signUp } from "#contract/account.ts";
import { requestRecovery } from "#contract/auth.ts";
import { getSettings } from "#contract/sites.ts";
import { createApp } from "#server/app.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { oneClickPath } from "#server/features/mails/index.ts";
import { createSecurityEvents } from "#server/security-events.ts";
import type { Services } from "#server/services.ts";
import { test as base, expect } from "#server/test.ts";
import { registerErrors } from "./errors.ts";
import { registerRequestLimits, withinPage } from "./limit-requests.ts";
import { createLimits, requestRates } from "./rate-limits.ts";
import { TestClient } from "./test-client.ts";

/** The app with the real limits, counted from zero for each test. */
const test = base.extend("strict", async ({ services }, { onCleanup }) => {
  const lines: Record<string, unknown>[] = [];
  const log = { info: (values: object) => void lines.push({ ...values }) };
  const strict: Services = {
    ...services,
    limits: createLimits(undefined),
    securityEvents: createSecurityEvents(log as never, services.config.secret),
  };
  const app = await createApp(strict);
  onCleanup(() => app.close());
  return { app, lines, services: strict, client: () => new TestClient(app) };
});

const session = () => ({ cookie: `auth=${randomUUID()}` });

test("a caller who is logged in can neither sign up nor check addresses", async ({ signedUp }) => {
  const { client } = await signedUp();
  const again = await client.call(signUp, { body: signupForm({ name: "Second", email: "second@example.org" }) });
  expect([again.status, again.body.error?.code]).toEqual([409, "already_logged_in"]);
  const check = await client.call(checkSignup, { body: { email: "third@example.org" } });
  expect(check.body.error?.code).toBe("already_logged_in");
});

test("signups with the session of the account before are counted for the address: 30 an hour", async ({
  strict,
  member,
}) => {
  const codes = new Map<string, number>();
  for (let count = 0; count < 33; count += 1) {
    const client = strict.client();
    client.cookies.set("auth", (await member()).cookie.slice("auth=".length));
    const { body } = await client.call(signUp, { body: signupForm() }, { address: "203.0.113.8" });
    const code = body.error?.code ?? "";
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect(Object.fromEntries(codes)).toEqual({ already_logged_in: 30, too_many_requests: 3 });
});

test("invented session cookies cost the database nothing once an address has made too many calls", async ({
  strict,
}) => {
  for (let count = 0; count < 3_000; count += 1) await strict.services.limits.countAddress("call", "203.0.113.9");
  let queries = 0;
  const { pool } = strict.services;
  const query = pool.connect.bind(pool);
  pool.connect = ((...args: never[]) => {
    queries += 1;
    return (query as (...all: never[]) => unknown)(...args);
  }) as never;
  try {
    const answer = await strict.client().call(getUser, {}, { address: "203.0.113.9", headers: session() });
    expect([answer.status, Number(answer.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(queries).toBe(0);
  } finally {
    pool.connect = query as never;
  }
});

test("a page's own reads are not counted again, but what its form changes is", async ({ strict }) => {
  const client = strict.client();
  for (let count = 0; count < 600; count += 1) await strict.services.limits.countAddress("read", "203.0.113.10");
  const read = (headers = {}) =>
    client.call(getSettings, { query: { route: "/" } }, { address: "203.0.113.10", headers });
  expect((await read()).status).toBe(429);
  expect((await read({ "x-within-page": "a guess" })).status).toBe(429);
  expect((await read(withinPage)).status).toBe(200);
  for (let count = 0; count < 60; count += 1) await strict.services.limits.countAddress("check", "203.0.113.10");
  const check = await client.call(checkSignup, { body: {} }, { address: "203.0.113.10", headers: withinPage });
  expect(check.status).toBe(429);
});

test("another site's page can't use up the logins of its visitors' address", async ({ strict }) => {
  const body = { email: "nobody@example.org", way: "login" as const };
  const headers = { "sec-fetch-site": "cross-site" };
  for (let count = 0; count < 70; count += 1) {
    await strict.client().call(requestRecovery, { body }, { address: "203.0.113.11", headers });
  }
  const answer = await strict.client().call(requestRecovery, { body }, { address: "203.0.113.11" });
  expect(answer.status).not.toBe(429);
});

test("an IPv6 customer with many /64 gets four times the points of one by /56, and sixteen times by /48", async ({
  strict: { services },
}) => {
  const count = (address: string) => services.limits.countAddress("signup", address);
  let allowed = 0;
  for (let subnet = 0; subnet < 256; subnet += 1) {
    if ((await count(`2001:db8:1:${(0x100 + subnet).toString(16)}::/64`)) === 0) allowed += 1;
  }
  expect(allowed).toBe(120);
  for (let subnet = 0x200; subnet < 0x1_0000; subnet += 64) {
    if ((await count(`2001:db8:1:${subnet.toString(16)}::/64`)) === 0) allowed += 1;
  }
  expect(allowed).toBe(480);
  expect(await count("2001:db8:2:100::/64")).toBe(0);
});

test("one subscriber's refused requests do not use up the points of the networks around them", async ({
  strict: { services },
}) => {
  const count = (address: string) => services.limits.countAddress("signup", address);
  for (let times = 0; times < 1_000; times += 1) await count("2001:db8:1:100::/64");
  expect(await count("2001:db8:1:101::/64")).toBe(0);
});

test.for([
  ["file", `/photos/${randomUUID()}/card.webp`, 3_000],
  ["document", `/receipts/${randomUUID()}`, 60],
  ["document", `/data-downloads/${randomUUID()}`, 60],
  ["stream", "/api/events.php", 600],
] as const)(
  "an address that asks for too much gets a 429 with Retry-After: %s, %s",
  async ([rate, url, points], { strict }) => {
    const { app, services } = strict;
    const ask = () => app.inject({ url, headers: { host: "localhost" }, remoteAddress: "203.0.113.12" });
    expect((await ask()).statusCode).not.toBe(429);
    for (let count = 1; count < points; count += 1) await services.limits.countAddress(rate, "203.0.113.12");
    const refused = await ask();
    expect([refused.statusCode, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    const neighbour = await app.inject({ url, headers: { host: "localhost" }, remoteAddress: "203.0.113.13" });
    expect(neighbour.statusCode).not.toBe(429);
  },
);

test("unsubscribe buttons are counted by the /64 of an IPv6 address, and apart from webhooks and reports", async ({
  strict: { app, services },
}) => {
  const press = async (remoteAddress: string) => {
    const { statusCode } = await app.inject({
      method: "POST",
      url: `${oneClickPath}?token=none`,
      remoteAddress,
      headers: { host: "localhost", "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    return statusCode;
  };
  // what else a mail service, or the payment provider, sends from there
  for (const other of ["webhook", "feedback"] as const) {
    for (let count = 0; count < 1_300; count += 1) await services.limits.countAddress(other, "2001:db8:1:100::/64");
  }
  expect(await press("2001:db8:1:100::1")).not.toBe(429);
  for (let count = 1; count < 1_200; count += 1)
    await services.limits.countAddress("unsubscribe", "2001:db8:1:100::/64");
  expect(await press("2001:db8:1:100:ffff::2")).toBe(429);
  expect(await press("2001:db8:9:100::1")).not.toBe(429);
});

test("the log has one line a minute for an address and a class that are over the limit, without the address", async ({
  strict,
}) => {
  for (let count = 0; count < 30; count += 1) await strict.services.limits.countAddress("signup", "203.0.113.14");
  for (let count = 0; count < 5; count += 1) {
    await strict.client().call(signUp, { body: signupForm() }, { address: "203.0.113.14" });
  }
  expect(strict.lines).toEqual([{ security: "limit", outcome: "blocked", from: expect.any(String), class: "signup" }]);
  expect(strict.services.securityEvents.limited().get("signup")).toBe(5);
  expect(JSON.stringify(strict.lines)).not.toContain("203.0.113.14");
});

test("a call without its rights, or from another site, is a security event; a signup is one", async ({ strict }) => {
  const form = signupForm({ name: "Eventful", email: "eventful@example.org" });
  await strict.client().call(signUp, { body: form }, { headers: { "sec-fetch-site": "cross-site" } });
  await strict.client().call(signUp, { body: form });
  expect(strict.lines.map(({ security, outcome, code }) => [security, outcome, code])).toEqual([
    ["refused", "blocked", "wrong_origin"],
    ["signup", "ok", undefined],
  ]);
  expect(strict.lines[1]?.account).toMatch(/^[0-9a-f-]{36}$/);
});

test("a visitor may open 600 pages a minute; the next one is a small page that says when to come back", async ({
  services,
}) => {
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(cookie);
  registerErrors(app, services);
  registerRequestLimits(app, { ...services, limits: createLimits(undefined) });
  app.get("/*", { config: { page: true, limit: "page" } }, async () => "a page");
  const open = (url = "/pricing", language = "de") =>
    app.inject({ url, headers: { "accept-language": language }, remoteAddress: "203.0.113.15" });
  for (let count = 0; count < 600; count += 1) expect((await open()).statusCode).toBe(200);
  const { statusCode, headers, body } = await open();
  expect([statusCode, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(body).toContain(services.texts.t("de", "errors:too_many_requests"));
  expect(body.length).toBeLessThan(500);
  expect((await open("/pricing.data")).json().error.code).toBe("too_many_requests");
});

test("docs/security.md lists each limit with its number and its time", () => {
  const seconds = { minute: 60, minutes: 60, hour: 3_600, day: 86_400 };
  const document = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");
  const rows = document.matchAll(/^\| `(\w+)` \| ([\d,]+) \| (\d+) (minutes?|hour|day) \|/gm);
  const listed = [...rows].map(([, name = "", points = "", count, unit]) => [
    name,
    { points: Number(points.replace(",", "")), duration: Number(count) * seconds[unit as keyof typeof seconds] },
  ]);
  expect(Object.fromEntries(listed)).toEqual(requestRates);
});
