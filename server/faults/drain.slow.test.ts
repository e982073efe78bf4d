import { rmSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { cloneDatabase } from "#server/db/test-database.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { start } from "#server/test-start.ts";

const delaySeconds = 3;

test("D12.3 a stop signal makes /readyz answer 503 at once; requests are served until the delay is over", async () => {
  const folder = createScratchFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const databaseUrl = await cloneDatabase();
  const { db, pool } = openPool(databaseUrl, 2, () => {});
  onTestFinished(() => pool.end());
  const [siteId = 0] = await seedDemoSites(db, systemClock.now());
  const anna = await makeMember({ db, clock: systemClock, random: systemRandom }, { siteId });
  const run = start({ DATA_DIR: folder, DATABASE_URL: databaseUrl, DRAIN_DELAY: String(delaySeconds) });
  onTestFinished(async () => {
    run.server.kill("SIGKILL");
    await run.ended;
  });
  await run.saying("Rendezvous is ready");
  const address = /http:\/\/localhost:\d+/.exec(run.output())?.[0] ?? "";
  const get = (path: string) =>
    fetch(`${address}${path}`, { headers: { cookie: anna.cookie, "x-request-type": "client" } });
  const stream = await get("/api/events.php");
  expect((await get("/readyz")).status).toBe(200);

  const signalledAt = performance.now();
  run.server.kill("SIGTERM");
  await vi.waitFor(async () => expect((await get("/readyz")).status).toBe(503), { timeout: delaySeconds * 900 });
  expect(await (await get("/readyz")).json()).toEqual({ status: "draining" });
  const served = await get("/api/user.php");
  expect([served.status, served.headers.get("connection")]).toEqual([200, "close"]);
  expect((await get("/healthz")).status).toBe(200);
  // the stream is open until the delay is over; its last words tell the browser to reconnect soon
  const said = await stream.text();
  expect(performance.now() - signalledAt).toBeGreaterThan(delaySeconds * 1000 - 50);
  expect(said).toMatch(/event: ready[\s\S]*event: moved\ndata: \{\}\nretry: \d{3}\n\n$/);
  await expect(get("/healthz")).rejects.toThrow();
  expect(await run.ended).toBe(0);
}, 180_000);

test("D12.3 a second signal during the delay ends the process at once", async () => {
  const folder = createScratchFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = start({ DATA_DIR: folder, DATABASE_URL: await cloneDatabase(), DRAIN_DELAY: "60" });
  await run.saying("Rendezvous is ready");
  let ended = false;
  void run.ended.then(() => {
    ended = true;
  });
  await vi.waitFor(
    () => {
      run.server.kill("SIGTERM");
      expect(ended).toBe(true);
    },
    { timeout: 10_000, interval: 100 },
  );
  expect(await run.ended).toBe(1);
}, 180_000);
