import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { MemberData } from "#server/member-data.ts";

export type ForeignKey = {
  name: string;
  table: string;
  columns: string[];
  parent: string;
  parent_columns: string[];
  /** What deleting the parent does: `c` deletes the row, `n` sets the columns to null, `a` is refused. */
  on_delete: string;
};

export async function foreignKeys(db: Db): Promise<ForeignKey[]> {
  const names = (relation: string, keys: string) =>
    sql.raw(`array(
    select attname::text from unnest(${keys}) with ordinality as k (number, place)
    join pg_attribute on attrelid = ${relation} and attnum = k.number order by k.place)`);
  const { rows } = await sql<ForeignKey>`
    select conname as name, conrelid::regclass::text as table, confrelid::regclass::text as parent,
      ${names("conrelid", "conkey")} as columns, ${names("confrelid", "confkey")} as parent_columns,
      confdeltype as on_delete
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 2, 1`.execute(db);
  return rows;
}

const tablesByMember = ["accounts", "profiles", "wallets"];

/** The columns of each table that refer to a member by a key of their own. */
export function memberColumnsOf(keys: readonly ForeignKey[]): Map<string, string[]> {
  const columnsByTable = new Map<string, string[]>();
  for (const { table, parent, columns } of keys) {
    const [column] = columns;
    if (!column || columns.length > 1 || !tablesByMember.includes(parent)) continue;
    columnsByTable.set(table, [...new Set([...(columnsByTable.get(table) ?? []), column])]);
  }
  return columnsByTable;
}

/** The tables whose rows cascading foreign keys delete with an account; `accounts` first. */
export function tablesDeletedWithAccount(keys: readonly ForeignKey[]): string[] {
  const tables = ["accounts"];
  for (const parent of tables) {
    for (const key of keys) {
      if (key.parent === parent && key.on_delete === "c" && !tables.includes(key.table)) tables.push(key.table);
    }
  }
  return tables;
}

export async function tablesOf(db: Db, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
    and relnamespace = ${schema}::regnamespace order by 1`.execute(db);
  return rows.map((row) => row.name);
}

export async function columnsOf(db: Db, table: string, schema = "public") {
  const { rows } = await sql<{ name: string; type: string; generated: boolean }>`
    select column_name as name, udt_name as type, is_generated = 'ALWAYS' or is_identity = 'YES' as generated
    from information_schema.columns where table_schema = ${schema} and table_name = ${table}
    order by ordinal_position`.execute(db);
  return rows;
}

/** The SQL condition for a table's rows that are deleted with an account. */
export function rowsOf(table: string, accountId: string, keys: readonly ForeignKey[], depth = 0): string {
  if (table === "accounts") return `id = '${accountId}'`;
  if (depth > 6) return "false";
  const list = (columns: string[]) => `(${columns.join(", ")})`;
  const conditions = keys
    .filter(
      (key) => key.table === table && key.on_delete === "c" && tablesDeletedWithAccount(keys).includes(key.parent),
    )
    .map(
      (key) =>
        `${list(key.columns)} in (select ${key.parent_columns.join(", ")} from ${key.parent} where ${rowsOf(
          key.parent,
          accountId,
          keys,
          depth + 1,
        )})`,
    );
  return conditions.length === 0 ? "false" : `(${conditions.join(" or ")})`;
}

/** The places in a schema, in any column, that contain one of these words, as `table: word`. */
export async function findWords(db: Db, schema: string, words: readonly string[]): Promise<string[]> {
  const places: string[] = [];
  for (const table of await tablesOf(db, schema)) {
    const columns = await columnsOf(db, table, schema);
    // bytea columns are searched as the text that was written into them
    const texts = columns.map(({ name, type }) =>
      type === "bytea" ? `encode("${name}", 'escape')` : type === "_bytea" ? "''" : `"${name}"::text`,
    );
    const { rows } = await sql<{ whole: string }>`
      select concat_ws(' ', ${sql.raw(texts.join(", "))}) as whole from ${sql.table(`${schema}.${table}`)}`.execute(db);
    for (const word of words) if (rows.some((row) => row.whole.includes(word))) places.push(`${table}: ${word}`);
  }
  return places;
}

/** Every table of the declared member data, with the columns that are withheld. */
export const withholdingsOf = (memberData: readonly MemberData[]) =>
  memberData.flatMap((entry) => ("read" in entry ? entry.tables : [entry]));
