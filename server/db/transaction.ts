import pg from "pg";
import type { Db } from "./pool.ts";

/** PostgreSQL's deadlock_detected and serialization_failure. */
const codes = ["40P01", "40001"];

const isConflict = (error: unknown) => error instanceof pg.DatabaseError && codes.includes(error.code ?? "");

/** Runs what is all or nothing, and once more if it ended in a conflict with another transaction: nothing of it is there. */
export async function repeatOnce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isConflict(error)) throw error;
    return await run();
  }
}

/**
 * Runs in the caller's transaction, or else in one of its own, which is repeated once after a conflict. What `run` does
 * beside the database may be done twice: callers that collect events begin anew with each run.
 */
export async function inTransaction<T>(db: Db, run: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? await run(db) : await repeatOnce(() => db.transaction().execute(run));
}

/** The same for a single statement, which needs no transaction around it. */
export async function inOneStatement<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? await run(db) : await repeatOnce(() => run(db));
}
