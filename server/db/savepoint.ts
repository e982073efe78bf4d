import { sql } from "kysely";
import type { Db } from "./pool.ts";

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
