import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { getUser } from "#contract/account.ts";
import { sendMessage } from "#contract/chat.ts";
import { getSettings } from "#contract/sites.ts";
import { createApp } from "#server/app.ts";
import { openPool } from "#server/db/pool.ts";
import { expect, test } from "#server/test.ts";
import { createCallShare } from "./call-share.ts";
import { Failure } from "./fail.ts";
import { TestClient } from "./test-client.ts";

/** Runs that end when they are told, with the names of those that began. */
function heldRuns() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, run, end: (name: string) => ends.get(name)?.() };
}

test("quality: a quarter of the pool is for one caller; the others wait their turn, and another caller does not", async () => {
  const withShare = createCallShare({ max: 8 });
  const { begun, run, end } = heldRuns();
  const calls = ["a", "b", "c", "d"].map((name) => withShare("anna", run(name)));
  const other = withShare("ben", run("x"));
  await expect.poll(() => begun).toEqual(["a", "b", "x"]);
  end("b");
  await expect.poll(() => begun).toEqual(["a", "b", "x", "c"]);
  end("a");
  await expect.poll(() => begun).toEqual(["a", "b", "x", "c", "d"]);
  for (const name of ["c", "d", "x"]) end(name);
  expect(await Promise.all([...calls, other])).toEqual(["a", "b", "c", "d", "x"]);
});

test("quality: a call that fails gives its place back, and one that waits too long is refused for a moment", async () => {
  const withShare = createCallShare({ max: 8, connectionTimeoutMillis: 20 });
  const broken = () => Promise.reject(new Error("broken"));
  for (let count = 0; count < 10; count += 1) await expect(withShare("anna", broken)).rejects.toThrow("broken");
  const { begun, run, end } = heldRuns();
  const running = ["a", "b"].map((name) => withShare("anna", run(name)));
  const refused = await withShare("anna", run("late")).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Failure);
  expect(refused).toMatchObject({ code: "unavailable", detail: { retryAfter: 2 } });
  for (const name of ["a", "b"]) end(name);
  await Promise.all(running);
  const next = withShare("anna", run("next"));
  end("next");
  expect(await next).toBe("next");
  expect(begun).toEqual(["a", "b", "next"]);
});

test("quality: a locked row stops its own member's calls only, and they succeed when they are sent again", async ({
  given: { logged },
  services,
  member,
  pair,
}) => {
  const [anna, ben] = await pair({ credits: 1000 });
  const eva = await member();
  const limits = { connectMs: 1_000, queryMs: 20_000, lockMs: 300 };
  const { pool, db } = openPool(services.config.databaseUrl ?? "", 16, () => {}, limits);
  const app = await createApp({ ...services, pool, db });
  onTestFinished(async () => {
    await app.close();
    await pool.end();
  });
  const clientOf = (who: typeof anna) => Object.assign(new TestClient(app), { cookies: who.client.cookies });
  const keys = Array.from({ length: 40 }, () => randomUUID());
  const send = (key: string) => clientOf(anna).call(sendMessage, { body: { member: ben.id, text: "Hello" } }, { key });
  const before = logged.length;
  const sent = await services.db.transaction().execute(async (trx) => {
    await sql`select from wallets where member_id = ${anna.id} for update`.execute(trx);
    const sending = Promise.all(keys.map(send));
    let isDone = false;
    void sending.then(() => {
      isDone = true;
    });
    for (let count = 0; count < 20 || !isDone; count += 1) {
      const others = await Promise.all([
        clientOf(eva).call(getUser, {}),
        clientOf(ben).call(getUser, {}),
        new TestClient(app).call(getSettings, {}),
      ]);
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    return await sending;
  });
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([503]));
  for (const { headers } of sent) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  const lines = logged.slice(before).join("");
  expect(lines).toContain("a statement waited too long for a lock");
  expect(lines).not.toContain("unreachable");
  for (const key of keys) expect((await send(key)).status).toBe(200);
});

test("quality: the log names an exhausted pool by its name", async ({ given: { logged }, services, client }) => {
  const { pool, db } = openPool(services.config.databaseUrl ?? "", 2, () => {});
  const app = await createApp({ ...services, pool, db });
  const held = [await pool.connect(), await pool.connect()];
  // only now, because opening a connection takes longer than this on a busy machine
  pool.options.connectionTimeoutMillis = 100;
  onTestFinished(async () => {
    await app.close();
    await pool.end();
  });
  const before = logged.length;
  const asking = new TestClient(app);
  asking.cookies.set("auth", "x".repeat(43));
  expect((await asking.call(getUser, {})).status).toBe(503);
  for (const connection of held) connection.release();
  expect((await client.call(getUser, {})).status).toBe(200);
  const lines = logged.slice(before).join("");
  expect(lines).toContain("no connection of the pool was free in time");
  expect(lines).not.toContain("unreachable");
});
