import { sql } from "kysely";
import type { Db } from "./db/pool.ts";
import type { DB } from "./db/tables.ts";

/** A table whose rows belong to two members, and end when one of the two blocks the other (R6.07). */
export type PairTable = {
  table: keyof DB & string;
  columns: readonly [string, string];
  /** Whether a row puts one of the two into a list of the other, which is loaded anew if that member is deleted. */
  inLists: boolean;
};

/** Declares a table between two members, by the two columns with their ids. */
export function pairTable<Table extends keyof DB & string>(
  table: Table,
  columns: readonly [keyof DB[Table] & string, keyof DB[Table] & string],
  { inLists }: Pick<PairTable, "inLists">,
): PairTable {
  return { table, columns, inLists };
}

/** Deletes the rows of a pair. In the caller's transaction, under `lockPair`. */
export async function deletePair(db: Db, { table, columns }: PairTable, a: string, b: string): Promise<void> {
  const [one, other] = columns.map((column) => sql`${sql.ref(column)} in (${a}::uuid, ${b}::uuid)`);
  await sql`delete from ${sql.table(table)} where ${one} and ${other}`.execute(db);
}
