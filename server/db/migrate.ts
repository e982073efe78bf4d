import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type MigrationBuilder, runner } from "node-pg-migrate";
import pg from "pg";
import { runsWithoutTransaction, statementsOf } from "./sql-statements.ts";

/** The oldest PostgreSQL with all features that the statements use, such as `uuidv7()`. */
const oldest = 18;

/** Throws one clear line if the server's version is too old. */
export function assertVersion(version: string): void {
  if (Number.parseInt(version, 10) >= oldest) return;
  throw new Error(`PostgreSQL ${oldest} or newer is needed, this is ${version}`);
}

/**
 * How long a migration waits for a lock. Later writes to that table queue behind it, so it soon gives up, and starts
 * again up to `tries` times.
 */
const lockMs = 150;
const tries = 120;
const pauseMs = 500;
/** PostgreSQL's code for a lock that was not available in time. */
const lockNotAvailable = "55P03";

async function loadMigration(path: string) {
  const text = await readFile(path, "utf8");
  const up = (pgm: MigrationBuilder) => {
    if (runsWithoutTransaction(text)) {
      pgm.noTransaction();
      for (const statement of statementsOf(text)) pgm.sql(statement);
      return;
    }
    pgm.sql(`set local lock_timeout = ${lockMs}`);
    pgm.sql(text);
  };
  return { id: path, filePaths: [path], actions: { up, down: false as const } };
}

export type MigrateOptions = {
  dir?: string;
  /** How many of the missing migrations to apply; all by default. */
  count?: number;
};

async function migrateOnce(databaseUrl: string, { dir, count }: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // nothing to do: a broken connection makes the next statement throw
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    assertVersion(rows[0]?.server_version ?? "");
    const applied = await runner({
      dbClient: client,
      dir: dir ?? join(import.meta.dirname, "../migrations"),
      direction: "up",
      ...(count !== undefined && { count }),
      migrationsTable: "migrations",
      checkOrder: true,
      advisoryLockMode: "wait",
      // one after the other: no lock is held while the next migration runs
      singleTransaction: false,
      migrationLoaderStrategies: [
        { extensions: [".sql"], loader: (paths) => Promise.all(paths.map((path) => loadMigration(path))) },
      ],
      log: () => {},
      // the caller reports what is thrown, so it is not logged twice
      logger: { info: () => {}, warn: () => {}, error: () => {} },
    });
    return applied.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * Applies the missing migrations, each in a transaction of its own; processes that start together wait for each other.
 * Processes of the previous version run meanwhile (0069), so no write may wait for a migration longer than `lockMs`.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await migrateOnce(databaseUrl, options);
    } catch (error) {
      const busy = error instanceof pg.DatabaseError && error.code === lockNotAvailable;
      if (!busy || turn === tries) throw error;
      await pause(pauseMs);
    }
  }
}
