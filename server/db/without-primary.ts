import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { openPool } from "./pool.ts";
import type { WithoutPrimary } from "./read-without-primary.ts";
import { parsePosition, serverName } from "./replication.ts";
import { createRounds } from "./rounds.ts";

export type ServerState = {
  system: string;
  /**
   * Changes with each start, and when a replica recovers anew after a crash of one of its processes. A primary becomes
   * a replica only by a new start, and a replica that recovers does not count yet what it has received.
   */
  name: string;
  isReplica: boolean;
  timeline: number | null;
  /** How far a replica has received the log, and how far it shows it; null at a primary. */
  received: string | null;
  replayed: string | null;
  /** The name under which a replica confirms commits. */
  confirmsAs: string | null;
  /** At a primary: the replicas that a commit may wait for, and whether it does. */
  synchronous: string[];
  waits: boolean;
  /** At a primary: a commit has waited so long for a replica that another one would wait in vain. */
  stalls: boolean;
};

export const systemIdentifier = "(select system_identifier::text from pg_control_system())";

const runName = `concat_ws(' ', ${serverName},
  (select backend_start from pg_stat_activity where backend_type = 'startup'))`;

const stateQuery = `
  select ${systemIdentifier} as system, ${runName} as name,
    pg_is_in_recovery() as "isReplica",
    case when pg_is_in_recovery() then (select received_tli from pg_stat_wal_receiver)
      else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline,
    greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())::text as received,
    pg_last_wal_replay_lsn()::text as replayed,
    (select coalesce(substring(conninfo from '(?:^| )application_name=(\\S+)'),
      substring(conninfo from 'fallback_application_name=(\\S+)')) from pg_stat_wal_receiver) as "confirmsAs",
    array(select application_name from pg_stat_replication
      where state = 'streaming' and sync_state <> 'async') as synchronous,
    current_setting('synchronous_commit') in ('on', 'remote_apply') as waits,
    exists (select from pg_stat_activity
      where wait_event = 'SyncRep' and clock_timestamp() - state_change > interval '1.5 seconds') as stalls`;

/** All replicas by their places in the list, as they answered last, while their primary was there. */
export type Basis = ReadonlyMap<number, ServerState>;

export type States = readonly (ServerState | undefined)[];

/**
 * The replicas of the one primary of the database cluster `system`, if a commit always waits for one of them: they
 * follow its timeline, and it replicates synchronously to them and to no other. A replica that does not answer now
 * counts as it is in the basis `before`, because a slow answer is no reason to forget it. Null: a primary answers, and
 * that is not so. Undefined: no primary answers, or several do, so nothing new is known.
 */
export function basisOf(states: States, system: string, before?: Basis): Basis | null | undefined {
  const primaries = states.filter((state) => state?.isReplica === false);
  const [primary] = primaries;
  if (!primary || primaries.length > 1) return undefined;
  const basis = new Map<number, ServerState>();
  for (const [index, answered] of states.entries()) {
    const state = answered ?? before?.get(index);
    if (state?.isReplica && state.system === system && state.timeline === primary.timeline) basis.set(index, state);
  }
  const replicas = [...basis.values()];
  const isWhole = basis.size === states.length - 1 && new Set(replicas.map(({ name }) => name)).size === basis.size;
  const names = replicas.map(({ confirmsAs }) => confirmsAs ?? "");
  const { synchronous } = primary;
  const isConfirmed = states.includes(undefined)
    ? synchronous.length > 0 && synchronous.every((name) => names.includes(name))
    : isDeepStrictEqual(synchronous.toSorted(), names.toSorted());
  const isSafe = primary.system === system && primary.waits && isConfirmed;
  return isWhole && basis.size > 0 && isSafe ? basis : null;
}

/**
 * The log's position up to which everything that was acknowledged lies, if no primary answers and the replicas of the
 * basis all do, without a new start since then. Each commit waited for one of them, so it is in what one of them has
 * received. None of them was promoted meanwhile, since that ends by a new start.
 */
export function acknowledgedPosition(states: States, basis: Basis | undefined): bigint | undefined {
  if (!basis || states.some((state) => state?.isReplica === false)) return undefined;
  let furthest = 0n;
  for (const [index, { name }] of basis) {
    const state = states[index];
    if (state?.name !== name || state.received === null) return undefined;
    const received = parsePosition(state.received);
    if (received > furthest) furthest = received;
  }
  return furthest;
}

/** The identifier of the cluster that a pool's database belongs to; its replicas have the same. */
export async function readSystem(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Pick<ServerState, "system">>(`select ${systemIdentifier} as system`);
  return rows[0]?.system ?? "";
}

/** Asks each server once; undefined for one that does not answer. */
export async function readServers(urls: readonly string[]): Promise<States> {
  return await Promise.all(
    urls.map(async (url) => {
      const { pool } = openPool(url, 1, () => {}, { connectMs: 2_000, queryMs: 2_000, assertUsable: async () => {} });
      try {
        return (await pool.query<ServerState>(stateQuery)).rows[0];
      } catch {
        // the doctor names it
        return undefined;
      } finally {
        await pool.end();
      }
    }),
  );
}

const watchEveryMs = 500;
/** The servers are asked again after so long while there is no primary. */
const soonMs = 100;
const answerMs = 1_000;
const lastingMs = 1_500;
const patienceMs = 1_000;
const pollMs = 10;
/** No read takes this long, as at a replica. */
const queryMs = 5_000;

/** What the replicas lack is not known. The code is PostgreSQL's for a server that does not take statements yet. */
class NoServerForReads extends Error {
  readonly code = "57P03";
  constructor(reason: string) {
    super(`there is no primary, and no replica to read from: ${reason}`);
  }
}

type Log = { warn(values: object, text: string): void; info(values: object, text: string): void };
type Options = { urls: readonly string[]; system: string; max: number; log: Log };

/**
 * Watches all servers of the database cluster `system`, `urls`, the primary among them. While no primary answers, reads
 * go on at the replica that has everything. It has to be so that no commit is acknowledged before one of these servers
 * has it too (`synchronous_mode: quorum` and `synchronous_mode_strict` of Patroni); see decision 0115.
 */
export function createWithoutPrimary({ urls, system, max, log }: Options): WithoutPrimary {
  const open = (url: string, size: number, timeoutMs: number, assertUsable: (client: pg.PoolClient) => Promise<void>) =>
    // errors are ignored here, because the failing statement throws too
    openPool(url, size, () => {}, { connectMs: answerMs, queryMs: timeoutMs, assertUsable }).pool;
  const watchers = urls.map((url) => open(url, 2, answerMs, async () => {}));
  const readers = urls.map((url, index) => open(url, max, queryMs, (client) => assertAsked(client, index)));
  let basis: Basis | undefined;
  /** A time of `performance.now()`. */
  let neededSince: number | undefined;
  let stalls = false;
  let isClosed = false;

  /** Throws if a new connection leads to another server than the one that was asked, or if that began anew since. */
  async function assertAsked(client: pg.PoolClient, index: number): Promise<void> {
    const { rows } = await client.query<{ name: string }>(`select ${runName} as name`);
    if (rows[0]?.name !== basis?.get(index)?.name) throw new NoServerForReads("it is another one now");
  }

  const noted = new Map<number, string>();
  function noteOnce(index: number, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (noted.get(index) === reason) return;
    noted.set(index, reason);
    log.warn({ reason, server: new URL(urls[index] ?? "").host }, "a server of the database can't be watched");
  }

  async function askServer(index: number): Promise<ServerState | undefined> {
    try {
      return (await watchers[index]?.query<ServerState>(stateQuery))?.rows[0];
    } catch (error) {
      // it is away or hangs, and what that means depends on the others; but a wrong password, say, is for the operator
      if (!isClosed && !isDatabaseUnavailable(error)) noteOnce(index, error);
      return undefined;
    }
  }

  /** Asks all servers; resolves without those that hang, as soon as the answers of the others are enough. */
  function askAll(): Promise<States> {
    const states: (ServerState | undefined)[] = urls.map(() => undefined);
    const { promise, resolve } = Promise.withResolvers<States>();
    const answers = urls.map(async (_, index) => {
      states[index] = await askServer(index);
      if (acknowledgedPosition(states, basis) !== undefined) resolve([...states]);
    });
    void Promise.all(answers).then(() => resolve(states));
    return promise;
  }

  function setBasis(now: Basis | undefined): void {
    if (now && !basis) log.info({}, "without a primary reads would go on at the replicas");
    if (basis && !now) log.warn({}, "without a primary nothing would be read: a replica is missing or not synchronous");
    basis = now;
  }

  function setNeeded(isNeeded: boolean): void {
    if (isNeeded === (neededSince !== undefined) || isClosed) return;
    neededSince = isNeeded ? performance.now() : undefined;
    if (isNeeded) log.warn({}, "there is no primary: reads go to the replicas");
    else log.info({}, "reads go to the primary again, or wait for it");
  }

  function setStalls(now: boolean): void {
    if (now === stalls) return;
    stalls = now;
    if (now) log.warn({}, "commits wait for a replica in vain: no writes are taken");
    else log.info({}, "commits are confirmed again");
  }

  async function watch(): Promise<void> {
    // all of them, because a primary that answers late is there too; one that answers is, also while another hangs
    const answers = urls.map(async (_, index) => {
      const state = await askServer(index);
      if (state?.isReplica === false) {
        setNeeded(false);
        setStalls(state.stalls);
      }
      return state;
    });
    const states = await Promise.all(answers);
    const now = basisOf(states, system, basis);
    if (now !== undefined) setBasis(now ?? undefined);
    setNeeded(acknowledgedPosition(states, basis) !== undefined);
  }
  // one after the other, and a new primary is found soon: with a server that hangs each takes longer than the pause
  const keepWatching = async () => {
    for (; !isClosed; await pause(neededSince === undefined ? watchEveryMs : soonMs, undefined, { ref: false })) {
      await watch();
    }
  };
  const watching = keepWatching();

  const askInRounds = createRounds(askAll);

  /** The reader of the replica that shows everything that was acknowledged before the call. */
  async function findReader(): Promise<pg.Pool> {
    let wanted: bigint | undefined;
    for (const deadline = performance.now() + patienceMs; ; await pause(pollMs)) {
      const states = await askInRounds();
      const acknowledged = acknowledgedPosition(states, basis);
      if (acknowledged === undefined) throw new NoServerForReads("not all replicas answer, or one takes writes");
      wanted ??= acknowledged;
      for (const index of basis?.keys() ?? []) {
        const reader = readers[index];
        if (reader && parsePosition(states[index]?.replayed) >= wanted) return reader;
      }
      if (performance.now() > deadline) throw new NoServerForReads("all are behind");
    }
  }

  return {
    isNeeded: () => neededSince !== undefined,
    takesNoWrites: () => stalls || (neededSince !== undefined && performance.now() - neededSince > lastingMs),
    connect: async () => await (await findReader()).connect(),
    async close() {
      isClosed = true;
      await watching;
      await Promise.all([...watchers, ...readers].map((pool) => pool.end()));
    },
  };
}
