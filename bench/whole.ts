// The whole product as `npm start` starts it, in its own process: embedded PostgreSQL, demo world, portraits, pages.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { startEmbedded } from "#server/db/embedded.ts";
import { type Db, openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/scratch-folder.ts";
import { createSession } from "#server/features/auth/index.ts";
import { systemRandom } from "#server/lib/random.ts";

export type WholeProduct = {
  origin: string;
  server: ChildProcess;
  db: Db;
  /** Sends SIGTERM unless the server has ended, and removes its data. */
  stop(): Promise<void>;
};

/** Resolves with the server's address once the server prints that it is ready. */
async function addressOf(server: ChildProcess): Promise<string> {
  let output = "";
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  server.stdout?.on("data", (data) => {
    output += String(data);
    const address = /Rendezvous is ready: (\S+)/.exec(output)?.[1];
    if (address !== undefined) resolve(address);
  });
  server.once("exit", (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
  return await promise;
}

/**
 * Starts the product on a free port, with empty data. Portraits are drawn during the start, as on a fresh machine. The
 * rate limits count by `X-Forwarded-For`, so that the load of one machine can come from many addresses.
 */
export async function startWholeProduct(env: Record<string, string> = {}): Promise<WholeProduct> {
  const folder = createScratchFolder();
  const database = await startEmbedded(folder);
  const server = spawn(process.execPath, ["server/main.ts"], {
    cwd: join(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      TRUST_PROXY: "1",
      LOG_LEVEL: "silent",
      ...env,
    },
  });
  // the benchmark cuts this connection too
  const { pool, db } = openPool(database.url, 2, () => {});
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    }
    await pool.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { origin: await addressOf(server), server, db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Resident memory of a process in MB, from `/proc`: Linux only. */
export function residentMemory(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`no resident memory of process ${pid}`);
  return Number(kilobytes) / 1024;
}

/** A demo member with a session and a chat. */
export type DemoMember = { id: string; cookie: string; chat: string };

/** Members of the first demo site who have chats, each with a session. */
export async function demoMembers(db: Db, amount: number): Promise<DemoMember[]> {
  const { rows } = await sql<{ id: string; chat: string }>`
    select distinct on (c.member_id) c.member_id as id, c.conversation_id as chat
    from conversation_members c join profiles p on p.member_id = c.member_id
    where p.listed and p.site_id = (select min(id) from sites) order by c.member_id, c.conversation_id limit ${amount}`.execute(
    db,
  );
  return await Promise.all(
    rows.map(async (row) => {
      const token = await createSession(db, systemRandom, { accountId: row.id, userAgent: "bench", now: new Date() });
      return { ...row, cookie: `auth=${token}` };
    }),
  );
}
