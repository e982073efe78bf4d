import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { languages } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { createApp } from "#server/app.ts";
import { openPool } from "#server/db/pool.ts";
import { openFaultyProxy, targetOf, withPort } from "#server/db/test-faulty-proxy.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { FilesUnavailable } from "#server/ports/files/port.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { settingDefinitions } from "#server/site-settings.ts";
import { expect, test } from "#server/test.ts";
import { checkParts } from "./check-parts.ts";
import { readPlannedWork } from "./status-page.ts";

test("D12.3 the status page says in each language what works, may be cached for seconds, and names its site", async ({
  app,
  services,
}) => {
  for (const language of languages) {
    const { statusCode, headers, body } = await app.inject({
      url: pathIn(language, "/status"),
      headers: { host: "localhost" },
    });
    expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "text/html; charset=utf-8",
      "public, max-age=15",
    ]);
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(services.texts.t(language, "status:summary.works"));
    expect(body.split(services.texts.t(language, "status:states.works"))).toHaveLength(5);
  }
  const german = await app.inject({ url: "/status", headers: { host: "localhost", "accept-language": "de" } });
  expect([german.body.includes('lang="de"'), german.headers.vary]).toEqual([
    true,
    expect.stringContaining("Accept-Language"),
  ]);
  expect((await app.inject({ url: "/status.css", headers: { host: "localhost" } })).statusCode).toBe(200);
});

test("D12.3 a part that fails, hangs or is late is never called working", async ({ services }) => {
  expect(await checkParts(services)).toEqual({ messages: "works", photos: "works", payments: "works", mail: "works" });
  const files = { ...services.files, get: () => Promise.reject(new FilesUnavailable("away")) };
  const payments = createProviders({
    ...services.payments.all[0],
    fetchPayment: () => new Promise<never>(() => {}),
  });
  await sql`insert into pgboss.job (name, data, state, retry_count, start_after)
    values ('send-mail', '{}', 'retry', 3, now() + interval '1 hour')`.execute(services.db);
  expect(await checkParts({ ...services, files, payments })).toEqual({
    messages: "works",
    photos: "fails",
    payments: "fails",
    mail: "late",
  });
  await sql`delete from pgboss.job where name = 'send-mail'`.execute(services.db);
});

test("D12.3 without a database the page still answers, with the site's name and announced work if it knew them", async ({
  services,
  siteIds,
}) => {
  await saveSetting(services.db, siteIds[0], "planned_work", "2026-11-20T19:00Z/2026-11-20T21:30Z");
  const url = new URL(services.config.databaseUrl ?? "");
  const way = await openFaultyProxy(targetOf(url));
  const { db, pool } = openPool(withPort(url, way.port), 2, () => {});
  const app = await createApp({ ...services, db, pool });
  const get = async () => await app.inject({ url: "/status", headers: { host: "localhost" } });
  const before = await get();
  const name = /<h1>(.*) · Status<\/h1>/.exec(before.body)?.[1] ?? "";
  expect(name).not.toBe("");
  expect(before.body).toMatch(/Planned work: [^<]*19:00 to [^<]*21:30/u);
  way.behave("gone");
  services.clock.advance(20_000);
  const { statusCode, body } = await get();
  expect(statusCode).toBe(200);
  expect((await app.inject({ url: "/readyz", headers: { host: "localhost" } })).statusCode).toBe(200);
  expect(body).toContain("Something isn’t working right now.");
  expect(body).not.toContain("Everything we check is working.");
  expect(body).toContain(name);
  const unknown = await app.inject({ url: "/fi/status", headers: { host: "elsewhere.example" } });
  expect([unknown.statusCode, unknown.body.includes("<h1>Palvelun tila</h1>")]).toEqual([200, true]);
  await app.close();
  await pool.end();
  await way.close();
});

const config = join(import.meta.dirname, "../../../../deploy/haproxy.cfg");

test.skipIf(spawnSync("haproxy", ["-v"]).error !== undefined)(
  "D12.3 behind HAProxy members get the status page and the product's own answers while the database is away",
  async ({ services }) => {
    const way = await openFaultyProxy(targetOf(new URL(services.config.databaseUrl ?? "")));
    const { db, pool } = openPool(withPort(new URL(services.config.databaseUrl ?? ""), way.port), 2, () => {});
    const app = await createApp({ ...services, db, pool });
    const { host: place } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const address = free.address();
    const bind = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    await new Promise((closed) => free.close(closed));
    const env = { ...process.env, HAPROXY_BIND: bind, WEB1: place, WEB2: place };
    const haproxy = spawn("haproxy", ["-db", "-f", config], { env, stdio: "ignore" });
    const get = (path: string) => fetch(`http://${bind}${path}`, { headers: { "accept-language": "en" } });
    try {
      await expect.poll(async () => (await get("/status")).status).toBe(200);
      way.behave("gone");
      // two checks, a second apart, would take both processes out
      await pause(3_500);
      services.clock.advance(20_000);
      const status = await get("/status");
      expect([status.status, await status.text()]).toEqual([200, expect.stringContaining("isn’t working right now")]);
      const call = await get("/api/settings.php");
      expect([call.status, call.headers.get("content-type")]).toEqual([503, "application/json; charset=utf-8"]);
    } finally {
      const ended = once(haproxy, "exit");
      haproxy.kill("SIGKILL");
      await ended;
      await app.close();
      await pool.end();
      await way.close();
    }
  },
  60_000,
);

test("D12.3 planned work is a period that is not over", () => {
  const now = new Date("2026-12-01T03:00Z");
  const period = "2026-12-01T02:00Z/2026-12-01T04:00Z";
  expect(readPlannedWork(period, now)).toEqual({
    from: new Date("2026-12-01T02:00Z"),
    until: new Date("2026-12-01T04:00Z"),
  });
  for (const text of ["", "2026-12-01T01:00Z/2026-12-01T03:00Z", "soon", "2026-12-01T05:00Z/2026-12-01T04:00Z"])
    expect(readPlannedWork(text, now), text).toBeNull();
  const { schema } = settingDefinitions.planned_work;
  expect(["", period].map((text) => schema.safeParse(text).success)).toEqual([true, true]);
  for (const text of [
    "tomorrow",
    "2026-12-01/2026-12-02",
    `${period}/${period}`,
    "2026-12-01T05:00Z/2026-12-01T04:00Z",
  ])
    expect(schema.safeParse(text).success, text).toBe(false);
});
