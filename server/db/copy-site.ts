import { sql } from "kysely";
import { bagOrder, type EqualParts, findDifference, type LockedParts, prepareToCompare } from "./compare-site.ts";
import { columnOf, listMovedTables, listTravellingNumbers, type MovedTable, readForeignKeys } from "./moved-tables.ts";
import type { Db } from "./pool.ts";
import { movesWith } from "./site-tables.ts";

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
        key.map((name) => sql`${columnOf(name)} = ${field(name)}`),
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
  const changes = (name: string) => sql`${columnOf(name)} <> ${field(name)}`;
  const set = table.unique.map(
    (name) =>
      sql`${sql.ref(name)} = case when ${changes(name)} then gen_random_uuid()::text else ${columnOf(name)} end`,
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

/** The staff that rows of a site name, by the foreign keys that lead to them. */
export async function findNamedStaff(source: Db, tables: readonly MovedTable[], siteId: number): Promise<string[]> {
  const moved = new Set(tables.map(({ table }) => table));
  const named = (await readForeignKeys(source)).filter(({ table, of }) => of === "staff" && moved.has(table));
  const parts = named.map(
    ({ table, column: name }) => sql`select ${columnOf(name)} as id from ${sql.table(table)} as t
      where ${columnOf(name)} is not null and ${movesWith(table, siteId)}`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union `)}`.execute(source);
  return rows.map(({ id }) => id);
}

/**
 * Adds the staff that a site's rows name to another installation, without a login: who decided something is part of a
 * decision. Their address stays free there, for a login of their own.
 */
async function copyNamedStaff(source: Db, { target, tables, siteId }: Copying): Promise<void> {
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

/** A copy of a site's rows in a transaction of the target, and what was found equal since it began. */
export type Copying = { target: Db; tables: readonly MovedTable[]; siteId: number; equal: EqualParts };

/**
 * Copies all rows of a site into an installation that has none of it, the source in one snapshot. Rows that triggers of
 * the target add by themselves are left to `syncSite`.
 */
export async function copySite(source: Db, copying: Copying): Promise<void> {
  const { target, tables, siteId } = copying;
  await copyNamedStaff(source, copying);
  for (const table of tables) {
    await sql`declare moving_rows no scroll cursor for select t::text as line from ${sql.table(table.table)} as t
      where ${movesWith(table.table, siteId)} order by ${bagOrder(table)}`.execute(source);
    const size = sql.raw(table.isOwnParent ? "all" : String(rowsAtOnce));
    let rows: { line: string }[];
    do {
      ({ rows } = await sql<{ line: string }>`fetch ${size} from moving_rows`.execute(source));
      await insertLines(
        target,
        table,
        rows.map(({ line }) => line),
      );
    } while (rows.length === rowsAtOnce && !table.isOwnParent);
    await sql`close moving_rows`.execute(source);
  }
}

/**
 * Makes the rows of a site at the target those of the source; returns how many differed. Triggers of the target may
 * change further rows meanwhile, so only a call that returns 0 says that both are equal. The first compares all rows.
 */
export async function syncSite(
  source: Db,
  copying: Copying,
  locked?: LockedParts,
): Promise<{ differed: number; rows: Map<string, number> }> {
  const { target, tables, siteId, equal } = copying;
  for (const db of [source, target]) await prepareToCompare(db);
  await copyNamedStaff(source, copying);
  const rows = new Map<string, number>();
  const differences: { table: MovedTable; gone: string[]; changed: string[]; added: string[] }[] = [];
  for (const table of tables) {
    const { rows: count, ...difference } = await findDifference(source, target, table, siteId, equal, locked);
    rows.set(table.table, count);
    differences.push({ table, ...difference });
  }
  for (const { table, gone, changed } of differences.toReversed()) {
    await deleteLines(target, table, [...gone, ...(table.isReferenced ? [] : changed)]);
  }
  for (const { table, changed, added } of differences) {
    if (table.isReferenced) await updateLines(target, table, changed);
    await insertLines(target, table, [...(table.isReferenced ? [] : changed), ...added]);
  }
  const differed = differences.reduce(
    (sum, { gone, changed, added }) => sum + gone.length + changed.length + added.length,
    0,
  );
  return { differed, rows };
}

const passes = 6;

/**
 * Repeats it until it finds no difference, so that its last comparison is the proof that both are equal. No one else
 * may write to the source meanwhile.
 */
export async function syncUntilEqual(source: Db, copying: Copying): Promise<{ rows: Map<string, number> }> {
  const locked: LockedParts = new Map();
  for (let pass = 1; pass <= passes; pass += 1) {
    const { differed, rows } = await syncSite(source, copying, locked);
    if (differed === 0) return { rows };
  }
  throw new Error("The copy still differs after several passes. Nothing was changed; start again.");
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
        await sql`delete from ${sql.table(leading.table)} as t where ${columnOf(leading.column)} = ${siteId}`.execute(
          db,
        );
      }
    }
    await sql`delete from ${sql.table(table)} as t where ${movesWith(table, siteId)}`.execute(db);
  }
  if (keepsRows)
    for (const { table } of chosen) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
}
