import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { allJobs } from "#server/features/all-jobs.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { withClient } from "./client.ts";
import { assertVersion, migrate } from "./migrate.ts";
import { cloneDatabase, serverUrlVariable, testServices } from "./test-database.ts";
import { emptyDatabase, migrationNames } from "./test-migrations.ts";

const given = await testServices();
afterAll(() => given.close());

test("D12.2 a PostgreSQL that is too old is refused, with the version that is needed", () => {
  expect(() => assertVersion("15.13 (Debian 15.13-0+deb12u1)")).toThrow(
    "PostgreSQL 18 or newer is needed, this is 15.13 (Debian 15.13-0+deb12u1)",
  );
  expect(() => assertVersion("18.4")).not.toThrow();
});

test("each migration is named by a time of its own, not later than today, and they run in that order", async () => {
  const names = readdirSync(join(import.meta.dirname, "../migrations")).map((file) => file.replace(/\.sql$/, ""));
  for (const name of names) expect(name).toMatch(/^20\d{10}_[a-z0-9_]+$/);
  const times = names.map((name) => name.slice(0, 12));
  const today = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  for (const time of times) expect(time.slice(0, 8) <= today, time).toBe(true);
  expect(times.filter((time, index) => times.indexOf(time) !== index)).toEqual([]);
  const { rows } = await sql<{ name: string }>`select name from migrations order by id`.execute(given.services.db);
  expect(rows.map(({ name }) => name)).toEqual(names.sort());
});

test("D12.3 processes that start together wait for each other's migrations", async () => {
  const url = await cloneDatabase();
  expect(await Promise.all(Array.from({ length: 5 }, () => migrate(url)))).toEqual([[], [], [], [], []]);
});

test("D12.3 processes that start together on an empty database: one migrates, the others wait, none is deadlocked", async () => {
  const url = await emptyDatabase();
  const applied = await Promise.all(Array.from({ length: 3 }, () => migrate(url)));
  // which one comes first is chance
  expect(applied.sort((a, b) => b.length - a.length)).toEqual([migrationNames, [], []]);
}, 120_000);

const metresBetween = "select earth_distance(ll_to_earth(52.52, 13.41), ll_to_earth(48.14, 11.58)) as metres";
const extensions = "select extname as name from pg_extension where extname = 'earthdistance'";

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  return await withClient(url, async (client) => (await client.query(statement)).rows);
}

test("D12.2 a role that only owns its database can make the first start, jobs included", async () => {
  const url = await emptyDatabase({ plain: true });
  expect(await migrate(url)).toEqual(migrationNames);
  const jobs = await createJobs(url, allJobs, { worker: false, onError: () => {} });
  await jobs.stop();
  expect(await ask(url, metresBetween)).toEqual([{ metres: expect.closeTo(504_300, -3) }]);
}, 120_000);

test("D12.2 distances are those of the extension earthdistance", async () => {
  const url = await emptyDatabase();
  await ask(url, "create extension earthdistance cascade");
  expect(await ask(await cloneDatabase(), metresBetween)).toEqual(await ask(url, metresBetween));
}, 120_000);

test("D12.2 a plain role also starts with an extension that a superuser created for it", async () => {
  const url = await emptyDatabase({ plain: true });
  const admin = new URL(process.env[serverUrlVariable] ?? "");
  admin.pathname = new URL(url).pathname;
  await ask(admin.href, "create extension earthdistance cascade");
  await migrate(url);
  expect(await ask(url, extensions)).toEqual([{ name: "earthdistance" }]);
}, 120_000);

test("a migration that is named earlier than one that has run is refused", async () => {
  const { db, config } = given.services;
  const late = "202611261145_late";
  await sql`update migrations set name = ${late} where id = (select max(id) from migrations)`.execute(db);
  await expect(migrate(config.databaseUrl ?? "")).rejects.toThrow("is preceding already run migration");
});
