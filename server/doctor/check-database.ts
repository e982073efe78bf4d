import type { Config } from "#server/config/config.ts";
import { type Finding, good, note, wrong } from "./finding.ts";
import type { DatabaseFacts } from "./read-database.ts";

const about = "database";
const oldest = 18;
const pageBytes = 8192;
const megabyte = 1024 * 1024;
/** Connections that jobs of a worker, commands and a backup use beside the pool. */
const besidesPool = 10;

const rules: [setting: string, value: string, level: typeof note, text: string][] = [
  ["fsync", "off", wrong, "a power cut destroys the database: set fsync = on"],
  ["full_page_writes", "off", wrong, "a power cut can destroy the database: set full_page_writes = on"],
  [
    "synchronous_commit",
    "off",
    wrong,
    "a crash loses payments and messages that were confirmed: set synchronous_commit = on",
  ],
  ["autovacuum", "off", wrong, "tables grow without end: set autovacuum = on"],
  ["default_transaction_read_only", "on", wrong, "it only allows reading: let DATABASE_URL name the primary"],
  ["data_checksums", "off", note, "a broken disk is not noticed: run pg_checksums --enable while it is stopped"],
  [
    "archive_mode",
    "off",
    note,
    "only whole backups can be restored, no moment between two: see Backup and restore in docs/operations.md",
  ],
  ["wal_level", "minimal", note, "it allows neither a replica nor an archive: set wal_level = replica"],
];

/** A local socket, this machine or a private network: nothing to encrypt against. */
function isNear(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? hostname;
  return host === "" || host.startsWith("/") || /^(?:localhost|127\.|10\.|192\.168\.|\[::1\]|[^.]+$)/.test(host);
}

/** More than a healthy replica is ever behind: it replays within milliseconds. */
const mostBehind = 64 * megabyte;

/** Who is the primary, and how far the replicas are that could take its place. */
function checkReplication({ replication, settings }: DatabaseFacts): Finding[] {
  const { address, timeline, replicas } = replication;
  const asked = settings.synchronous_standby_names ?? "";
  if (replicas.length === 0 && asked === "" && timeline === 1) return [];
  const primary = good(about, `the primary is ${address ?? "at a socket"}, on timeline ${timeline}`);
  const wait = "commits wait for a replica, and none confirms them";
  const seen = "see docs/operators/high-availability.md";
  if (asked !== "" && !replicas.some(({ synchronous }) => synchronous)) {
    const hidden = "or the role may not see them: grant pg_read_all_stats, deploy/roles.sql";
    return [primary, note(about, `${wait}, ${hidden}`)];
  }
  const each = replicas.map(({ name, address: at, synchronous, behind_bytes }) => {
    const what = `replica ${name}${at === null ? "" : ` at ${at}`}${synchronous ? ", synchronous" : ""}`;
    const behind = `${Math.ceil(behind_bytes / megabyte)} MB behind`;
    return behind_bytes > mostBehind
      ? wrong(about, `${what}, is ${behind}, so it could not take over at once: ${seen}`)
      : good(about, `${what}, ${behind}`);
  });
  if (replicas.length === 0)
    each.push(note(about, `no replica follows the primary, or the role may not see it: ${seen}`));
  return [primary, ...each];
}

/** Version, settings and room of the database. */
export function checkDatabase(
  facts: DatabaseFacts,
  config: Pick<Config, "databaseUrl" | "databasePool" | "ownerUrl">,
): Finding[] {
  const { settings } = facts;
  const number = (name: string) => Number(settings[name] ?? 0);
  const findings: Finding[] = [];
  const version = settings.server_version ?? "";
  if (Number.parseInt(version, 10) < oldest) {
    findings.push(wrong(about, `PostgreSQL ${oldest} or newer is needed, this is ${version}`));
  }
  if (facts.encoding !== "UTF8") {
    findings.push(wrong(about, `its encoding is ${facts.encoding}: create it with encoding 'UTF8'`));
  }
  for (const [name, value, level, text] of rules) {
    if (settings[name] === value) findings.push(level(about, `${name} is ${value}: ${text}`));
  }
  const cache = Math.round((number("shared_buffers") * pageBytes) / megabyte);
  if (cache < 256) {
    findings.push(note(about, `shared_buffers is ${cache} MB: give it a quarter of the memory of its machine`));
  }
  const room = number("max_connections") - number("superuser_reserved_connections") - number("reserved_connections");
  const needed = config.databasePool + besidesPool;
  if (room < needed) {
    const what = `max_connections leaves ${room}, one process may use ${needed}`;
    findings.push(wrong(about, `${what}: raise it (and restart PostgreSQL), or lower DATABASE_POOL`));
  } else {
    findings.push(good(about, `${room} connections are enough for ${Math.floor(room / needed)} processes`));
  }
  if (facts.superuser) {
    findings.push(note(about, "the product logs in as a superuser: an owner of the database is enough"));
  } else if (facts.ownsTables) {
    const why = "a hole in it could change the triggers that guard the ledger and the audit log";
    findings.push(
      note(about, `the product logs in as the owner of its tables, ${why}: see Two roles in docs/operations.md`),
    );
  }
  if (!facts.encrypted && config.databaseUrl && !isNear(config.databaseUrl)) {
    findings.push(wrong(about, "the connection is not encrypted: add ?sslmode=verify-full to DATABASE_URL"));
  }
  if (facts.pending > 0 && !facts.mayMigrate && config.ownerUrl === undefined) {
    const todo = "set DATABASE_OWNER_URL, or let it own the database: alter database … owner to …";
    findings.push(wrong(about, `${facts.pending} migrations are pending, and the role may not create tables: ${todo}`));
  } else if (facts.pending > 0) {
    findings.push(note(about, `${facts.pending} migrations are pending: the next start applies them`));
  }
  return [good(about, `PostgreSQL ${version} answers`), ...findings, ...checkReplication(facts)];
}
