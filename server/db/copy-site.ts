import { type RawBuilder, sql } from "kysely";
import type { Db } from "./pool.ts";
import { moveOwners, movesWith, staysBecause } from "./site-tables.ts";

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
  /** Foreign keys lead to it: a changed row is updated, as deleting it would delete what belongs to it. */
  isReferenced: boolean;
  /** Foreign keys of its rows lead to others of them: all are written by one statement. */
  isOwnParent: boolean;
  /** A trigger refuses to delete its rows. */
  keepsRows: boolean;
};

type ForeignKey = { table: string; column: string; columns: number; of: string };

async function readForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.conrelid::regclass::text as "table", a.attname as "column", cardinality(c.conkey) as columns,
      c.confrelid::regclass::text as "of"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
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
  return inOrder(catalog, needs).map(({ table, columns, numbered, key, unique, keepsRows }) => {
    const isReferenced = foreignKeys.some((each) => each.of === table && each.table !== table);
    const own = isReferenced ? [] : numbered;
    return {
      table,
      columns: columns.filter((column) => !own.includes(column)),
      key,
      unique,
      isBag: key.length === 0 || key.some((column) => own.includes(column)),
      isReferenced,
      isOwnParent: foreignKeys.some((each) => each.table === table && each.of === table),
      keepsRows,
    };
  });
}

const column = (name: string) => sql`t.${sql.ref(name)}`;

/** A row as a text: of a single column too. */
const rowText = (names: readonly string[]) => sql`row(${sql.join(names.map(column))})::text`;

/** SQL: the order in which the rows of a bag were added; it needs none without a number. */
const orderOf = ({ isBag, key }: Pick<MovedTable, "isBag" | "key">) =>
  isBag && key.length > 0 ? sql.join(key.map(column)) : sql`null::int`;

/** SQL: what a row is known by, and what it says. */
function identified({ table, columns, key, isBag }: MovedTable, siteId: number): RawBuilder<unknown> {
  const says = rowText(columns);
  const order = orderOf({ isBag, key });
  return sql`select ${isBag ? says : rowText(key)} as known, ${says} as says, t::text as line, ${order} as place
    from ${sql.table(table)} as t where ${movesWith(table, siteId)}`;
}

/** Three hexadecimal digits: a table of a million rows has 244 in each. */
const bucketOf = sql`left(md5(known), 3)`;

type Digest = { bucket: string; rows: number; sum: string };

/** How many rows a site has in a table, and the sum of their hashes, by bucket. */
async function readDigests(db: Db, table: MovedTable, siteId: number): Promise<Digest[]> {
  const { rows } = await sql<Digest>`
    select ${bucketOf} as bucket, count(*)::int as rows, sum(('x' || left(md5(says), 15))::bit(60)::bigint)::text as sum
    from (${identified(table, siteId)}) as x group by 1`.execute(db);
  return rows;
}

type Line = { known: string; says: string; line: string };

async function readBuckets(db: Db, table: MovedTable, siteId: number, buckets: readonly string[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select known, says, line from (${identified(table, siteId)}) as x
    where ${bucketOf} = any(${buckets}::text[]) order by place`.execute(db);
  return rows;
}

/** What the target has too much, has otherwise, and lacks: rows as texts, the first ones of the target. */
type Difference = { gone: string[]; changed: string[]; added: string[]; rows: number };

function compare({ isBag }: MovedTable, source: readonly Line[], target: readonly Line[]): Omit<Difference, "rows"> {
  const difference = { gone: [] as string[], changed: [] as string[], added: [] as string[] };
  const atTarget = new Map<string, Line[]>();
  for (const line of target) atTarget.set(line.known, [...(atTarget.get(line.known) ?? []), line]);
  for (const line of source) {
    const same = atTarget.get(line.known)?.shift();
    if (same === undefined) difference.added.push(line.line);
    else if (!isBag && same.says !== line.says) difference.changed.push(line.line);
  }
  for (const left of atTarget.values()) difference.gone.push(...left.map(({ line }) => line));
  return difference;
}

const bucketsAtOnce = 256;

/** Compares all rows of a table that belong to a site, at two installations. */
async function findDifference(source: Db, target: Db, table: MovedTable, siteId: number): Promise<Difference> {
  const [atSource, atTarget] = await Promise.all([
    readDigests(source, table, siteId),
    readDigests(target, table, siteId),
  ]);
  const seen = new Map(atTarget.map((each) => [each.bucket, each]));
  const differing = new Set(seen.keys());
  for (const { bucket, rows, sum } of atSource) {
    const other = seen.get(bucket);
    if (other?.rows === rows && other.sum === sum) differing.delete(bucket);
    else differing.add(bucket);
  }
  const whole: Difference = {
    gone: [],
    changed: [],
    added: [],
    rows: atSource.reduce((sum, { rows }) => sum + rows, 0),
  };
  const buckets = [...differing].sort();
  for (let from = 0; from < buckets.length; from += bucketsAtOnce) {
    const some = buckets.slice(from, from + bucketsAtOnce);
    const [one, other] = await Promise.all([
      readBuckets(source, table, siteId, some),
      readBuckets(target, table, siteId, some),
    ]);
    const part = compare(table, one, other);
    whole.gone.push(...part.gone);
    whole.changed.push(...part.changed);
    whole.added.push(...part.added);
  }
  return whole;
}

const rowsAtOnce = 1000;

function* inParts(lines: readonly string[], isWhole: boolean): Generator<readonly string[]> {
  const size = isWhole ? lines.length : rowsAtOnce;
  for (let from = 0; from < lines.length; from += size) yield lines.slice(from, from + size);
}

/** SQL: rows from their texts, in their order, each parsed once. */
const parsed = (table: string, lines: readonly string[]) => sql`(
  select line::${sql.table(table)} as r from unnest(${lines}::text[]) with ordinality as u(line, n) order by n offset 0
) as x`;

const field = (name: string) => sql`(x.r).${sql.ref(name)}`;

/** Of a company, which outlives its sites: a move that comes back finds its rows, and compares them like the others. */
const outliving: readonly string[] = ["companies", "receipt_counters"];

/** Those whose rows `lockSite` locks, in its order: all that move but those of a company, which has other sites too. */
export async function listLockedTables(db: Db): Promise<MovedTable[]> {
  const own = (await listMovedTables(db)).filter(({ table }) => !outliving.includes(table));
  const isFirst = ({ table }: MovedTable) => table === "sites" || table === "accounts";
  return [...own.filter(isFirst), ...own.filter((each) => !isFirst(each))];
}

/**
 * Keeps others from writing to a site until the transaction ends. Its rows are locked, and so are those that a new row
 * would refer to: the site and its accounts come first, so that nothing is added behind the lock. Waits for
 * transactions that have begun.
 */
export async function lockSite(trx: Db, siteId: number): Promise<void> {
  await sql`set local lock_timeout = '20s'`.execute(trx);
  for (const { table } of await listLockedTables(trx)) {
    await sql`select count(*) from (
      select from ${sql.table(table)} as t where ${movesWith(table, siteId)} for update of t) as locked`.execute(trx);
  }
}

async function insertLines(db: Db, { table, columns, isOwnParent }: MovedTable, lines: readonly string[]) {
  const ifNew = outliving.includes(table) ? sql`on conflict do nothing` : sql``;
  for (const part of inParts(lines, isOwnParent)) {
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      overriding system value select ${sql.join(columns.map(field))} from ${parsed(table, part)} ${ifNew}`.execute(db);
  }
}

/** SQL: without a key, all rows that are alike; `syncSite` adds those again that were too many. */
const sameRow = ({ key }: MovedTable) =>
  key.length === 0
    ? sql`t = x.r`
    : sql.join(
        key.map((name) => sql`${column(name)} = ${field(name)}`),
        sql` and `,
      );

async function deleteLines(db: Db, table: MovedTable, lines: readonly string[]) {
  for (const part of inParts(lines, table.isOwnParent)) {
    await sql`delete from ${sql.table(table.table)} as t using ${parsed(table.table, part)}
      where ${sameRow(table)}`.execute(db);
  }
}

/** Frees the unique texts that rows give up, before one of the others gets them. */
async function freeUnique(db: Db, table: MovedTable, lines: readonly string[]) {
  if (table.unique.length === 0) return;
  const changes = (name: string) => sql`${column(name)} <> ${field(name)}`;
  const set = table.unique.map(
    (name) => sql`${sql.ref(name)} = case when ${changes(name)} then gen_random_uuid()::text else ${column(name)} end`,
  );
  await sql`update ${sql.table(table.table)} as t set ${sql.join(set)} from ${parsed(table.table, lines)}
    where ${sameRow(table)} and (${sql.join(table.unique.map(changes), sql` or `)})`.execute(db);
}

async function updateLines(db: Db, table: MovedTable, lines: readonly string[]) {
  const changeable = table.columns.filter((name) => !table.key.includes(name));
  const set = changeable.map((name) => sql`${sql.ref(name)} = ${field(name)}`);
  for (const part of inParts(lines, false)) await freeUnique(db, table, part);
  for (const part of inParts(lines, table.isOwnParent)) {
    await sql`update ${sql.table(table.table)} as t set ${sql.join(set)} from ${parsed(table.table, part)}
      where ${sameRow(table)}`.execute(db);
  }
}

/**
 * Copies all rows of a site into an installation that has none of it, the source in one snapshot. Rows that triggers of
 * the target add by themselves are left to `syncSite`.
 */
export async function copySite(source: Db, target: Db, tables: readonly MovedTable[], siteId: number): Promise<number> {
  let count = 0;
  for (const table of tables) {
    await sql`declare moving_rows no scroll cursor for select t::text as line from ${sql.table(table.table)} as t
      where ${movesWith(table.table, siteId)} order by ${orderOf(table)}`.execute(source);
    const size = sql.raw(table.isOwnParent ? "all" : String(rowsAtOnce));
    let rows: { line: string }[];
    do {
      ({ rows } = await sql<{ line: string }>`fetch ${size} from moving_rows`.execute(source));
      await insertLines(
        target,
        table,
        rows.map(({ line }) => line),
      );
      count += rows.length;
    } while (rows.length === rowsAtOnce && !table.isOwnParent);
    await sql`close moving_rows`.execute(source);
  }
  return count;
}

/**
 * Makes the rows of a site at the target those of the source; returns how many differed. Triggers of the target may
 * change further rows meanwhile, so only a call that returns 0 says that both are equal.
 */
export async function syncSite(
  source: Db,
  target: Db,
  tables: readonly MovedTable[],
  siteId: number,
): Promise<{ differed: number; rows: Map<string, number> }> {
  const rows = new Map<string, number>();
  const differences: { table: MovedTable; difference: Difference }[] = [];
  for (const table of tables) {
    const difference = await findDifference(source, target, table, siteId);
    rows.set(table.table, difference.rows);
    if (difference.gone.length + difference.changed.length + difference.added.length > 0)
      differences.push({ table, difference });
  }
  for (const { table, difference } of differences.toReversed()) {
    await deleteLines(target, table, [...difference.gone, ...(table.isReferenced ? [] : difference.changed)]);
  }
  for (const { table, difference } of differences) {
    if (table.isReferenced) await updateLines(target, table, difference.changed);
    await insertLines(target, table, [...(table.isReferenced ? [] : difference.changed), ...difference.added]);
  }
  const differed = differences.reduce(
    (sum, { difference: { gone, changed, added } }) => sum + gone.length + changed.length + added.length,
    0,
  );
  return { differed, rows };
}

/** The staff that rows of a site name, by the foreign keys that lead to them. */
async function findNamedStaff(source: Db, tables: readonly MovedTable[], siteId: number): Promise<string[]> {
  const moved = new Set(tables.map(({ table }) => table));
  const named = (await readForeignKeys(source)).filter(({ table, of }) => of === "staff" && moved.has(table));
  const parts = named.map(
    ({ table, column: name }) => sql`select ${column(name)} as id from ${sql.table(table)} as t
      where ${column(name)} is not null and ${movesWith(table, siteId)}`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union `)}`.execute(source);
  return rows.map(({ id }) => id);
}

/**
 * Adds the staff that a site's rows name to another installation, without a login: who decided something is part of a
 * decision. Their address stays free there, for a login of their own.
 */
export async function copyNamedStaff(
  source: Db,
  target: Db,
  tables: readonly MovedTable[],
  siteId: number,
): Promise<void> {
  const ids = await findNamedStaff(source, tables, siteId);
  if (ids.length === 0) return;
  const staff = await source
    .selectFrom("staff")
    .select(["id", "name", "role", "created_at"])
    .where("id", "in", ids)
    .execute();
  await target
    .insertInto("staff")
    .values(staff.map((each) => ({ ...each, email: `${each.id}@moved.invalid`, enabled: false, demo: false })))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** The columns of rows whose number travels, because others refer to it; with the sequences that give new ones. */
async function listTravellingNumbers(db: Db): Promise<{ table: string; column: string; sequence: string }[]> {
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

/** Lets the numbers of new sites and companies begin after those that came by a move. */
export async function passNumbers(db: Db): Promise<void> {
  for (const { table, column: name, sequence } of await listTravellingNumbers(db)) {
    await sql`select setval(${sequence}::regclass, greatest(last_value, (select max(${sql.ref(name)}) from
      ${sql.table(table)}))) from ${sql.raw(sequence)}`.execute(db);
  }
}

/** The same for numbers from `first` on, so that those of two installations differ. Needs the owner of the tables. */
export async function numberFrom(db: Db, first: number): Promise<void> {
  for (const { sequence } of await listTravellingNumbers(db)) {
    await sql`select setval(${sequence}::regclass, ${first}::bigint, false) from ${sql.raw(sequence)}
      where last_value < ${first}`.execute(db);
  }
}

/** Deletes all rows of a site, and its number is free. Its companies stay, with their counters of receipts. */
export async function deleteSite(
  db: Db,
  tables: readonly MovedTable[],
  siteId: number,
  { keepsRows }: { keepsRows: boolean },
): Promise<void> {
  const chosen = tables.filter((each) => !outliving.includes(each.table) && (!keepsRows || each.keepsRows));
  // only the owner of the tables can; other sites' rows stay guarded, as the transaction locks the table
  if (keepsRows)
    for (const { table } of chosen) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  for (const { table } of chosen.toReversed()) {
    if (table === "sites") {
      for (const leading of (await readForeignKeys(db)).filter(({ of }) => of === "sites")) {
        await sql`delete from ${sql.table(leading.table)} as t where ${column(leading.column)} = ${siteId}`.execute(db);
      }
    }
    await sql`delete from ${sql.table(table)} as t where ${movesWith(table, siteId)}`.execute(db);
  }
  if (keepsRows)
    for (const { table } of chosen) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
}
