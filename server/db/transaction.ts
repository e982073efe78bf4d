import { sql, type Transaction } from "kysely";
import pg from "pg";
import type { Trx } from "./locks.ts";
import type { Db, DbPool } from "./pool.ts";
import type { DB } from "./schema.ts";

/** PostgreSQL's deadlock_detected and serialization_failure. */
const conflictCodes = ["40P01", "40001"];

/** Another transaction was in the way, and this one was rolled back: run again, it may succeed. */
export const isConflict = (error: unknown) =>
  error instanceof pg.DatabaseError && conflictCodes.includes(error.code ?? "");

/** Runs atomic work, and once more if a conflict with another transaction rolled it back. */
export async function retryAfterConflict<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isConflict(error)) throw error;
    return await run();
  }
}

/** A new one is retried once after a conflict, so `run` may happen twice: collect its events anew with each run. */
export async function inTransaction<T, D extends Transaction<DB>>(
  db: DbPool | D,
  run: (trx: D | Trx) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? await run(db) : await retryAfterConflict(() => db.transaction().execute(run));
}

/** The same for a single statement, which needs no transaction of its own. */
export async function inOneStatement<T, D extends Db>(db: D, run: (db: D) => Promise<T>): Promise<T> {
  return db.isTransaction ? await run(db) : await retryAfterConflict(() => run(db));
}

/** Runs reads in one snapshot, by one connection; each statement is cancelled that takes longer than `statementMs`. */
export async function inSnapshot<T>(db: Db, read: (trx: Db) => Promise<T>, statementMs?: number): Promise<T> {
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      if (statementMs !== undefined) await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(trx);
      return await read(trx);
    });
}

/** Lets a transaction of the start wait for seconds for the same one of another process. */
export async function waitForLocks(trx: Db): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(trx);
}

/** Runs one part of a transaction atomically: if it throws, only this part is rolled back. */
export async function withSavepoint<T>(trx: Db, run: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx);
  try {
    const result = await run();
    await sql`release savepoint part`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    throw error;
  }
}

/** Does something once and takes it back, so that what is wrong with it is known before. Returns what `run` does. */
export async function rehearse<T>(trx: Db, run: () => Promise<T>): Promise<T> {
  await sql`savepoint rehearsal`.execute(trx);
  try {
    return await run();
  } finally {
    await sql`rollback to savepoint rehearsal`.execute(trx);
  }
}
