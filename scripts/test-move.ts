import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { deleteSite } from "#server/db/copy-site.ts";
import { listMovedTables, type MovedTable } from "#server/db/moved-tables.ts";
import type { DbPool } from "#server/db/pool.ts";
import { movesWith } from "#server/db/site-tables.ts";
import { testApp } from "#server/db/test-database.ts";
import { test } from "#server/test.ts";
import type { Installation, Moving } from "./moving.ts";

type App = Awaited<ReturnType<typeof testApp>>;

/** The demo's second site gets a company of its own, so that the first one can move. */
export async function separateCompanies({ db }: { db: DbPool }): Promise<void> {
  await sql`insert into companies (name, address1, city, country, kvk, tradenames, vat_numbers, added)
    select name, address1, city, country, '11111111', tradenames, vat_numbers, added from companies`.execute(db);
  await sql`update sites set company_id = (select max(id) from companies) where key = 'abendrot'`.execute(db);
}

/** Removes the demo's first site, so that it can come here. */
export async function makeRoom({ db }: { db: DbPool }, siteId: number): Promise<void> {
  const tables = await listMovedTables(db);
  await db.transaction().execute((trx) => deleteSite(trx, tables, siteId, { keepsRows: true }));
  await db.transaction().execute((trx) => deleteSite(trx, tables, siteId, { keepsRows: false }));
  await db.deleteFrom("companies").where("id", "not in", db.selectFrom("sites").select("company_id")).execute();
}

/** Tests with another installation, to which the demo's first site can come. */
export const testMoves = test.extend("other", { scope: "file" }, async ({ siteIds }, { onCleanup }) => {
  const other = await testApp();
  onCleanup(other.close);
  await separateCompanies(other.services);
  await makeRoom(other.services, siteIds[0]);
  return other;
});

/** Those of commands, which use the machine's clock, with a folder. */
export const testMoveCommands = testMoves.extend("folder", { scope: "file" }, ({ services, other }, { onCleanup }) => {
  for (const { clock } of [services, other.services]) clock.set(new Date());
  const folder = mkdtempSync(join(tmpdir(), "move-"));
  onCleanup(() => rmSync(folder, { recursive: true }));
  return folder;
});

export const installationOf = ({ services }: App, dataDir: string): Installation => ({
  db: services.db,
  files: services.files,
  config: { ...services.config, dataDir },
});

/** All rows of a site as texts, without the numbers that an installation gives itself. */
export async function readWholeSite(db: DbPool, siteId: number): Promise<Record<string, string[]>> {
  const whole: Record<string, string[]> = {};
  for (const { table, columns } of await listMovedTables(db)) whole[table] = await readRows(db, table, columns, siteId);
  return whole;
}

async function readRows(db: DbPool, table: string, columns: MovedTable["columns"], siteId: number): Promise<string[]> {
  const chosen = sql.join(columns.map((name) => sql`t.${sql.ref(name)}`));
  const { rows } = await sql<{ says: string }>`select row(${chosen})::text as says from ${sql.table(table)} as t
    where ${movesWith(table, siteId)} order by 1`.execute(db);
  return rows.map(({ says }) => says);
}

/** A moment passes for the processes of both installations, so that they see the state of a move. */
export function letProcessesSee(...apps: App[]): void {
  for (const { services } of apps) services.clock.advance(6_000);
}

export const quiet = { print: () => {}, untilFrozenMs: 0, lockedMs: 0 } satisfies Partial<Moving>;
