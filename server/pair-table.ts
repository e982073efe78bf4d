import { sql } from "kysely";
import type { Locked } from "./db/locks.ts";
import type { Db } from "./db/pool.ts";
import type { Guarded } from "./db/schema.ts";
import type { DB } from "./db/tables.ts";
import { isLeftOut, type MemberData, memberTable, partTable, type Row, type TableOptions } from "./member-data.ts";

/** A table whose rows belong to two members, and end when one of the two blocks the other (R6.07). */
export type PairTable = {
  table: keyof DB & string;
  columns: readonly [string, string];
  /** The columns of the members whose lists or pages show the other; these are loaded anew if the other is deleted. */
  inListsOf: readonly string[];
  /** The column of the only one of the two who may know of the row. */
  privateTo?: string;
  /** What each of the two gets of it in the download of their data (D3.9). */
  memberData: readonly MemberData[];
};

type Part<Table extends keyof DB> = Pick<TableOptions<Table>, "part" | "withheld">;

type PairOptions<Table extends keyof DB, Column extends string> = {
  /** Sorts the rows of each part. */
  orderBy: keyof DB[Table] & string;
} & (
  | {
      inListsOf: readonly Column[];
      /** By the column with its owner's id. `both`: one part, the other is `member`. */
      parts: Record<Column, Part<Table>> | { both: string };
    }
  // what a member keeps for themselves; `isUnlisted`: no list of theirs shows the other
  | ({ privateTo: Column; isUnlisted?: true } & Part<Table>)
);

/** Declares a table between two members, by the two columns with their ids. */
export function pairTable<Table extends Guarded["pair"], Column extends keyof DB[Table] & string>(
  table: Table,
  columns: readonly [Column, Column],
  options: PairOptions<Table, Column>,
): PairTable {
  const memberData = memberDataOf(table, columns, options);
  if (!("privateTo" in options)) return { table, columns, inListsOf: options.inListsOf, memberData };
  const { privateTo, isUnlisted } = options;
  return { table, columns, inListsOf: isUnlisted ? [] : [privateTo], privateTo, memberData };
}

function memberDataOf<Table extends keyof DB & string, Column extends keyof DB[Table] & string>(
  table: Table,
  [one, other]: readonly [Column, Column],
  { orderBy, ...options }: PairOptions<Table, Column>,
): MemberData[] {
  const partOf = (own: Column, theirs: Column, part: Part<Table>) =>
    memberTable(table, own, { ...part, memberIdColumns: [theirs], orderBy });
  if ("privateTo" in options) {
    const { privateTo, isUnlisted: _, ...part } = options;
    return [partOf(privateTo, privateTo === one ? other : one, part)];
  }
  const { parts } = options;
  if ("both" in parts) {
    const read = async (db: Db, { memberId }: { memberId: string }) => {
      const { rows } = await sql<Row>`
        select case when ${sql.ref(one)} = ${memberId} then ${sql.ref(other)} else ${sql.ref(one)} end as member, *
        from ${sql.table(table)} where ${memberId} in (${sql.ref(one)}, ${sql.ref(other)})
        order by ${sql.ref(orderBy)}`.execute(db);
      const isGiven = (column: string) => column !== one && column !== other && !isLeftOut({ table }, column);
      return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => isGiven(column))));
    };
    return [{ part: parts.both, tables: [partTable(table)], read, memberIdColumns: ["member"] }];
  }
  return [partOf(one, other, parts[one]), partOf(other, one, parts[other])];
}

export async function deletePair(pair: Locked<"pair">, { table, columns }: PairTable, a: string, b: string) {
  const [one, other] = columns.map((column) => sql`${sql.ref(column)} in (${a}::uuid, ${b}::uuid)`);
  await sql`delete from ${sql.table(table)} where ${one} and ${other}`.execute(pair);
}
