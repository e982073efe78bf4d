import type { Insertable, Kysely } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";

const batch = 500;

/** Writes rows that the product writes only under a lock, for the demo and for tests. */
export const planting = (db: Db) => db as unknown as Kysely<DB>;

/** Inserts many rows in few statements. */
export async function insertAll<T extends keyof DB & string>(
  db: Db,
  table: T,
  rows: Insertable<DB[T]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) {
    await planting(db)
      .insertInto(table)
      .values(rows.slice(start, start + batch))
      .execute();
  }
}
