import { type RawBuilder, sql } from "kysely";
import { columnOf, type MovedTable } from "./moved-tables.ts";
import type { Db } from "./pool.ts";
import { movesWith } from "./site-tables.ts";

/**
 * Of each table, the parts that were found equal at both installations, with what a database says of a version of a row
 * then: a part in which no row of either has another version since needs no further look.
 */
export type EqualParts = Map<string, Map<number, string>>;

/** A row as a text: of a single column too. */
const rowText = (names: readonly string[]) => sql`row(${sql.join(names.map(columnOf))})::text`;

/** SQL: the order in which the rows of a bag were added; it needs none without a number. */
export const bagOrder = ({ isBag, key }: Pick<MovedTable, "isBag" | "key">) =>
  isBag && key.length > 0 ? sql.join(key.map(columnOf)) : sql`null::int`;

/** More parts than rows in most tables, so that a row that changed is looked at with few others. */
const partsOfTable = 65_536;

/**
 * SQL: what a row is known by, what it says, its part, and its version: a changed row is written anew, elsewhere in the
 * table and with the number of the transaction that did so, by which PostgreSQL itself tells versions apart.
 */
function identified({ table, columns, key, isBag, spread }: MovedTable, siteId: number): RawBuilder<unknown> {
  const says = rowText(columns);
  return sql`select ${isBag ? says : rowText(key)} as known, ${says} as says, t::text as line,
      (hashtextextended(concat_ws(' ', ${sql.join(spread.map(columnOf))}), 0) & ${sql.lit(partsOfTable - 1)})::int as part,
      hash_record_extended(row(t.tableoid, t.ctid, t.xmin), 0) as version, ${bagOrder({ isBag, key })} as place
    from ${sql.table(table)} as t where ${movesWith(table, siteId)}`;
}

/** Of the source's tables, the parts that were read while its rows are locked: they are read once. */
export type LockedParts = Map<string, ReadonlyMap<number, Part>>;

type Part = { part: number; rows: number; versions: string; says: string | null };

/**
 * How many rows a site has in a table, with the sums of their versions' hashes and of what they say, by part. `offset`
 * hides from PostgreSQL's plan that keys differ, so that it does not expect a part for each row.
 */
async function readParts(db: Db, table: MovedTable, siteId: number, isWhole: boolean): Promise<Map<number, Part>> {
  const says = isWhole ? sql`sum(('x' || left(md5(says), 15))::bit(60)::bigint)::text` : sql`null`;
  const { rows } = await sql<Part>`
    select part, count(*)::int as rows, sum(version)::text as versions, ${says} as says
    from (${identified(table, siteId)} offset 0) as x group by 1`.execute(db);
  return new Map(rows.map((each) => [each.part, each]));
}

type Line = { part: number; known: string; says: string; line: string };

async function readLines(db: Db, table: MovedTable, siteId: number, parts: readonly number[]) {
  const { rows } = await sql<Line>`
    select part, known, says, line from (${identified(table, siteId)}) as x
    where part = any(${parts}::int[]) order by place`.execute(db);
  return Map.groupBy(rows, ({ part }) => part);
}

/** What the target has too much, has otherwise, and lacks: rows as texts, the first ones of the target. */
type Difference = { gone: string[]; changed: string[]; added: string[] };

const isNothing = ({ gone, changed, added }: Difference) => gone.length + changed.length + added.length === 0;

function compare({ isBag }: MovedTable, source: readonly Line[], target: readonly Line[]): Difference {
  const difference: Difference = { gone: [], changed: [], added: [] };
  const atTarget = Map.groupBy(target, ({ known }) => known);
  for (const line of source) {
    const same = atTarget.get(line.known)?.shift();
    if (same === undefined) difference.added.push(line.line);
    else if (!isBag && same.says !== line.says) difference.changed.push(line.line);
  }
  for (const left of atTarget.values()) difference.gone.push(...left.map(({ line }) => line));
  return difference;
}

/** For statements of these tables in a transaction: all parts in memory, and no time for compiling each statement. */
export async function prepareToCompare(trx: Db): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(trx);
  await sql`set local jit = off`.execute(trx);
}

const partsAtOnce = partsOfTable / 16;

/**
 * Compares the rows of a table that belong to a site, at two installations: all of them, or if `equal` has the table,
 * those of parts of which it does not say that they are equal. Afterwards it says so of all that are.
 */
export async function findDifference(
  source: Db,
  target: Db,
  table: MovedTable,
  siteId: number,
  equal: EqualParts,
  locked?: LockedParts,
): Promise<Difference & { rows: number }> {
  const before = equal.get(table.table);
  const isWhole = before === undefined;
  const [atSource, atTarget] = await Promise.all([
    locked?.get(table.table) ?? readParts(source, table, siteId, isWhole),
    readParts(target, table, siteId, isWhole),
  ]);
  locked?.set(table.table, atSource);
  const own = new Map<number, string>();
  equal.set(table.table, own);
  const versionsOf = (part: number) => `${atSource.get(part)?.versions} ${atTarget.get(part)?.versions}`;
  const differing: number[] = [];
  for (const part of new Set([...atSource.keys(), ...atTarget.keys()])) {
    const [one, other] = [atSource.get(part), atTarget.get(part)];
    const versions = versionsOf(part);
    const isEqual = isWhole ? one?.says === other?.says : before.get(part) === versions;
    if (isEqual && one?.rows === other?.rows) own.set(part, versions);
    else differing.push(part);
  }
  const whole: Difference = { gone: [], changed: [], added: [] };
  for (let from = 0; from < differing.length; from += partsAtOnce) {
    const some = differing.slice(from, from + partsAtOnce);
    const [ones, others] = await Promise.all([
      readLines(source, table, siteId, some),
      readLines(target, table, siteId, some),
    ]);
    for (const part of some) {
      const difference = compare(table, ones.get(part) ?? [], others.get(part) ?? []);
      if (isNothing(difference)) own.set(part, versionsOf(part));
      whole.gone.push(...difference.gone);
      whole.changed.push(...difference.changed);
      whole.added.push(...difference.added);
    }
  }
  return { ...whole, rows: [...atSource.values()].reduce((sum, { rows }) => sum + rows, 0) };
}
