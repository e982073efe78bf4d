import { sql } from "kysely";
import type { Db } from "./db/pool.ts";
import type { DB } from "./db/tables.ts";

type Columns<Table extends keyof DB> = keyof DB[Table] & string;

/** Which columns of a table a member gets in the download (D3.9), and why the others are withheld. */
type Disclosure<Table extends keyof DB = keyof DB> = {
  table: Table & string;
  disclosed: readonly Columns<Table>[];
  withheld?: Partial<Record<Columns<Table>, string>>;
};

/** What a table holds about one member. */
export type MemberTable<Table extends keyof DB = keyof DB> = Disclosure<Table> & {
  /** Its name in `data.json`. */
  part: string;
  /** The column with the member's id. If `via` is set: a foreign key to a row that has the member's id. */
  memberColumn: Columns<Table>;
  /** The table that `memberColumn` refers to, its key, and its column with the member's id. */
  via?: { table: keyof DB & string; key: string; memberColumn: string };
  /** Columns that hold the id of another member. */
  memberIdColumns?: readonly Columns<Table>[];
  /** Sorts the rows. A table without it has at most one row for each member. */
  orderBy?: Columns<Table>;
};

export type Row = Record<string, unknown>;

/** The member whose data is read, and their site. */
export type DataOwner = { memberId: string; siteId: number };

/** Another member in a download: null if the member can't see them any more. */
export type Person = { id: string; name: string } | null;

/** Data between two members, which a feature reads with a query of its own. */
export type MemberPart = {
  part: string;
  tables: readonly Disclosure[];
  read(db: Db, owner: DataOwner): Promise<Row[]>;
  /** Columns of the rows read that hold the id of another member. */
  memberIdColumns?: readonly string[];
};

/** One part of what is stored about a member: a whole table, or what a feature reads from several. */
export type MemberData = MemberTable | MemberPart;

/** Declares a table that holds a member's data; a test fails for a column that is neither disclosed nor withheld. */
export function memberTable<Table extends keyof DB & string>(entry: MemberTable<Table>): MemberTable {
  return entry as unknown as MemberTable;
}

/**
 * Declares a table that a feature reads with a query of its own; a test fails for a column that is neither disclosed
 * nor withheld.
 */
export function disclosedTable<Table extends keyof DB & string>(entry: Disclosure<Table>): Disclosure {
  return entry as unknown as Disclosure;
}

/** Reasons for withholding a column that many tables share. */
export const withholdReasons = {
  site: "the same for all rows: `site`",
  secret: "opens something: only its owner's browser or mail has it",
  technical: "made from the other columns, to find them faster",
  key: "a number that the browser made so that nothing is done twice",
} as const;

/** Returns the rows that a table holds about a member, with the columns that they get. */
export async function readMemberTable(db: Db, entry: MemberTable, memberId: string): Promise<Row[]> {
  const { table, memberColumn, via, disclosed, orderBy = memberColumn } = entry;
  const columns = sql.join(disclosed.map((column) => sql.ref(column)));
  const owners = via
    ? sql`(select ${sql.ref(via.key)} from ${sql.table(via.table)} where ${sql.ref(via.memberColumn)} = ${memberId})`
    : sql`(${memberId})`;
  const found = await sql<Row>`
    select ${columns} from ${sql.table(table)} where ${sql.ref(memberColumn)} in ${owners}
    order by ${sql.ref(orderBy)}`.execute(db);
  return found.rows;
}
