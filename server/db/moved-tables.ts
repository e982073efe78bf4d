import { sql } from "kysely";
import type { Db } from "./pool.ts";
import { moveOwners, staysBecause } from "./site-tables.ts";

/** A table whose rows move with a site, as the catalog describes it. */
export type MovedTable = {
  table: string;
  /** All columns that can be written; a number that nothing refers to is not among them: the target gives new ones. */
  columns: readonly string[];
  key: readonly string[];
  /** Texts that no two rows share: members may have exchanged theirs. */
  unique: readonly string[];
  /** Its key is such a number, or it has none: its rows are compared as a bag, by all that they say. */
  isBag: boolean;
  /** By these its rows are compared in parts: its key, or of a bag what its rows refer to. */
  spread: readonly string[];
  /** Foreign keys lead to it: a changed row is updated, as deleting it would delete what belongs to it. */
  isReferenced: boolean;
  /** Foreign keys of its rows lead to others of them: all are written by one statement. */
  isOwnParent: boolean;
  /** A trigger refuses to delete its rows. */
  keepsRows: boolean;
};

/** SQL: a column of the table with the alias `t`. */
export const columnOf = (name: string) => sql`t.${sql.ref(name)}`;

type ForeignKey = { table: string; column: string; columns: number; of: string };

export async function readForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select f.relname as "table", a.attname as "column", cardinality(c.conkey) as columns, t.relname as "of"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`.execute(db);
  return rows;
}

/** The columns of all tables by name and type, in their order, which a row as a text depends on. */
export async function readColumns(db: Db): Promise<{ table: string; column: string; type: string }[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`.execute(db);
  return rows;
}

type CatalogTable = {
  table: string;
  columns: string[];
  numbered: string[];
  key: string[];
  refers: string[];
  unique: string[];
  keepsRows: boolean;
};

async function readCatalog(db: Db): Promise<CatalogTable[]> {
  const { rows } = await sql<CatalogTable>`
    select c.relname as "table",
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attidentity <> '') as numbered,
      array(select a.attname::text from pg_constraint p cross join unnest(p.conkey) with ordinality as k(n, i)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n
        where p.conrelid = c.oid and p.contype = 'p' order by k.i) as key,
      array(select distinct a.attname::text from pg_constraint p cross join unnest(p.conkey) as k(n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n
        where p.conrelid = c.oid and p.contype = 'f' order by 1) as refers,
      array(select distinct a.attname::text from pg_index i cross join unnest(i.indkey) as k(n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n
        where i.indrelid = c.oid and i.indisunique and not i.indisprimary
          and a.atttypid in ('text'::regtype, 'citext'::regtype)) as "unique",
      exists (select from pg_trigger g join pg_proc f on f.oid = g.tgfoid where g.tgrelid = c.oid
        and f.proname = 'refuse_change' and (g.tgtype & 8) <> 0) as "keepsRows"
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
    order by 1`.execute(db);
  return rows;
}

/** Each table after those that its rows need. Throws if two need each other. */
function inOrder(tables: readonly CatalogTable[], needs: (table: string) => string[]): CatalogTable[] {
  const ordered: CatalogTable[] = [];
  const left = new Map(tables.map((each) => [each.table, each]));
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ table }) => needs(table).every((each) => !left.has(each)));
    if (ready.length === 0) throw new Error(`these tables need each other: ${[...left.keys()].join(", ")}`);
    for (const each of ready) left.delete(each.table);
    ordered.push(...ready);
  }
  return ordered;
}

/** All tables whose rows move with a site: each after those that its foreign keys, or its site, lead to. */
export async function listMovedTables(db: Db): Promise<MovedTable[]> {
  const foreignKeys = await readForeignKeys(db);
  const catalog = (await readCatalog(db)).filter(({ table }) => staysBecause(table) === null);
  const parentsOf = (name: string) => foreignKeys.filter((each) => each.table === name && each.of !== name);
  const needs = (name: string) => {
    const parents = parentsOf(name).map(({ of }) => of);
    // a company belongs to the site that has it
    const owners = moveOwners(name).filter((of) => !parentsOf(of).some((each) => each.of === name));
    return [...parents, ...owners.filter((of) => of !== name)];
  };
  return inOrder(catalog, needs).map(({ table, columns, numbered, key, refers, unique, keepsRows }) => {
    const isReferenced = foreignKeys.some((each) => each.of === table && each.table !== table);
    const own = isReferenced ? [] : numbered;
    const isBag = key.length === 0 || key.some((column) => own.includes(column));
    return {
      table,
      columns: columns.filter((column) => !own.includes(column)),
      key,
      unique,
      isBag,
      spread: isBag ? refers : key,
      isReferenced,
      isOwnParent: foreignKeys.some((each) => each.table === table && each.of === table),
      keepsRows,
    };
  });
}

/** The columns of rows whose number travels, because others refer to it; with the sequences that give new ones. */
export async function listTravellingNumbers(db: Db): Promise<{ table: string; column: string; sequence: string }[]> {
  const foreignKeys = await readForeignKeys(db);
  const numbered = (await readCatalog(db)).filter(
    ({ table, numbered: own }) =>
      own.length > 0 && staysBecause(table) === null && foreignKeys.some(({ of }) => of === table),
  );
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select x.t as "table", x.c as "column", pg_get_serial_sequence(x.t, x.c) as sequence
    from unnest(${numbered.map(({ table }) => table)}::text[],
      ${numbered.map(({ numbered: [own] }) => own ?? "")}::text[]) as x(t, c) order by 1`.execute(db);
  return rows;
}
