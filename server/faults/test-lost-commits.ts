import { connect, createServer, type Socket } from "node:net";
import { openPool } from "#server/db/pool.ts";
import { targetOf, withPort } from "#server/db/test-faulty-proxy.ts";
import type { Fixtures } from "#server/test.ts";

/** A simple query of PostgreSQL's protocol: `Q`, four bytes of length, the text, a zero byte. */
const isCommit = (bytes: Buffer) => /^Q.{4}commit\0$/is.test(bytes.toString("latin1"));

/** Runs an act and loses the answer to its first COMMIT; throws if it commits nothing. */
export type LoseCommit = <T>(act: () => Promise<T>) => Promise<T>;

/** A proxy loses a COMMIT's answer as a failover does: the database carries it out, then the connection breaks. */
export async function loseCommits(
  services: Fixtures["services"],
  onCleanup: (done: () => Promise<void>) => void,
): Promise<LoseCommit> {
  const databaseUrl = new URL(services.config.databaseUrl ?? "");
  const sockets = new Set<Socket>();
  let loses = false;

  const server = createServer((app) => {
    const database = connect(targetOf(databaseUrl));
    let isLost = false;
    for (const socket of [app, database]) {
      sockets.add(socket);
      // it is cut on purpose
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        app.destroy();
        database.destroy();
      });
    }
    app.on("data", (bytes) => {
      if (loses && isCommit(bytes)) {
        loses = false;
        isLost = true;
      }
      database.write(bytes);
    });
    // the database answers a COMMIT once it has carried it out
    database.on("data", (bytes) => (isLost ? app.destroy() : app.write(bytes)));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { db, pool } = openPool(withPort(databaseUrl, port), 4, () => {});
  const direct = services.db;
  Object.assign(services, { db });
  onCleanup(async () => {
    Object.assign(services, { db: direct });
    await pool.end();
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });

  return async (act) => {
    loses = true;
    const result = await act();
    if (loses) throw new Error("the act committed nothing");
    return result;
  };
}
