import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { withClient } from "#server/db/client.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { emptyDatabase } from "#server/db/test-migrations.ts";
import { start } from "#server/test-start.ts";

test("D12.1 three processes that begin at once on an empty database fill the demo world once, and all become ready", async () => {
  const folder = createScratchFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const url = await emptyDatabase();
  const env = { DATABASE_URL: url, DATA_DIR: folder, DEMO: "1", DEMO_PHOTOS: "few", SERVICES: "worker" };
  const runs = [1, 2, 3].map(() => start({ ...env, SECRET: "a secret for tests only, long enough" }));
  await Promise.all(runs.map((run) => run.saying("Rendezvous works on jobs")));
  for (const { server } of runs) server.kill("SIGTERM");
  expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  await withClient(url, async (client) => {
    const { rows } = await client.query("select count(*)::int as sites from sites");
    expect(rows).toEqual([{ sites: 2 }]);
  });
}, 240_000);
