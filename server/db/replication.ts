import { sql } from "kysely";
import type { Db } from "./pool.ts";

/** An expression that tells servers apart which are reached at the same address, such as through HAProxy. */
export const serverName = "concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time())";

export const noReplicaReason = "it is not a replica";

/** A position in the log, `16/B374D848`, as a number. Throws if there is none: it is not a replica. */
export function parsePosition(text: string | null | undefined): bigint {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/i.exec(text ?? "") ?? [];
  if (high === undefined || low === undefined) throw new Error(noReplicaReason);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export type Replication = {
  /** The primary as it sees itself; null over a socket. */
  address: string | null;
  /** Grows by one with each failover or switchover. */
  timeline: number;
  /** The replicas that are connected. Empty if the role may not see them (`pg_read_all_stats`). */
  replicas: {
    name: string;
    address: string | null;
    /** Commits wait for this one. */
    synchronous: boolean;
    /** What it has not replayed of the primary's log. */
    behind_bytes: number;
  }[];
};

export async function readReplication(db: Db): Promise<Replication> {
  const { rows } = await sql<Omit<Replication, "replicas">>`
    select host(inet_server_addr()) || ':' || inet_server_port() as address,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`.execute(db);
  const { rows: replicas } = await sql<Replication["replicas"][number]>`
    select application_name as name, host(client_addr) as address, sync_state in ('sync', 'quorum') as synchronous,
      greatest(0, coalesce(pg_current_wal_lsn() - replay_lsn, 0))::float8 as behind_bytes
    from pg_stat_replication where state = 'streaming' order by application_name, pid`.execute(db);
  return { address: rows[0]?.address ?? null, timeline: rows[0]?.timeline ?? 0, replicas };
}
