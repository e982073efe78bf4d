import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { DB } from "./tables.ts";

// Dates stay calendar days; counts and numbers become JavaScript numbers, as none comes near 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export type Db = Kysely<DB>;

/** `prepared` as text, for statements that are put together from pieces. */
export const preparedMark = "/* prepared */";

/**
 * Prefix that prepares a statement: each connection parses it once, and plans it once if that pays. For hot statements
 * with a constant text whose best plan does not depend on their values.
 */
export const prepared = sql.raw(preparedMark);

const statementNames = new Map<string, string>();

/** The name under which each connection prepares the statement. */
function statementName(text: string): string {
  const known = statementNames.get(text);
  if (known) return known;
  const name = createHash("sha1").update(text).digest("hex");
  statementNames.set(text, name);
  return name;
}

type Query = (config: unknown, values?: unknown, done?: unknown) => Promise<pg.QueryResult>;

/** The driver prepares statements that have a name; Kysely passes only text, so marked texts get their name here. */
function prepareMarked(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const queryByName: Query = (config, values, done) => {
    const isMarked = typeof config === "string" && config.includes(preparedMark);
    return query(isMarked ? { name: statementName(config), text: config } : config, values, done);
  };
  client.query = queryByName as typeof client.query;
}

/** The driver's words for a statement that got no answer within `queryMs`. */
const queryTimeout = "Query read timeout";

/**
 * After `queryMs` the driver abandons the statement but keeps its connection, on which later statements would hang too,
 * for example after the database has moved to another machine. So close it: the pool opens another one.
 */
function closeHanging(client: pg.PoolClient & { end?(): Promise<void> }): void {
  const query = client.query.bind(client) as Query;
  const watched: Query = (config, values, done) => {
    const answer = query(config, values, done);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === queryTimeout) client.end?.().catch(() => {});
      });
    }
    return answer;
  };
  client.query = watched as typeof client.query;
}

/**
 * Planner settings of every connection, for data in memory or on an SSD, and many short statements on one core each.
 * With PostgreSQL's defaults, made for spinning disks, searches would scan tables on several cores instead of using an
 * index.
 */
const plannerSettings = "set random_page_cost = 1.1; set max_parallel_workers_per_gather = 0; set jit = off";

/**
 * The server ends a statement a little before the driver abandons it: otherwise it would go on, holding its locks,
 * while a retry begins the same work again. The work of commands and migrations has no such limit, whatever a pooler's
 * connection was used for before.
 */
const serverLimit = (queryMs: number | undefined) =>
  `set statement_timeout = ${queryMs === undefined ? 0 : Math.ceil(queryMs * 0.9)}`;

/**
 * `connectMs` and `queryMs` limit the wait for a connection and for an answer; without `queryMs` there is no limit. If
 * `prepares` is false, no statement is prepared, because a pooler may send the next one over another connection.
 */
type PoolOptions = { connectMs?: number; queryMs?: number; prepares?: boolean };

/**
 * Opens the pool. A connection that breaks is reported to `onError` and replaced; the process never exits. The
 * statements on it throw as well, see `isDatabaseUnavailable`.
 */
export function openPool(
  databaseUrl: string,
  max: number,
  onError: (error: Error) => void,
  { connectMs = 10_000, queryMs, prepares = true }: PoolOptions = {},
): { pool: pg.Pool; db: Db } {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    types,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    keepAlive: true,
    // detects within half a minute that the other end is gone without closing the connection
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on("error", onError);
  // the pool handles errors only of idle connections, and an unhandled error would end the process
  pool.on("acquire", (client) => client.on("error", onError));
  pool.on("release", (_error, client) => client.off("error", onError));
  pool.on("connect", (client) => {
    if (prepares) prepareMarked(client);
    if (queryMs !== undefined) closeHanging(client);
    client.query(`${plannerSettings}; ${serverLimit(queryMs)}`).catch(onError);
  });
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) };
}

/** PostgreSQL's name of a violated constraint, for turning it into an error code; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith("23") ? error.constraint : undefined;
}
