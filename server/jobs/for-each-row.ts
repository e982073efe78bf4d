import { sql } from "kysely";
import type { Trx } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Services } from "#server/services.ts";

/** How long a row's transaction waits for a lock. The next run gets the row that another transaction holds longer. */
const lockMs = 2_000;

/** Opens a transaction that gives up its row instead of waiting long for a lock. */
export type InRow = <T>(run: (trx: Trx) => Promise<T>) => Promise<T>;

type Failure<Row> = {
  /** What did not happen, for the log. */
  failure: string;
  /** Names the row in the log. */
  about: (row: Row) => object;
};

/**
 * Runs a job's work for one row after the other. A row that fails or is locked is logged and does not stop the rows
 * behind it. The job fails at the end if a row failed. Its next run finds that row again.
 */
export async function forEachRow<Row>(
  { db, log }: Pick<Services, "db" | "log">,
  rows: Iterable<Row> | AsyncIterable<Row>,
  { failure, about }: Failure<Row>,
  run: (row: Row, inRow: InRow) => Promise<unknown>,
): Promise<void> {
  const inRow: InRow = (change) =>
    inTransaction(db, async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(trx);
      return await change(trx);
    });
  let count = 0;
  let failed = 0;
  for await (const row of rows) {
    count += 1;
    try {
      await run(row, inRow);
    } catch (error) {
      failed += 1;
      log.error({ err: error, ...about(row) }, failure);
    }
  }
  if (failed > 0) throw new Error(`${failure}: ${failed} of ${count}`);
}

/** Reads rows batch by batch, `most` batches at most. `find` gets the last row before, and returns those behind it. */
export async function* inBatches<Row>(
  find: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
  limit: number,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Row> {
  let rows: readonly Row[] = [];
  let batches = 0;
  do {
    rows = await find(rows.at(-1), limit);
    batches += 1;
    yield* rows;
  } while (rows.length === limit && batches < most);
}
