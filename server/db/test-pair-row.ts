import { sql } from "kysely";
import { dayOf } from "#contract/days.ts";
import type { PairTable } from "#server/pair-table.ts";
import type { Db } from "./pool.ts";

/** A value for a column that needs one, by its type. */
const writers: Record<string, (at: Date) => unknown> = {
  timestamptz: (at) => at,
  date: dayOf,
  bool: () => true,
  text: () => "x",
  int2: () => 1,
  int4: () => 1,
};

type Place = { siteId: number; at: Date };

/** Inserts a row of two members into a table between members; all its times are `at`. */
export async function insertPairRow(
  db: Db,
  { table, columns }: PairTable,
  [one, other]: readonly [string, string],
  { siteId, at }: Place,
): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table}
    and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' and is_identity = 'NO'`.execute(db);
  const keyValues: Record<string, unknown> = { site_id: siteId, [columns[0]]: one, [columns[1]]: other };
  const row = rows.map(({ name, type }) => {
    const value = keyValues[name] ?? writers[type]?.(at);
    if (value === undefined)
      throw new Error(`${table}.${name}: say in server/db/test-pair-row.ts what a ${type} holds`);
    return [name, value] as const;
  });
  await db
    .insertInto(table as "likes")
    .values(Object.fromEntries(row) as never)
    .execute();
}

/** Inserts a row for each of the two directions; tables without a direction have the smaller id in `a_id`. */
export async function insertPairRows(db: Db, table: PairTable, pair: readonly [string, string], place: Place) {
  const [smaller = "", greater = ""] = [...pair].sort();
  await insertPairRow(db, table, [smaller, greater], place);
  if (table.columns[0] !== "a_id") await insertPairRow(db, table, [greater, smaller], place);
}
