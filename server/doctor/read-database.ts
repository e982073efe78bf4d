import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { readLastDone } from "#server/db/last-done.ts";
import { openPool } from "#server/db/pool.ts";
import { readReplication } from "#server/db/replication.ts";
import { describeSite, listSites } from "#server/features/sites/index.ts";

type Described = {
  now: Date;
  encoding: string;
  superuser: boolean;
  /** Whether the role may change the tables, such as the triggers that guard the audit log. */
  ownsTables: boolean;
  encrypted: boolean;
  /** Whether the role may create what migrations create. */
  mayMigrate: boolean;
  /** PostgreSQL's own port, as it sees the connection; null over a socket. */
  serverPort: number | null;
};

/** Before the first start there are no sites, and no `lastDone`. */
export type DatabaseFacts = Awaited<ReturnType<typeof readDatabase>>;
export type CheckedSite = DatabaseFacts["sites"][number];

const migrationsFolder = join(import.meta.dirname, "../migrations");

export async function readDatabase(url: string) {
  let broken: Error | undefined;
  const { db, pool } = openPool(url, 1, (error) => {
    broken = error;
  });
  try {
    const { rows: settings } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings`.execute(db);
    const { rows } = await sql<Described & { used: boolean }>`
      select clock_timestamp() as now, pg_encoding_to_char(encoding) as encoding,
        (select rolsuper from pg_roles where rolname = current_user) as superuser,
        has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayMigrate",
        exists (select from pg_class where oid = to_regclass('audit_log') and pg_has_role(relowner, 'member'))
          as "ownsTables",
        coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
        inet_server_port() as "serverPort", to_regclass('migrations') is not null as used
      from pg_database where datname = current_database()`.execute(db);
    const [facts] = rows;
    if (!facts) throw broken ?? new Error("the database does not describe itself");
    const files = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
    const applied = facts.used ? (await sql<{ name: string }>`select name from migrations`.execute(db)).rows : [];
    const appliedNames = new Set(applied.map(({ name }) => name));
    const pending = files.filter((name) => !appliedNames.has(name.replace(/\.sql$/, ""))).length;
    const sites = [];
    // before a migration the tables may be older than the statements
    for (const { key } of pending === 0 ? await listSites(db) : []) {
      const site = await describeSite(db, key);
      if (!site) continue;
      const { settings: own, demo } = site.site;
      const hosts = [own.domain, ...(site.file.hosts ?? [])];
      sites.push({ key, demo, hosts, mailAddress: own.mail_address, supportEmail: own.support_email });
    }
    const lastDone = pending === 0 ? await readLastDone(db) : undefined;
    const { used: _, ...described } = facts;
    const named = Object.fromEntries(settings.map(({ name, setting }) => [name, setting]));
    return { settings: named, ...described, replication: await readReplication(db), pending, lastDone, sites };
  } finally {
    await pool.end();
  }
}
