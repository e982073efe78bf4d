import { sql } from "kysely";
import type { Db } from "./db/pool.ts";
import type { DB } from "./db/tables.ts";

type Columns<Table extends keyof DB> = keyof DB[Table] & string;

/** A table with a member's data, and the columns that the download leaves out, each with the reason. */
type Withholding<Table extends keyof DB = keyof DB> = {
  table: Table & string;
  withheld?: Partial<Record<Columns<Table>, string>>;
};

export type TableOptions<Table extends keyof DB> = Pick<Withholding<Table>, "withheld"> & {
  /** Its name in `data.json`, if it is not the table's. */
  part?: string;
  /** If `memberColumn` is a foreign key: the table it refers to, its key, and its column with the member's id. */
  via?: { table: keyof DB & string; key: string; memberColumn: string };
  /** Other members' ids. */
  memberIdColumns?: readonly Columns<Table>[];
  /** Sorts the rows. A table without it has at most one row for each member. */
  orderBy?: Columns<Table>;
};

/** What a table holds about one member: the download has all of it but what is withheld. */
export type MemberTable = Withholding & TableOptions<keyof DB> & { part: string; memberColumn: string };

export type Row = Record<string, unknown>;

export type DataOwner = { memberId: string; siteId: number };

/** Another member in a download: null if the member can't see them any more. */
export type MemberInDownload = { id: string; name: string } | null;

/** Data between two members, which a feature reads with a query of its own. */
export type MemberPart = {
  part: string;
  tables: readonly Withholding[];
  read(db: Db, owner: DataOwner): Promise<Row[]>;
  /** Columns of the rows read that hold the id of another member. */
  memberIdColumns?: readonly string[];
};

/** One part of what is stored about a member: a whole table, or what a feature reads from several. */
export type MemberData = MemberTable | MemberPart;

/** Declares a table that holds a member's data; `memberColumn` has the member's id. */
export function memberTable<Table extends keyof DB & string>(
  table: Table,
  memberColumn: Columns<Table>,
  options: TableOptions<Table> = {},
): MemberTable {
  return { part: table, table, memberColumn, ...options } as unknown as MemberTable;
}

/** Declares a table that a feature reads with a query of its own. */
export function partTable<Table extends keyof DB & string>(
  table: Table,
  options: Pick<Withholding<Table>, "withheld"> = {},
): Withholding {
  return { table, ...options } as unknown as Withholding;
}

// reasons for withholding a column that many tables share
export const seenByOther = "whether the other member has looked is theirs to tell";
export const secret = "opens something: only its owner's browser or mail has it";
export const technical = "made from the other columns, to find them faster";
export const requestKey = "a number that the browser made so that nothing is done twice";

/** Withheld, or it says in each row what the download says once: whose data it is and of which site. */
export function isLeftOut(entry: Withholding | MemberTable, column: string): boolean {
  const { withheld = {} } = entry;
  if (column in withheld || column === "site_id") return true;
  return "memberColumn" in entry && !entry.via && column === entry.memberColumn && entry.table !== "accounts";
}

export async function readMemberTable(db: Db, entry: MemberTable, memberId: string): Promise<Row[]> {
  const { table, memberColumn, via, orderBy = memberColumn } = entry;
  const owners = via
    ? sql`(select ${sql.ref(via.key)} from ${sql.table(via.table)} where ${sql.ref(via.memberColumn)} = ${memberId})`
    : sql`(${memberId})`;
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${sql.ref(memberColumn)} in ${owners}
    order by ${sql.ref(orderBy)}`.execute(db);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !isLeftOut(entry, column))));
}
