import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { addDays, dayOf } from "#contract/days.ts";
import { type Copying, copySite, findNamedStaff, passNumbers, syncUntilEqual } from "#server/db/copy-site.ts";
import { listMovedTables, type MovedTable } from "#server/db/moved-tables.ts";
import type { Db } from "#server/db/pool.ts";
import { filledBy, listSiteTables, type SiteTable } from "#server/db/site-tables.ts";
import { runLogged } from "#server/features/office/index.ts";
import { createLocalFiles } from "#server/ports/files/local.ts";
import { moveFiles } from "#server/ports/files/move-files.ts";
import { fillColumns } from "./fill-import.ts";
import { listMigrations, placesOf } from "./move-checks.ts";
import type { Installation } from "./moving.ts";
import { readExport, readLinesOf, type SiteExport, tableFile } from "./read-export.ts";
import type { Print } from "./run-command.ts";
import { forgettingPictures } from "./staff-pictures.ts";

type Importing = Installation & { now: Date; print: Print };

/** The site's rows are laid out in tables of a transaction, with the names of the product's: `copySite` reads them. */
const own = (table: string) => sql.table(`pg_temp.${table}`);

const rowsAtOnce = 1000;

/** An export that this version can't read. */
async function findUnlike(db: Db, tables: readonly SiteTable[], { manifest }: SiteExport): Promise<string[]> {
  const written = Object.entries(manifest.tables).map(([table, { without_columns: without = [] }]) => [table, without]);
  const here = tables.filter(({ leftOut }) => leftOut === null).map((each) => [each.table, [...each.withoutColumns]]);
  if (!isDeepStrictEqual(manifest.migrations, await listMigrations(db)) || !isDeepStrictEqual(written, here))
    return [`The export is of another version (${manifest.product}): bring this installation to it first.`];
  if (manifest.places !== ((await placesOf(db)) ?? null))
    return ["The export has other places: start the product once."];
  return [];
}

/** A row has each column that its table has here, but those that no export has. */
function assertColumns({ table, withoutColumns }: SiteTable, columns: readonly string[], line: string): void {
  const expected = columns.filter((column) => !withoutColumns.includes(column)).sort();
  if (!isDeepStrictEqual(Object.keys(JSON.parse(line)).sort(), expected))
    throw new Error(`The rows of ${table} have other columns than here.`);
}

async function layOut(source: Db, table: SiteTable, { folder }: SiteExport): Promise<void> {
  const name = table.table;
  await sql`create temp table ${sql.table(name)} on commit drop as select * from ${sql.table(`public.${name}`)}
    with no data`.execute(source);
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${`pg_temp.${name}`}::regclass and attnum > 0`.execute(source);
  const columns = rows.map((row) => row.name);
  const filled = JSON.stringify(filledBy(name));
  let lines: string[] = [];
  const insert = async () => {
    await sql`insert into ${own(name)} select r.* from unnest(${lines}::text[]) with ordinality as u(line, n),
      lateral jsonb_populate_record(null::${own(name)}, line::jsonb || ${filled}::jsonb) as r order by n`.execute(
      source,
    );
    lines = [];
  };
  for await (const line of readLinesOf(tableFile(folder, name))) {
    if (lines.length === 0) assertColumns(table, columns, line);
    lines.push(line);
    if (lines.length === rowsAtOnce) await insert();
  }
  await insert();
  await sql`analyze ${own(name)}`.execute(source);
}

/** What is in the way of the site here, all at once. */
async function findClashes(source: Db, { manifest: { site, site_id: id } }: SiteExport): Promise<string[]> {
  const one = async (query: ReturnType<typeof sql<{ name: string }>>) =>
    (await query.execute(source)).rows.map(({ name }) => name).join(", ");
  const key = await one(sql`select key as name from public.sites where key = ${site}`);
  const number = await one(sql`select key as name from public.sites where id = ${id} and key <> ${site}`);
  const hosts = await one(sql`select host as name from public.site_hosts join pg_temp.site_hosts using (host)`);
  const companies = await one(sql`select c.id::text as name from public.companies as c
    join pg_temp.companies as own using (id) where to_jsonb(c) <> to_jsonb(own)`);
  const running = await one(sql`select s.key as name from public.sites as s
    join pg_temp.companies as own on own.id = s.company_id where s.id <> ${id}`);
  return [
    ...(key ? [`There is a site ${key} here already.`] : []),
    ...(number ? [`The site ${number} has the number ${id} here.`] : []),
    ...(hosts ? [`Another site here has ${hosts}.`] : []),
    ...(companies ? [`Another company has the number ${companies} here.`] : []),
    ...(running ? [`Its company runs ${running} here, and receipts are numbered by company.`] : []),
  ];
}

/** What is asked again: the providers know these of the former installation only. */
async function forgetMethods(source: Db): Promise<number> {
  const methods = await sql`delete from pg_temp.stored_methods`.execute(source);
  const debits = await sql`delete from pg_temp.direct_debits where payment_id is null`.execute(source);
  return Number(methods.numAffectedRows ?? 0) + Number(debits.numAffectedRows ?? 0);
}

/** Rows that named a picture which is in no export. */
async function forgetPictures(source: Db): Promise<number> {
  let rows = 0;
  for (const statement of forgettingPictures) rows += Number((await statement.execute(source)).numAffectedRows ?? 0);
  return rows;
}

/** Members need so many days of a closed site, if no one opens it. */
const closedDays = 30;

/** Closed, as an operator closes a site; one that closes anyway keeps its day. */
async function close(source: Db, siteId: number, now: Date): Promise<void> {
  const day = JSON.stringify(addDays(dayOf(now), closedDays));
  await sql`delete from pg_temp.site_settings where key = 'closed_until' and value = '""'`.execute(source);
  await sql`insert into pg_temp.site_settings (site_id, key, value) select ${siteId}::smallint, 'closed_until', ${day}::jsonb
    where not exists (select from pg_temp.site_settings where key = 'closed_until')`.execute(source);
}

/** Rows that others need, of tables in no export: counters go on after the last receipt, staff have no login. */
async function layOutRest(source: Db, tables: readonly MovedTable[], siteId: number, now: Date): Promise<void> {
  await sql`create temp table receipt_counters on commit drop as
    select company_id, year, max(number) as last from pg_temp.receipts group by 1, 2`.execute(source);
  await sql`create temp table staff on commit drop as select * from public.staff with no data`.execute(source);
  const ids = await findNamedStaff(source, tables, siteId);
  await sql`insert into pg_temp.staff (id, name, role, created_at)
    select id, 'former', 'support', ${now} from unnest(${ids}::uuid[]) as id`.execute(source);
}

async function assertBalanced(db: Db, siteId: number): Promise<void> {
  const { rows } = await sql<{ member: string }>`
    select w.member_id as member from wallets as w
      left join (select member_id, sum(amount) as booked from ledger where site_id = ${siteId} group by 1) as l
        using (member_id)
    where w.site_id = ${siteId} and w.credits <> coalesce(l.booked, 0)`.execute(db);
  if (rows.length > 0) throw new Error(`${rows.length} wallets differ from the sum of their ledger.`);
}

/** Copies the files, and reads each back. */
async function copyFiles({ files: to }: Importing, { files, folder }: SiteExport): Promise<void> {
  const list = async function* () {
    for (const { key } of files) yield key;
  };
  const from = { ...createLocalFiles(join(folder, "files")), list };
  const { copied, alreadyThere } = await moveFiles({ from, to }, "", () => {});
  if (copied + alreadyThere !== files.length) throw new Error("A file of the export went away meanwhile.");
}

/**
 * Imports what `exportSite` wrote: all of it by one transaction, closed. The export is laid out as rows of the source
 * of a move, so that they arrive, and are compared, as those of one. Throws all that is wrong, with nothing changed.
 */
export async function importSite(importing: Importing, folder: string): Promise<void> {
  const { db, config, now, print } = importing;
  const exported = await readExport(folder);
  const { site, site_id: siteId } = exported.manifest;
  const siteTables = await listSiteTables(db);
  const unlike = await findUnlike(db, siteTables, exported);
  if (unlike.length > 0) throw new Error(unlike.join("\n"));
  const written = siteTables.filter(({ leftOut }) => leftOut === null);
  const names = new Set([...written.map(({ table }) => table), "receipt_counters"]);
  const tables = (await listMovedTables(db)).filter(({ table }) => names.has(table));
  const source = await db.startTransaction().execute();
  let hasFiles = false;
  try {
    for (const table of written) await layOut(source, table, exported);
    const clashes = await findClashes(source, exported);
    if (clashes.length > 0) throw new Error(clashes.join("\n"));
    await fillColumns({ db: source, config, siteId });
    const forgotten = await forgetMethods(source);
    const pictures = await forgetPictures(source);
    await close(source, siteId, now);
    await layOutRest(source, tables, siteId, now);
    const rows = await runLogged({ db, actor: null, now }, async (target) => {
      const copying: Copying = { target, tables, siteId, equal: new Map() };
      await copySite(source, copying);
      const { rows: counts } = await syncUntilEqual(source, copying);
      await assertBalanced(target, siteId);
      await passNumbers(target);
      hasFiles = true;
      await copyFiles(importing, exported);
      return { answer: counts, log: { action: "site_imported", subject: `site:${site}` } };
    });
    const all = [...rows.values()].reduce((sum, count) => sum + count, 0);
    print(`${all} rows and ${exported.files.length} files of ${site} are here. It is closed.`);
    if (forgotten > 0)
      print(`Not taken over, as their provider knows the former installation: ${forgotten} means of payment.`);
    if (pictures > 0)
      print(
        `Pictures that only staff see are in no export: ${pictures} checks, reports and decisions are without theirs.`,
      );
    print("Members choose a new password by “Forgotten your password?”.");
    print(`To open it: npm run site -- unset ${site} closed_until`);
  } catch (error) {
    // a picture of the pages is named by its content, and may be another site's too
    if (hasFiles) await importing.files.remove(`photos/${siteId}/`);
    throw error;
  } finally {
    await Promise.allSettled([source.rollback().execute()]);
  }
}
