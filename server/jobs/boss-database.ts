import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Db } from "pg-boss";

/** How often a connection that listens is asked whether it still does, and how long its answer may take. */
const [checkMs, answerMs] = [10_000, 5_000];

/**
 * What pg-boss runs its statements on. Its own connection that listens for new jobs takes off its listener of errors
 * before it closes: the database's last words, "terminating connection", then end the process.
 */
export function openBossDatabase(connectionString: string, max: number, onError: (error: Error) => void) {
  const options = { connectionString, connectionTimeoutMillis: 10_000, application_name: "pgboss" };
  const pool = new pg.Pool({ ...options, max });
  pool.on("error", onError);

  /** Listens until the connection breaks, which throws, or `signal` aborts. */
  async function listenOnce(channel: string, on: { payload(text: string): void; start(): void }, signal: AbortSignal) {
    const client = new pg.Client({ ...options, keepAlive: true, query_timeout: answerMs });
    const broken = new AbortController();
    client.on("error", (error) => broken.abort(error));
    client.on("end", () => broken.abort(new Error("the connection that listens for jobs ended")));
    client.on("notification", ({ payload }) => payload !== undefined && on.payload(payload));
    const until = { signal: AbortSignal.any([signal, broken.signal]) };
    try {
      await client.connect();
      await client.query(`listen "${channel}"`);
      on.start();
      for (;;) {
        await sleep(checkMs, undefined, until).catch(() => until.signal.throwIfAborted());
        const { rowCount } = await client.query("select from pg_listening_channels() as name where name = $1", [
          channel,
        ]);
        if (rowCount === 0) throw new Error("the connection that listens for jobs lost its channel");
      }
    } finally {
      await client.end();
    }
  }

  const db: Db = {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, payload, onStart) {
      const closing = new AbortController();
      const first = Promise.withResolvers<void>();
      let failures = 0;
      const start = () => {
        failures = 0;
        first.resolve();
        onStart();
      };
      async function keepListening() {
        while (!closing.signal.aborted) {
          try {
            await listenOnce(channel, { payload, start }, closing.signal);
          } catch (error) {
            if (closing.signal.aborted) return;
            first.reject(error);
            onError(error instanceof Error ? error : new Error(String(error)));
            await sleep(Math.min(30_000, 1000 * 2 ** failures++), undefined, closing).catch(() => {});
          }
        }
      }
      const ended = keepListening();
      const close = async () => {
        closing.abort();
        await ended;
      };
      try {
        await first.promise;
      } catch (error) {
        await close();
        throw error;
      }
      return { close };
    },
  };
  return { db, close: async () => void (pool.ending || (await pool.end())) };
}
