import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { type Db, openPool, prepared, productLimits, productSettings } from "./pool.ts";
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

test("D12.3 a caller that stops waiting while its new connection is prepared leaves it to the next caller", async () => {
  const checks: Promise<void>[] = [Promise.resolve()];
  const assertUsable = () => checks.shift() ?? Promise.resolve();
  const { pool } = openPool(process.env[serverUrlVariable] ?? "", 1, () => {}, { assertUsable });
  const first = await pool.connect();
  pool.options.connectionTimeoutMillis = 300;
  const givingUp = pool.connect().catch((error: unknown) => error);
  pool.options.connectionTimeoutMillis = 30_000;
  checks.push(givingUp.then(() => {}));
  first.release(true);
  expect(await givingUp).toMatchObject({ message: "timeout exceeded when trying to connect" });
  const next = await pool.connect();
  expect(checks).toEqual([]);
  next.release();
  await pool.end();
});

test("D12.3 a marked statement is prepared by its connection, unless a pooler is between; others never are", async () => {
  const url = process.env[serverUrlVariable] ?? "";
  for (const prepares of [true, false]) {
    const { db, pool } = openPool(url, 1, () => {}, { prepares });
    onTestFinished(() => pool.end());
    for (let count = 0; count < 2; count += 1) await sql`${prepared} select ${count}::int as marked`.execute(db);
    const { rows } = await sql`select statement like '%as marked' as marked from pg_prepared_statements
      where ${true}`.execute(db);
    expect(rows).toEqual(prepares ? [{ marked: true }] : []);
  }
});

test("D12.3 a connection whose server takes no writes runs nothing more, and the next statement gets another one", async () => {
  const { db, pool } = openPool(process.env[serverUrlVariable] ?? "", 1, () => {});
  onTestFinished(() => pool.end());
  const pidOf = async (on: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid;
  const before = await pidOf(db);
  const failures: unknown[] = [];
  const changing = db.transaction().execute(async (trx) => {
    await sql`set transaction read only`.execute(trx);
    for (const statement of [sql`create table never ()`, sql`select 1`]) {
      failures.push(await statement.execute(trx).catch((error: unknown) => error));
    }
  });
  await expect(changing).rejects.toMatchObject({ code: "25006" });
  expect(failures).toMatchObject([{ code: "25006" }, { code: "25006" }]);
  expect(await pidOf(db)).not.toBe(before);
});

test("D12.3 the server ends a statement that takes too long, before the driver gives up on it", async () => {
  const url = process.env[serverUrlVariable] ?? "";
  const { db, pool } = openPool(url, 1, () => {}, { queryMs: 2_000 });
  onTestFinished(() => pool.end());
  const failure = await sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "57014" });
  expect(isDatabaseUnavailable(failure)).toBe(true);
  // the connection is still good: the driver did not give it up
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const running = await sql`select from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> ${rows[0]?.pid}
    and state = 'active'`.execute(db);
  expect(running.rows).toEqual([]);
});

test("D12.3 a connection of the product has its settings: the planner's, and limits for a statement and for a lock", async () => {
  const url = process.env[serverUrlVariable] ?? "";
  const { db, pool } = openPool(url, 1, () => {}, productLimits);
  onTestFinished(() => pool.end());
  const names = Object.keys(productSettings);
  const { rows } = await sql<{ name: string; value: string }>`
    select name, current_setting(name) as value from unnest(${names}::text[]) as name`.execute(db);
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
    ...productSettings,
    statement_timeout: "54s",
    lock_timeout: "3s",
  });
});

test("D12.3 the role of deploy/roles.sql has the product's settings, for connections behind a pooler", () => {
  const roles = readFileSync(join(import.meta.dirname, "../../deploy/roles.sql"), "utf8");
  const set = [...roles.matchAll(/alter role rendezvous_app set (\w+) = '(.+)';/g)];
  expect(Object.fromEntries(set.map(([, name, value]) => [name, value]))).toEqual(productSettings);
});

test("D12.3 commands have no time limit for a statement or a lock", async () => {
  const url = process.env[serverUrlVariable] ?? "";
  const { db, pool } = openPool(url, 1, () => {});
  onTestFinished(() => pool.end());
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock`.execute(db);
  expect(rows).toEqual([{ statement: "0", lock: "0" }]);
});
