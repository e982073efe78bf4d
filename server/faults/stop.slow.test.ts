import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { withClient } from "#server/db/client.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { cloneDatabase, serverUrlVariable } from "#server/db/test-database.ts";
import { openFaultyProxy, targetOf, withPort } from "#server/db/test-faulty-proxy.ts";
import { start } from "#server/test-start.ts";

/** The lines of the log, without those of a start. */
const linesOf = (output: string) => output.split("\n").filter((line) => line.startsWith("{"));

test.for([
  ["closes all connections before the signal", "close", "before"],
  ["closes all connections after the signal", "close", "after"],
  ["can't be reached before the signal", "cut", "before"],
  ["can't be reached after the signal", "cut", "after"],
] as const)(
  "D12.1 D12.3 a process whose database %s ends with status 0 and one line of the log about it",
  { timeout: 60_000 },
  async ([, manner, when]) => {
    const folder = createScratchFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const url = new URL(await cloneDatabase());
    const name = url.pathname.slice(1);
    const way = await openFaultyProxy(targetOf(url));
    onTestFinished(() => way.close());
    const admin = process.env[serverUrlVariable] ?? "";
    onTestFinished(() =>
      withClient(admin, async (client) => void (await client.query(`drop database ${name} with (force)`))),
    );
    const run = start({
      DATA_DIR: folder,
      DATABASE_URL: withPort(url, way.port),
      LOG_LEVEL: "warn",
      SERVICES: "worker",
    });
    await run.saying("Rendezvous works on jobs");
    const takeAway = async () => {
      if (manner === "cut") return way.behave("gone");
      await withClient(admin, async (client) => {
        await client.query(`alter database ${name} allow_connections false`);
        await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      });
    };
    if (when === "before") await takeAway();
    run.server.kill("SIGTERM");
    if (when === "after") await takeAway();
    expect(await run.ended, run.output()).toBe(0);
    const lines = linesOf(run.output());
    expect(lines.length, run.output()).toBeLessThanOrEqual(1);
  },
);
