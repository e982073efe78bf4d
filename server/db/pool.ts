import { Kysely, type RawBuilder, sql } from "kysely";
import pg from "pg";
import { createDialect, preparedMark, type RunStatement } from "./driver.ts";
import type { DB, Guard } from "./schema.ts";

// Dates stay calendar days; counts and numbers become JavaScript numbers, as none comes near 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// what PostgreSQL writes is ISO 8601 but for the space and the hours of the zone: V8 reads that faster than the driver
const parseAnyInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => {
  const isUsual = text.charAt(4) === "-" && text.endsWith("+00");
  return isUsual ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyInstant(text);
});

/** A database that takes no lock: it may be in a transaction, with any lock held. */
export type Db = Guard & Kysely<DB>;

/** Outside of transactions. */
export type DbPool = Db & { readonly isTransaction: false };

/** Each connection parses it once, and plans it once if that pays: for hot texts that are constant. */
export const prepared = sql.raw(preparedMark);

/** Any of these, for a prepared statement: a plan for any list expects ten ids, so that none is kept for one. */
export const oneOf = (ids: readonly string[]): RawBuilder<string> =>
  ids.length === 1 ? sql`${ids[0]}::uuid` : sql`any(${ids}::uuid[])`;

/** The server at the primary's address is a replica: the way there was not switched yet. */
class NotPrimary extends Error {
  readonly code = "25006";
  constructor() {
    super("the server takes no writes: it is a replica");
  }
}

/** During a failover the primary's address may lead to a replica for a moment, and reads there would be stale. */
async function assertPrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ replica: boolean }>("select pg_is_in_recovery() as replica");
  if (rows[0]?.replica) throw new NotPrimary();
}

/** Makes the planner expect memory or an SSD. With the defaults, for spinning disks, searches would scan tables. */
const plannerSettings = { random_page_cost: "1.1", max_parallel_workers_per_gather: "0", jit: "off" };

/**
 * The server ends a statement a little before the driver abandons it: otherwise it would go on, holding its locks,
 * while a retry begins the same work again. The work of commands has no such limits.
 */
const limitSettings = (queryMs: number | undefined, lockMs: number) => ({
  statement_timeout: queryMs === undefined ? "0" : String(Math.ceil(queryMs * 0.9)),
  lock_timeout: String(lockMs),
});

/** The product's limits. A statement that takes longer than `queryMs` means a hanging connection: jobs repeat it. */
export const productLimits = { queryMs: 60_000, lockMs: 3_000 };

/**
 * What each connection of the product sets. Behind a pooler a connection of the product has many of the server, so its
 * role needs the same: `deploy/roles.sql` has them, and the doctor compares.
 */
export const productSettings: Readonly<Record<string, string>> = {
  ...plannerSettings,
  ...limitSettings(productLimits.queryMs, productLimits.lockMs),
};

const setAll = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join("; ");

/**
 * `connectMs`, `queryMs` and `lockMs` limit the wait for a connection, for an answer, and for a lock. Without `queryMs`
 * or `lockMs` there is no such limit. If `prepares` is false, no statement is prepared, because a pooler may send the
 * next one over another connection. `assertUsable` throws for a new connection that must not be used; by default for
 * one that leads to a replica. `runStatement` traces what `db` runs.
 */
type PoolOptions = {
  connectMs?: number;
  queryMs?: number;
  lockMs?: number;
  prepares?: boolean;
  assertUsable?: (client: pg.ClientBase) => Promise<void>;
  runStatement?: RunStatement | undefined;
};

/** A connection that breaks is reported to `onError` and replaced; its statements throw (`isDatabaseUnavailable`). */
export function openPool(
  databaseUrl: string,
  max: number,
  onError: (error: Error) => void,
  {
    connectMs = 10_000,
    queryMs,
    lockMs = 0,
    prepares = true,
    assertUsable = assertPrimary,
    runStatement = (_, run) => run(),
  }: PoolOptions = {},
): { pool: pg.Pool; db: DbPool } {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    types,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    // not `verify`: a caller that stops waiting while that runs would keep the connection for ever
    async onConnect(client) {
      await assertUsable(client);
      await client.query(setAll({ ...plannerSettings, ...limitSettings(queryMs, lockMs) }));
    },
    keepAlive: true,
    // detects within half a minute that the other end is gone without closing the connection
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on("error", onError);
  // the pool handles errors only of idle connections, and an unhandled error would end the process
  pool.on("acquire", (client) => client.on("error", onError));
  pool.on("release", (_error, client) => client.off("error", onError));
  const db = new Kysely<DB>({ dialect: createDialect(pool, { prepares, runStatement }) });
  return { pool, db: db as DbPool };
}

/** PostgreSQL's name of a violated constraint, for turning it into an error code; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith("23") ? error.constraint : undefined;
}
