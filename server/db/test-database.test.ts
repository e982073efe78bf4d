import { vi } from "vitest";
import { expect, test } from "#server/test.ts";
import { testServices } from "./test-database.ts";

test("a test's statement waits for a connection as long as the test may take, on a busy machine too", async ({
  services: { pool },
}) => {
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const waiting = Promise.allSettled([pool.query("select 1 as one")]);
    await vi.advanceTimersByTimeAsync(60_000);
    for (const client of held) client.release();
    expect(await waiting).toMatchObject([{ status: "fulfilled", value: { rows: [{ one: 1 }] } }]);
  } finally {
    vi.useRealTimers();
  }
});

test("what a test left open ends the run with its statement, instead of holding it", async () => {
  const { services, close } = await testServices(100);
  const left = await services.pool.connect();
  await left.query("begin; select 'left open'");
  await expect(close()).rejects.toThrow("select 'left open'");
  left.release(true);
});
