import type { Insertable } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";

const batch = 500;

/** Inserts many rows in few statements. */
export async function insertAll<T extends keyof DB & string>(
  db: Db,
  table: T,
  rows: Insertable<DB[T]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + batch))
      .execute();
  }
}
