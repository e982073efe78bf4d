import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { withClient } from "./client.ts";
import { migrate } from "./migrate.ts";
import { serverUrlVariable } from "./test-database.ts";

const changelog = readFileSync(join(import.meta.dirname, "../../docs/operators/changelog.md"), "utf8");

/** Migrations from this time on are newer than the last release: its processes write while they run. */
const released = /^Migrations before: `(\d{12})`/m.exec(changelog)?.[1];
if (!released) throw new Error("docs/operators/changelog.md does not say which migrations were released");
export const isNew = (name: string) => name >= released;

export const migrationsFolder = join(import.meta.dirname, "../migrations");
export const migrationNames = readdirSync(migrationsFolder)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => file.replace(/\.sql$/, ""));

/** Longer than this no write may wait for a migration. */
const longestWaitMs = 200;

/** The tables that grow fastest, with rows as the last release knows them. */
const fillings: Record<string, string> = {
  accounts: `insert into accounts (site_id, name, name_key, email, password_hash, language, created_at)
    select 1, 'x' || i, 'x' || i, 'x' || i || '@example.org', 'x', 'en', now() from rows i`,
  profiles: `insert into profiles (member_id, site_id, name, gender, sexuality, seeks_men, seeks_women, date_of_birth,
      country, created_at, last_active_at)
    select uuidv7(), 1, 'x' || i, 'male', 'hetero', false, true, '1990-01-01', 'DE', now(), now() from rows i`,
  conversations: `insert into conversations (site_id, a_id, b_id, started_by, created_at)
    select 1, least(a, b), greatest(a, b), a, now() from rows i, lateral (select uuidv7() a, uuidv7() b, i) x`,
  conversation_members: `insert into conversation_members (conversation_id, member_id, other_id)
    select uuidv7(), uuidv7(), uuidv7() from rows i`,
  messages: `insert into messages (conversation_id, author_id, body, credits, key, created_at)
    select uuidv7(), uuidv7(), 'Hello ' || i, 1, uuidv7(), now() from rows i`,
  likes: `insert into likes (from_id, to_id, site_id, created_at) select uuidv7(), uuidv7(), 1, now() from rows i`,
  visits: `insert into visits (visited_id, visitor_id, site_id, visited_on)
    select uuidv7(), uuidv7(), 1, now() from rows i`,
  wallets: "insert into wallets (member_id, site_id) select uuidv7(), 1 from rows i",
  ledger: `insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
    select 1, uuidv7(), 1, 1, 'demo', uuidv7(), now() from rows i`,
};
export const growingTables = Object.keys(fillings);

/** Fills tables, without looking whether the rows refer to others. */
export async function fillTables(url: string, tables: readonly string[], rows: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const table of tables) {
      await client.query(`with rows(i) as (select generate_series(1, ${rows})) ${fillings[table]}`);
    }
  });
}

/** A database without tables; with `plain` it belongs to a role of its own, which is no superuser and logs in. */
export async function emptyDatabase({ plain = false } = {}): Promise<string> {
  const url = new URL(process.env[serverUrlVariable] ?? "");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await withClient(url.href, async (client) => {
    if (plain) await client.query(`create role ${name} login password 'plain'`);
    await client.query(`create database ${name} ${plain ? `owner ${name}` : ""} template template0`);
  });
  if (plain) {
    url.username = name;
    url.password = "plain";
  }
  url.pathname = `/${name}`;
  return url.href;
}

/** A folder with the product's migrations and a newer one with this text. */
export async function withPlanted<T>(text: string, run: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "migrations-"));
  try {
    cpSync(migrationsFolder, dir, { recursive: true });
    writeFileSync(join(dir, "209901010000_planted.sql"), `-- Up Migration\n${text};\n`);
    return await run(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Migrates while each table's first row is written again and again. Returns tables where a write waited too long. */
export async function migrateUnderLoad(url: string, tables: readonly string[], dir?: string): Promise<string[]> {
  let running = true;
  const blocked = new Set<string>();
  let writes = 0;
  const write = (table: string) =>
    withClient(url, async (client) => {
      // without the triggers, as that of the ledger refuses an update; the lock is the same
      await client.query(`set lock_timeout = ${longestWaitMs}; set session_replication_role = replica`);
      const { rows } = await client.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = ''
          and attidentity = '' order by attnum limit 1`,
        [table],
      );
      const column = rows[0]?.name ?? "";
      while (running) {
        try {
          await client.query(`update ${table} set ${column} = ${column} where ctid = (select min(ctid) from ${table})`);
          writes += 1;
        } catch (error) {
          if (!(error instanceof pg.DatabaseError && error.code === "55P03")) throw error;
          blocked.add(table);
        }
        await pause(2);
      }
    });
  const writers = Promise.all(tables.map(write));
  try {
    // the writers are at work before the migration begins
    while (writes < tables.length) await Promise.race([pause(2), writers]);
    await migrate(url, dir === undefined ? {} : { dir });
  } finally {
    running = false;
    await writers;
  }
  return [...blocked];
}
