import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { getUser } from "#contract/account.ts";
import { demoMembers, startWholeProduct, type WholeProduct } from "./whole.ts";

/** Seconds until calls worked again or the process ended; infinite if it exited, or did not recover or end in time. */
export type Faults = { cut: number; restarted: number; ended: number };

const never: Faults = {
  cut: Number.POSITIVE_INFINITY,
  restarted: Number.POSITIVE_INFINITY,
  ended: Number.POSITIVE_INFINITY,
};
const patience = 60_000;
const inARow = 5;
const silentConnections = 20;

const hasEnded = ({ server }: WholeProduct) => server.exitCode !== null || server.signalCode !== null;

/** Repeats the same call every 50 ms until it has succeeded five times in a row. */
async function untilItWorks(product: WholeProduct, cookie: string): Promise<number> {
  const began = performance.now();
  let worked = 0;
  let since = began;
  while (performance.now() - began < patience) {
    if (hasEnded(product)) return Number.POSITIVE_INFINITY;
    const sentAt = performance.now();
    const status = await fetch(`${product.origin}${getUser.path}`, {
      headers: { cookie, "x-request-type": "client" },
      signal: AbortSignal.timeout(5_000),
    }).then(
      ({ status }) => status,
      () => 0,
    );
    if (status !== 200) worked = 0;
    else if (worked++ === 0) since = sentAt;
    if (worked === inARow) return (since - began) / 1000;
    await wait(50);
  }
  return Number.POSITIVE_INFINITY;
}

/** Waits until PostgreSQL answers again: while it recovers, it does not shut down properly. */
async function untilRecovered({ db }: WholeProduct): Promise<void> {
  const until = performance.now() + patience;
  const answers = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
  while (!(await answers()) && performance.now() < until) await wait(50);
}

/** Connections that never close by themselves: silent ones, half a request, and a member's event stream. */
async function openSilently(origin: string, cookie: string): Promise<Socket[]> {
  const { hostname, port } = new URL(origin);
  const streams = `GET /api/events.php HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`;
  const half = `GET / HTTP/1.1\r\nHost: ${hostname}`;
  const openings = Array.from({ length: silentConnections }, (_, turn) => ["", half, streams][turn % 3] ?? "");
  return await Promise.all(
    openings.map(async (opening) => {
      const socket = connect(Number(port), hostname);
      // the server may close it in any way
      socket.on("error", () => {});
      await once(socket, "connect");
      socket.write(opening);
      return socket;
    }),
  );
}

async function untilEnd(product: WholeProduct): Promise<number> {
  const began = performance.now();
  const ended = once(product.server, "exit").then(() => (performance.now() - began) / 1000);
  product.server.kill("SIGTERM");
  const deadline = AbortSignal.timeout(patience);
  const tooLong = once(deadline, "abort").then(() => {
    product.server.kill("SIGKILL");
    return Number.POSITIVE_INFINITY;
  });
  return await Promise.race([ended, tooLong]);
}

/**
 * Cuts all database connections of the running product; kills one of PostgreSQL's processes, so that it restarts; then
 * sends SIGTERM while silent connections are open.
 */
export async function measureFaults(): Promise<Faults> {
  const product = await startWholeProduct({ DEMO_PHOTOS: "main" });
  try {
    const [member] = await demoMembers(product.db, 1);
    const cookie = member?.cookie ?? "";
    if ((await untilItWorks(product, cookie)) > 1) throw new Error("the call does not work");

    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(product.db);
    const cut = await untilItWorks(product, cookie);
    if (hasEnded(product)) return { ...never, cut };

    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(product.db);
    process.kill(rows[0]?.pid ?? 0, "SIGKILL");
    const restarted = await untilItWorks(product, cookie);
    await untilRecovered(product);
    if (hasEnded(product)) return { ...never, cut, restarted };

    const sockets = await openSilently(product.origin, cookie);
    const ended = await untilEnd(product);
    for (const socket of sockets) socket.destroy();
    return { cut, restarted, ended };
  } finally {
    await product.stop();
  }
}
