import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { openPool } from "./pool.ts";
import { serverUrlVariable } from "./test-database.ts";
import { openFaultyProxy, targetOf, withPort } from "./test-faulty-proxy.ts";

test("D12.3 a statement on a way that hangs fails in time, and the next one gets another connection", async () => {
  const url = new URL(process.env[serverUrlVariable] ?? "");
  const way = await openFaultyProxy(targetOf(url));
  onTestFinished(() => way.close());
  const { db, pool } = openPool(withPort(url, way.port), 1, () => {}, { queryMs: 300 });
  onTestFinished(() => pool.end());
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows);
  for (const manner of ["slow", "nonsense"] as const) {
    expect(await ask()).toEqual([{ one: 1 }]);
    way.behave(manner);
    const failure = await ask().catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    way.behave("well");
    const began = performance.now();
    expect(await ask()).toEqual([{ one: 1 }]);
    expect(performance.now() - began).toBeLessThan(5_000);
  }
});
