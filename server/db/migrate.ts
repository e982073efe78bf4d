import { join } from "node:path";
import { runner } from "node-pg-migrate";
import pg from "pg";

/** The oldest PostgreSQL with all features that the statements use, such as `uuidv7()`. */
const oldest = 18;

/** Throws one clear line if the server's version is too old. */
export function assertVersion(version: string): void {
  if (Number.parseInt(version, 10) >= oldest) return;
  throw new Error(`PostgreSQL ${oldest} or newer is needed, this is ${version}`);
}

/** Applies the missing migrations in one transaction; processes that start together wait for each other. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // nothing to do: a broken connection makes the next statement throw
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    assertVersion(rows[0]?.server_version ?? "");
    const applied = await runner({
      dbClient: client,
      dir: join(import.meta.dirname, "../migrations"),
      direction: "up",
      migrationsTable: "migrations",
      checkOrder: true,
      advisoryLockMode: "wait",
      log: () => {},
      // the caller reports what is thrown, so it is not logged twice
      logger: { info: () => {}, warn: () => {}, error: () => {} },
    });
    return applied.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}
