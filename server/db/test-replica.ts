import { chownSync, cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withClient } from "./client.ts";
import { embeddedUrl, type Listening } from "./database-folder.ts";
import { ensureUsablePrograms } from "./postgres-programs.ts";
import { chooseListening, initialise, launchServer, type PostgresInstance } from "./postgres-server.ts";
import { findPostmasterPid, findWorkerPids, signalProcesses } from "./processes.ts";
import { createScratchFolder, ensurePostgresUser } from "./system-user.ts";

const small = ["shared_buffers=16MB", "fsync=off", "max_connections=60"];

/** A PostgreSQL and its streaming replica on this machine, by the programs of the embedded one. */
export async function startPair() {
  const folder = createScratchFolder();
  const ids = ensurePostgresUser();
  if (ids) chownSync(folder, ids.uid, ids.gid);
  const programs = ensureUsablePrograms(ids);
  const placeOf = (name: string): PostgresInstance => ({
    programs,
    ids,
    password: "word",
    database: join(folder, name),
  });
  const [primary, replica] = [placeOf("a"), placeOf("b")];
  await initialise(primary);
  const primaryAt = await chooseListening(primary.database);
  // a copy of a stopped server is a base backup
  await (await launchServer(primary, primaryAt, small)).stop();
  cpSync(primary.database, replica.database, { recursive: true, mode: 0, preserveTimestamps: true });
  writeFileSync(join(replica.database, "standby.signal"), "");
  if (ids) chownAll(replica.database, ids.uid, ids.gid);
  const replicaAt = await chooseListening(replica.database);
  const standbyOf = ({ host, port }: Listening) => [
    ...small,
    `primary_conninfo=host=${host} port=${port} user=rendezvous password=word`,
    "wal_retrieve_retry_interval=100ms",
  ];
  const running = {
    primary: await launchServer(primary, primaryAt, small),
    replica: undefined as Started | undefined,
  };
  const startReplica = async () => {
    running.replica = await launchServer(replica, replicaAt, standbyOf(primaryAt));
  };
  await startReplica();
  const signal = (name: NodeJS.Signals) => {
    const postmaster = findPostmasterPid(replica.database);
    signalProcesses([...(postmaster === undefined ? [] : [postmaster]), ...findWorkerPids(replica.database)], name);
  };
  return {
    url: embeddedUrl("word", primaryAt),
    replicaUrl: embeddedUrl("word", replicaAt),
    startReplica,
    stopReplica: async () => running.replica?.stop(),
    /** kill -9: the next start recovers from the log. */
    async killPrimary() {
      const pid = findPostmasterPid(primary.database);
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      await running.primary.ended;
    },
    /** Makes the replica the primary, on a timeline of its own. */
    async promoteReplica() {
      await runSql(embeddedUrl("word", replicaAt), "select pg_promote()");
    },
    /** Starts the primary, which has ended, as a replica of the promoted one. It follows only if it had no more log. */
    async startPrimaryAsReplica() {
      const signalFile = join(primary.database, "standby.signal");
      writeFileSync(signalFile, "");
      if (ids) chownSync(signalFile, ids.uid, ids.gid);
      running.primary = await launchServer(primary, primaryAt, standbyOf(replicaAt));
    },
    stopPrimary: () => running.primary.stop(),
    /** SIGSTOP: it hangs, with its connections open; SIGCONT: it goes on. */
    signal,
    async close() {
      signal("SIGCONT");
      await running.replica?.stop();
      await running.primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
type Started = Awaited<ReturnType<typeof launchServer>>;

function chownAll(path: string, uid: number, gid: number): void {
  for (const { parentPath, name } of readdirSync(path, { recursive: true, withFileTypes: true })) {
    chownSync(join(parentPath, name), uid, gid);
  }
  chownSync(path, uid, gid);
}

export const runSql = (url: string, statement: string): Promise<unknown[]> =>
  withClient(url, async (client) => (await client.query(statement)).rows);
