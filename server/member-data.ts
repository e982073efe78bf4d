import { sql } from "kysely";
import type { Db } from "./db/pool.ts";
import type { DB } from "./db/tables.ts";

type Columns<Table extends keyof DB> = keyof DB[Table] & string;

/** Which columns of a table a member gets in the download (D3.9), and why the others are withheld. */
type Disclosure<Table extends keyof DB = keyof DB> = {
  table: Table & string;
  give: readonly Columns<Table>[];
  withhold?: Partial<Record<Columns<Table>, string>>;
};

/** What a table holds about one member: each row belongs to the member whose id is in the column `of`. */
export type MemberTable<Table extends keyof DB = keyof DB> = Disclosure<Table> & {
  /** Its name in `data.json`. */
  part: string;
  /** The column with the member's id; or, with `through`, a foreign key to a row of the table that has it. */
  of: Columns<Table>;
  /** The table that `of` refers to, its key, and its column with the member's id. */
  through?: { table: keyof DB & string; key: string; of: string };
  /** Columns that hold the id of another member. */
  people?: readonly Columns<Table>[];
  /** Rows come in the order of this column; without it there is at most one row. */
  by?: Columns<Table>;
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
  people?: readonly string[];
};

/** One part of what is stored about a member: a whole table, or what a feature reads from several. */
export type MemberData = MemberTable | MemberPart;

/** Declares a table that holds a member's data; a test fails for a column that is neither given nor withheld. */
export function memberTable<Table extends keyof DB & string>(entry: MemberTable<Table>): MemberTable {
  return entry as unknown as MemberTable;
}

/**
 * Declares a table that a feature reads with a query of its own; a test fails for a column that is neither given nor
 * withheld.
 */
export function disclosedTable<Table extends keyof DB & string>(entry: Disclosure<Table>): Disclosure {
  return entry as unknown as Disclosure;
}

/** Reasons for withholding a column that many tables share. */
export const withheld = {
  site: "the same for all rows: `site`",
  secret: "opens something: only its owner's browser or mail has it",
  technical: "made from the other columns, to find them faster",
  key: "a number that the browser made so that nothing is done twice",
} as const;

/** Returns the rows that a table holds about a member, with the columns that they get. */
export async function readMemberTable(db: Db, entry: MemberTable, memberId: string): Promise<Row[]> {
  const { table, of, through, give, by = of } = entry;
  const columns = sql.join(give.map((column) => sql.ref(column)));
  const owners = through
    ? sql`(select ${sql.ref(through.key)} from ${sql.table(through.table)} where ${sql.ref(through.of)} = ${memberId})`
    : sql`(${memberId})`;
  const found = await sql<Row>`
    select ${columns} from ${sql.table(table)} where ${sql.ref(of)} in ${owners} order by ${sql.ref(by)}`.execute(db);
  return found.rows;
}
