import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertVersion, migrate } from "./migrate.ts";
import { cloneDatabase, testServices } from "./test-database.ts";

let given: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  given = await testServices();
});
afterAll(() => given.close());

test("D12.2 a PostgreSQL that is too old is refused, with the version that is needed", () => {
  expect(() => assertVersion("15.13 (Debian 15.13-0+deb12u1)")).toThrow(
    "PostgreSQL 18 or newer is needed, this is 15.13 (Debian 15.13-0+deb12u1)",
  );
  expect(() => assertVersion("18.4")).not.toThrow();
});

test("each migration is named by a time of its own, and they run in that order", async () => {
  const names = readdirSync(join(import.meta.dirname, "../migrations")).map((file) => file.replace(/\.sql$/, ""));
  for (const name of names) expect(name).toMatch(/^20\d{10}_[a-z0-9_]+$/);
  const times = names.map((name) => name.slice(0, 12));
  expect(times.filter((time, index) => times.indexOf(time) !== index)).toEqual([]);
  const { rows } = await sql<{ name: string }>`select name from migrations order by id`.execute(given.services.db);
  expect(rows.map(({ name }) => name)).toEqual(names.sort());
});

test("D12.3 processes that start together wait for each other's migrations", async () => {
  const url = await cloneDatabase();
  expect(await Promise.all(Array.from({ length: 5 }, () => migrate(url)))).toEqual([[], [], [], [], []]);
});

test("a migration that is named earlier than one that has run is refused", async () => {
  const { db, config } = given.services;
  const late = "202611201245_late";
  await sql`update migrations set name = ${late} where id = (select max(id) from migrations)`.execute(db);
  await expect(migrate(config.databaseUrl ?? "")).rejects.toThrow("is preceding already run migration");
});
