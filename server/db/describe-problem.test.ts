import { expect, test } from "vitest";
import { withClient } from "./client.ts";
import { describeDatabaseProblem, migrate } from "./migrate.ts";
import { emptyDatabase, withPlanted } from "./test-migrations.ts";

async function problemOf(url: string, dir?: string): Promise<string> {
  try {
    await migrate(url, dir === undefined ? {} : { dir });
  } catch (error) {
    return describeDatabaseProblem("DATABASE_DIRECT_URL", url, error);
  }
  return "none";
}

test("D12.2 a database that refuses the connection: the line names the variable with the address, not the password", async () => {
  const url = new URL(await emptyDatabase({ plain: true }));
  const { pathname } = url;
  url.password = "secretword";
  expect(await problemOf(url.href)).toMatch(/^DATABASE_DIRECT_URL: no PostgreSQL to use at .*password authentication/);
  expect(await problemOf(url.href)).not.toContain("secretword");
  url.password = "plain";
  url.pathname = "/not_there";
  expect(await problemOf(url.href)).toMatch(/^DATABASE_DIRECT_URL: .*database "not_there" does not exist/);
  url.pathname = pathname;
  url.searchParams.set("host", "127.0.0.1");
  url.port = "9";
  expect(await problemOf(url.href)).toMatch(
    /^DATABASE_DIRECT_URL: no PostgreSQL to use at 127\.0\.0\.1:9.*ECONNREFUSED/,
  );
});

test("D12.2 a role that may not create tables: the line says what to do, and does not blame the address", async () => {
  const url = await emptyDatabase({ plain: true });
  await withClient(url, (client) => client.query("revoke create on schema public from pg_database_owner"));
  expect(await problemOf(url)).toMatch(
    /^PostgreSQL at .* was reached, but its tables can't be brought up to date \(permission denied for schema public\): let the product's role own the database/,
  );
});

test("D12.2 a database that another version made: the line says what to do, and nothing is migrated", async () => {
  const url = await emptyDatabase();
  // the files of the same ten subjects, as they were called before they were last written anew
  await migrate(url, { count: 1 });
  await withClient(url, (client) => client.query("update migrations set name = '202611200900_platform'"));
  expect(await problemOf(url)).toMatch(/^PostgreSQL at .* was reached, but .*: another version made them; .*--fresh/);
  const tables = await withClient(url, (client) => client.query("select to_regclass('sites') as sites"));
  expect(tables.rows).toEqual([{ sites: null }]);
}, 60_000);

test("D12.2 a migration that fails: the line says that PostgreSQL was reached, and what it said", async () => {
  const url = await emptyDatabase();
  await withPlanted("select 1 / 0", async (dir) => {
    expect(await problemOf(url, dir)).toMatch(
      /^PostgreSQL at .* was reached, but .*\(division by zero\): .*next start/,
    );
  });
}, 60_000);
