import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { queryTimeout } from "./driver.ts";
import { type Db, type DbPool, openPool } from "./pool.ts";
import { noReplicaReason, parsePosition, serverName } from "./replication.ts";
import { createRounds } from "./rounds.ts";

/** Reads from a streaming replica, so that searches do not load the primary. */
export type Replica = {
  /** On the replica once it has all that any process committed before; on the primary if it is late, away, or fails. */
  read<T>(run: (db: DbPool) => Promise<T>): Promise<T>;
  isUsed(): boolean;
  close(): Promise<void>;
};

type Log = { warn(values: object, text: string): void; info(values: object, text: string): void };
type Options = {
  replicaUrl: string;
  max: number;
  log: Log;
  /** False: a pooler in between does not know prepared statements. */
  prepares?: boolean;
  patienceMs?: number;
  probeMs?: number;
};

/** How long a read waits for the replica to catch up: longer than it usually takes, shorter than a user notices. */
const usualPatienceMs = 40;
const usualProbeMs = 500;
const pollMs = 2;
const connectMs = 2_000;
/** No search takes this long: after it the replica, or the network, counts as hanging. */
const queryMs = 5_000;

const hangsReason = "it does not answer in time";
const behindReason = "it is behind";
const timelineReason = "it does not follow the primary since its promotion";
const otherReason = "the address leads to another replica now";

/** The server at the other end of the connections won't become usable, but the address may lead to another one. */
const reopeningReasons = [hangsReason, queryTimeout, timelineReason, otherReason, noReplicaReason];

/** PostgreSQL's codes for errors that only a replica raises: a query cancelled by replay, and a write. */
const replicaOnlyCodes = /^(?:40001|40P01|25006|57014)$/;
const isReplicasFault = (error: unknown) =>
  isDatabaseUnavailable(error) ||
  (error instanceof pg.DatabaseError && replicaOnlyCodes.test(error.code ?? "")) ||
  (error instanceof Error && [queryTimeout, otherReason].includes(error.message));

/**
 * The replica at `replicaUrl` of the database `primary`. Before a read the primary is asked for its position in the
 * log, then the replica for its own: it serves the read if it has reached the primary's. Reads that begin together
 * share both queries. After a failure the replica is not used until it has caught up, which is checked in the
 * background. The address may lead to any of several replicas: all connections lead to the one that was asked.
 */
export function createReplica(primary: DbPool, { replicaUrl, max, log, prepares = true, ...times }: Options): Replica {
  const { patienceMs = usualPatienceMs, probeMs = usualProbeMs } = times;
  const open = () => openReplica(primary, { replicaUrl, max, prepares, patienceMs });
  let replica = open();
  let isInUse = false;
  let isClosed = false;

  function stopUsing(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (isClosed) return;
    if (reopeningReasons.includes(reason)) {
      void replica.close();
      replica = open();
    }
    if (!isInUse) return;
    isInUse = false;
    log.warn({ reason }, "the replica is not used: all reads go to the primary");
  }

  let loggedReason = "";
  /** Uses the replica if it has caught up, while it is not used. Logs each reason against it once. */
  async function probe(): Promise<void> {
    if (isInUse || isClosed) return;
    try {
      await assertSameDatabase(primary, replica.db);
      await replica.waitUntilCaughtUp();
      if (isClosed) return;
      isInUse = true;
      loggedReason = "";
      log.info({}, "the replica is used");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isClosed && reason !== loggedReason) log.warn({ reason }, "the replica can't be used");
      loggedReason = reason;
      stopUsing(error);
    }
  }
  let probing = probe();
  const timer = setInterval(() => {
    probing = probing.then(probe);
  }, probeMs);

  return {
    async read(run) {
      if (!isInUse) return await run(primary);
      const used = replica;
      // another read may have closed these connections meanwhile, and opened new ones
      const fail = (error: unknown) => used === replica && stopUsing(error);
      try {
        await used.waitUntilCaughtUp();
      } catch (error) {
        fail(error);
        return await run(primary);
      }
      try {
        return await run(used.db);
      } catch (error) {
        // any other failure, such as a wrong filter, is the same on the primary
        if (used === replica && !isReplicasFault(error)) throw error;
        fail(error);
        return await run(primary);
      }
    },
    isUsed: () => isInUse,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await replica.close();
    },
  };
}

type OpenOptions = Pick<Options, "replicaUrl" | "max" | "prepares"> & { patienceMs: number };

/** Connections to one replica: a new one that leads to another server is refused. */
function openReplica(primary: DbPool, { replicaUrl, max, prepares, patienceMs }: OpenOptions) {
  let server: string | undefined;
  const clients = new Set<pg.ClientBase>();
  // errors are ignored here, because the failing statement throws too
  const { db, pool } = openPool(replicaUrl, max, () => {}, {
    connectMs,
    queryMs,
    prepares,
    async assertUsable(client) {
      clients.add(client);
      client.once("end", () => clients.delete(client));
      const { rows } = await client.query<{ name: string }>(`select ${serverName} as name`);
      server ??= rows[0]?.name;
      if (rows[0]?.name !== server) throw new Error(otherReason);
    },
  });
  return {
    db,
    waitUntilCaughtUp: createCatchUp(primary, db, patienceMs),
    /** Cuts all connections, also those that wait for an answer. Their reads go on at the primary. */
    async close(): Promise<void> {
      for (const client of clients) (client as pg.ClientBase & { end(): Promise<void> }).end().catch(() => {});
      await pool.end();
    },
  };
}

/** A position in the log, which forks at each promotion: positions on different timelines can't be compared. */
type Position = { timeline: number; at: bigint };

type PositionRow = { timeline: number | null; position: string | null };
const toPosition = (row: PositionRow | undefined): Position => ({
  timeline: row?.timeline ?? 0,
  at: parsePosition(row?.position),
});

/** Resolves once the replica has what the primary committed before the call; throws after `patienceMs`. */
function createCatchUp(primary: DbPool, replica: DbPool, patienceMs: number): () => Promise<void> {
  // what was answered is flushed, unless commits do not wait for that
  const readPrimaryPosition = createRounds(async () => {
    const { rows } = await sql<PositionRow>`
      select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
          else pg_current_wal_flush_lsn() end::text as position,
        ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`.execute(primary);
    return toPosition(rows[0]);
  });
  // the timeline that it receives is for roles with pg_read_all_stats; the other one may be old, but never too new
  const readReplicaPosition = createRounds(async () => {
    const { rows } = await sql<PositionRow>`
      select pg_last_wal_replay_lsn()::text as position, coalesce(
        (select received_tli from pg_stat_wal_receiver),
        (select min_recovery_end_timeline from pg_control_recovery()))::int as timeline
      where pg_is_in_recovery()`.execute(replica);
    return toPosition(rows[0]);
  });
  return async () => {
    const target = await readPrimaryPosition();
    const deadline = performance.now() + patienceMs;
    let reason = hangsReason;
    for (;;) {
      const reached = await withDeadline(readReplicaPosition(), deadline, reason);
      const follows = reached.timeline === target.timeline;
      if (follows && reached.at >= target.at) return;
      // a replica that has answered does not hang, also if the time ends during the next question
      reason = follows ? behindReason : timelineReason;
      if (performance.now() >= deadline) throw new Error(reason);
      await pause(pollMs);
    }
  };
}

/** Throws if the replica belongs to another database, and so could be anywhere in a log of its own. */
async function assertSameDatabase(primary: DbPool, replica: Db): Promise<void> {
  const name = sql<{ name: string }>`
    select system_identifier || ' ' || current_database() as name from pg_control_system()`;
  const deadline = performance.now() + connectMs;
  const [ours, theirs] = await Promise.all([name.execute(primary), withDeadline(name.execute(replica), deadline)]);
  if (ours.rows[0]?.name !== theirs.rows[0]?.name) throw new Error("it is a replica of another database");
}

/** Rejects with `reason` if there is no answer by `deadline`, a time of `performance.now()`: the replica may hang. */
async function withDeadline<T>(answer: Promise<T>, deadline: number, reason = hangsReason): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(reason)), Math.max(1, deadline - performance.now()));
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
