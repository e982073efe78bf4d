import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "./tables.ts";

// Dates stay calendar days, counts and numbers are JavaScript numbers: none comes near 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export type Db = Kysely<DB>;

/** Opens the pool; a broken idle connection is logged and replaced, never an exit. */
export function openPool(databaseUrl: string, max: number, onError: (error: Error) => void): { pool: pg.Pool; db: Db } {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  pool.on("error", onError);
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) };
}

/** PostgreSQL's name of a violated constraint, for turning it into an error code; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith("23") ? error.constraint : undefined;
}
