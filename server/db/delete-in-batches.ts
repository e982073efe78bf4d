import { type RawBuilder, sql } from "kysely";
import type { Db } from "./pool.ts";
import type { DB } from "./tables.ts";

const rowsAtOnce = 5_000;

/**
 * Deletes all rows of a table that meet the condition, some thousand in each statement: one that deletes a month of
 * rows would hold their locks for minutes, and start anew at nothing if it is cut off. Pass a connection outside of a
 * transaction. The condition needs an index, because each statement looks anew.
 */
export async function deleteInBatches(
  db: Db,
  table: keyof DB & string,
  condition: RawBuilder<unknown>,
  atOnce: number = rowsAtOnce,
): Promise<void> {
  const rows = sql.table(table);
  const some = sql`select ctid from ${rows} where ${condition} limit ${atOnce}`;
  let deleted: bigint;
  do {
    // a row that another transaction changes meanwhile gets another ctid, and is left to the next run
    const answer = await sql`delete from ${rows} where ctid = any(array(${some}))`.execute(db);
    deleted = answer.numAffectedRows ?? 0n;
  } while (deleted >= BigInt(atOnce));
}
