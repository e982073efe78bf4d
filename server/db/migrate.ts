import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type MigrationBuilder, runner } from "node-pg-migrate";
import pg from "pg";
import { withClient } from "./client.ts";
import { runsWithoutTransaction, statementsOf } from "./migration-rules.ts";

/** The oldest PostgreSQL with all features that the statements use, such as `uuidv7()`. */
const oldest = 18;

export function assertVersion(version: string): void {
  if (Number.parseInt(version, 10) >= oldest) return;
  throw new Error(`PostgreSQL ${oldest} or newer is needed, this is ${version}`);
}

/** Later writes to the table queue behind a migration's lock, so it gives up soon, up to `tries` times. */
const lockMs = 150;
const tries = 120;
const pauseMs = 500;
/** PostgreSQL's code for a lock that was not available in time. */
const lockNotAvailable = "55P03";

/** The advisory lock of node-pg-migrate, which processes of the version before take. */
const migrationLock = "7241865325823964";
const pollMs = 100;

/**
 * Waits until no other process migrates, by asking again and again: a waiting `pg_advisory_lock` would keep a snapshot
 * open, for whose end `create index concurrently` of the migrating process waits, a deadlock. Ends with the connection.
 */
async function takeMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${migrationLock}) as taken`);
    if (rows[0]?.taken) return;
    await pause(pollMs);
  }
}

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
  count?: number;
};

/** PostgreSQL was reached, but a migration failed. The message is one line. */
export class MigrationFailed extends Error {}

function toFailure(error: unknown): MigrationFailed {
  const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
  return new MigrationFailed(line.replace(/^Unable to ensure migrations table: (?:error: )?/, ""), { cause: error });
}

async function applyMissing(client: pg.Client, { dir, count }: MigrateOptions): Promise<string[]> {
  await takeMigrationLock(client);
  const applied = await runner({
    dbClient: client,
    dir: dir ?? join(import.meta.dirname, "../migrations"),
    direction: "up",
    ...(count !== undefined && { count }),
    migrationsTable: "migrations",
    checkOrder: true,
    noLock: true,
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
}

/**
 * Each in a transaction of its own. The previous version runs meanwhile (0069), so no write may wait longer than
 * `lockMs`. Throws a `MigrationFailed`, or what kept it from connecting.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await withClient(databaseUrl, async (client) => {
        const { rows } = await client.query<{ server_version: string }>("show server_version");
        assertVersion(rows[0]?.server_version ?? "");
        return await applyMissing(client, options).catch((error: unknown) => {
          throw toFailure(error);
        });
      });
    } catch (error) {
      const cause = error instanceof MigrationFailed ? error.cause : error;
      const busy = cause instanceof pg.DatabaseError && cause.code === lockNotAvailable;
      if (!busy || turn === tries) throw error;
    }
    await pause(pauseMs);
  }
}

const remedies = [
  {
    problem: /^permission denied|^must be owner/,
    todo: "let the product's role own the database: alter database … owner to …, or set DATABASE_OWNER_URL",
  },
  {
    problem: /is preceding already run migration/,
    todo: "another version made them; use an empty database, for the built-in one: npm start -- --fresh",
  },
];

/** One line about a database that can't be used or migrated, without the password. `variable` holds its address. */
export function describeDatabaseProblem(variable: string, url: string, error: unknown): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const place = `${searchParams.get("host") ?? hostname}:${port || 5432}${pathname}`;
  if (!(error instanceof MigrationFailed)) {
    const reason = error instanceof AggregateError ? error.errors.map(String).join("; ") : String(error);
    return `${variable}: no PostgreSQL to use at ${place} (${reason.replace(/^Error: /, "")})`;
  }
  const todo =
    remedies.find(({ problem }) => problem.test(error.message))?.todo ??
    "the next start goes on where this one stopped";
  return `PostgreSQL at ${place} was reached, but its tables can't be brought up to date (${error.message}): ${todo}`;
}
