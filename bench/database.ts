import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { loadPlaces, seedDemoSites } from "#server/features/sites/index.ts";
import { cpuMeter } from "./cpu.ts";
import { startServer } from "./programs.ts";
import { usualSize, type WorldSize } from "./report.ts";
import { buildWorld } from "./world.ts";

/**
 * The embedded PostgreSQL with its default, durable settings: in a temporary folder, or in `keep` for later runs. What
 * is started here ends with `running`.
 */
async function startDatabase(running: AsyncDisposableStack, keep?: string) {
  const folder = keep ?? createScratchFolder();
  mkdirSync(folder, { recursive: true });
  if (keep === undefined) running.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { url, stop } = await startEmbedded(folder);
  running.defer(stop);
  await migrate(url);
  // a connection that is lost fails the statement that needs it
  const { pool, db } = openPool(url, 8, () => {});
  running.defer(() => pool.end());
  const { rows } = await sql<{ postgres: string; backend: number }>`
    select current_setting('server_version') as postgres, pg_backend_pid() as backend`.execute(db);
  const { postgres, backend } = rows[0] ?? { postgres: "", backend: 0 };
  return { url, folder, db, postgres, meter: cpuMeter(backend) };
}

export type BenchSite = Awaited<ReturnType<typeof openSite>>;

/** A site of so many members, with the product and the bare routes on its database. */
export async function openSite(running: AsyncDisposableStack, size: WorldSize, keep?: string) {
  const { members } = size;
  const database = await startDatabase(running, keep);
  const { db, folder } = database;
  await loadPlaces(db);
  const [siteId = 0] = await seedDemoSites(db, new Date());
  // the parts write into the first chats only
  const { rows } = await sql<WorldSize>`select (select count(*) from profiles) as members, count(*) as messages
    from messages where conversation_id = (select id from conversations order by id desc limit 1)`.execute(db);
  const built = rows[0] ?? { members: 0, messages: 0 };
  if (built.members === 0) {
    console.time(`${members} members`);
    await buildWorld(db, siteId, size);
    console.timeEnd(`${members} members`);
  } else if (built.members !== members || built.messages !== size.messages) {
    throw new Error(`${folder} holds ${built.members} members, ${built.messages} messages a chat`);
  }
  const { origin: product } = running.use(await startServer("bench/product.ts", database));
  const { origin: bare } = running.use(await startServer("bench/bare.ts", database));
  return { ...database, siteId, isLarge: members > usualSize.members, product, bare };
}

/**
 * Starts the product as `npm start` does, on a free port with empty data: demo world, pages, and portraits, which are
 * drawn during the start.
 */
export async function startWholeProduct(running: AsyncDisposableStack, env: Record<string, string> = {}) {
  const database = await startDatabase(running);
  const settings = { PORT: "0", TRUST_PROXY: "1", LOG_LEVEL: "silent", ...env };
  const { origin, pid } = running.use(await startServer("server/main.ts", database, settings));
  return { ...database, origin, pid };
}
