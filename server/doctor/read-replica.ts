import { sql } from "kysely";
import { type Db, openPool } from "#server/db/pool.ts";

export type ReplicaFacts = {
  settings: Record<string, string>;
  /** It replays a primary's log, and takes no writes. */
  isReplica: boolean;
  /** It has the system identifier and the name of the primary's database. */
  isOfPrimary: boolean;
  /** What it has not replayed of the primary's log. */
  behindBytes: number;
};

const settingNames = ["server_version", "hot_standby_feedback"];

async function withDatabase<T>(url: string, run: (db: Db) => Promise<T>): Promise<T> {
  const { db, pool } = openPool(url, 1, () => {}, { assertUsable: async () => {} });
  try {
    return await run(db);
  } finally {
    await pool.end();
  }
}

const identify = async (db: Db) => {
  const { rows } = await sql<{ name: string; replica: boolean; position: string }>`
    select system_identifier || ' ' || current_database() as name, pg_is_in_recovery() as replica,
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end::text as position
    from pg_control_system()`.execute(db);
  return rows[0] ?? { name: "", replica: false, position: "0/0" };
};

/** What the doctor looks at in a replica. Changes nothing. */
export async function readReplica(replicaUrl: string, primaryUrl: string): Promise<ReplicaFacts> {
  // the primary first: what it has by now, the replica should have in a moment
  const primary = await withDatabase(primaryUrl, identify);
  return await withDatabase(replicaUrl, async (db) => {
    const own = await identify(db);
    const { rows } = await sql<{ behind: string }>`
      select greatest(0, ${primary.position}::pg_lsn - ${own.position}::pg_lsn) as behind`.execute(db);
    const { rows: settings } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name = any (${settingNames})`.execute(db);
    return {
      settings: Object.fromEntries(settings.map(({ name, setting }) => [name, setting])),
      isReplica: own.replica,
      isOfPrimary: own.name === primary.name,
      behindBytes: Number(rows[0]?.behind ?? 0),
    };
  });
}
