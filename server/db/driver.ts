import { createHash } from "node:crypto";
import { type PostgresCursor, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from "kysely";
import pg from "pg";

/** Each connection parses a marked text once, and plans it once if that pays: for hot texts that are constant. */
export const preparedMark = "/* prepared */";

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  const cachedName = statementNames.get(text);
  if (cachedName) return cachedName;
  const name = createHash("sha1").update(text).digest("hex");
  statementNames.set(text, name);
  return name;
}

/** pg's words for a statement that got no answer within `queryMs`. */
export const queryTimeout = "Query read timeout";

/** The server takes no writes (any more), or shuts down: another one is, or will be, the primary. */
const demotedCodes = ["25006", "57P01", "57P02", "57P03"];

/** PostgreSQL's function that waits until a synchronous replica has a commit. */
const replicationWait = "SyncRepWaitForLSN";

/** A commit that PostgreSQL acknowledged although no replica has it: a failover would lose it. */
class CommitNotReplicated extends Error {
  constructor() {
    super("the commit was not confirmed by a synchronous replica");
  }
}

/** Whether later statements on the connection would fail or hang like this one. */
const isUnusableAfter = (error: unknown): error is Error =>
  error instanceof CommitNotReplicated ||
  (error instanceof Error && error.message === queryTimeout) ||
  (error instanceof pg.DatabaseError && demotedCodes.includes(error.code ?? ""));

/** Runs a statement within something of the caller's, such as a span of a trace. */
export type RunStatement = <T>(text: string, run: () => Promise<T>) => Promise<T>;

type Options = { prepares: boolean; runStatement: RunStatement };

/** What the driver uses of pg's client; the rows have the type that the caller expects, as Kysely wants it. */
type Client = {
  query<R>(statement: { name?: string; text: string; values: unknown[] }): Promise<PostgresQueryResult<R>>;
  on(event: "notice", listener: (notice: { routine?: string | undefined }) => void): unknown;
  release(destroy: boolean): void;
};

/**
 * A connection of the pool, as Kysely uses it. pg prepares statements that have a name, and Kysely passes only text, so
 * marked texts get their name here.
 *
 * A connection on which later statements would fail too runs no more of them, and is replaced when it is released:
 * - After `queryMs` pg abandons a statement but keeps its connection, which may lead to a machine that is gone.
 * - A primary that became a replica keeps connections, and refuses their writes.
 *
 * Throws for a commit whose wait for a synchronous replica was cut short, such as by `statement_timeout`: PostgreSQL
 * only warns, and reports success. Its outcome is unknown, as if the connection had been lost.
 */
class Connection implements PostgresPoolClient {
  readonly #client: Client;
  readonly #options: Options;
  #isReplicated = true;
  #unusableSince: Error | undefined;

  constructor(client: Client, options: Options) {
    this.#client = client;
    this.#options = options;
    client.on("notice", ({ routine }) => {
      if (routine === replicationWait) this.#isReplicated = false;
    });
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== "string") throw new Error("the dialect has no cursor");
    return this.#run<R>(text, [...values]);
  }

  async #run<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#unusableSince) throw this.#unusableSince;
    const { prepares, runStatement } = this.#options;
    const named = prepares && text.includes(preparedMark) ? { name: statementName(text) } : {};
    try {
      const result = await runStatement(text, () => this.#client.query<R>({ ...named, text, values }));
      if (this.#isReplicated) return result;
      throw new CommitNotReplicated();
    } catch (error) {
      if (isUnusableAfter(error)) this.#unusableSince = error;
      throw error;
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#unusableSince !== undefined);
  }
}

/** Kysely's dialect of PostgreSQL over the pool; see `Connection`. */
export function createDialect(pool: pg.Pool, options: Options): PostgresDialect {
  const connections = new WeakMap<pg.PoolClient, Connection>();
  async function connect(): Promise<Connection> {
    const client = await pool.connect();
    const connection = connections.get(client) ?? new Connection(client, options);
    connections.set(client, connection);
    return connection;
  }
  return new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } });
}
