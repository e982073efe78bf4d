import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { cloneDatabase } from "#server/db/test-database.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { start } from "#server/test-start.ts";

const phone = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile";

test("D10.2 visits of the landers are counted, and a stop signal loses none", async () => {
  const [folder, url] = [createScratchFolder(), await cloneDatabase()];
  const { db, pool } = openPool(url, 2, () => {});
  onTestFinished(async () => {
    await pool.end();
    rmSync(folder, { recursive: true, force: true });
  });
  await seedDemoSites(db, systemClock.now());
  const run = start({ DATA_DIR: folder, DATABASE_URL: url });
  await run.saying("Rendezvous is ready");
  const address = /http:\/\/localhost:\d+/.exec(run.output())?.[0] ?? "";
  const open = async (path: string) => (await fetch(address + path, { headers: { "user-agent": phone } })).status;
  for (let count = 0; count < 5; count += 1) expect(await open("/landers/gallery?network=adnet")).toBe(200);
  expect(await open("/landers/nothing?network=adnet")).toBe(404);
  run.server.kill("SIGTERM");
  expect(await run.ended).toBe(0);
  const rows = await db.selectFrom("visit_counts").select(["lander", "network", "visits"]).execute();
  expect(rows).toEqual([{ lander: "gallery", network: "adnet", visits: 5 }]);
}, 60_000);
