import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { loadPlaces, seedDemoSites } from "#server/features/sites/index.ts";
import { cpuMeter } from "./cpu.ts";
import { startServer } from "./programs.ts";
import { usualMembers } from "./report.ts";
import { buildWorld, type WorldSize } from "./world.ts";

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
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from profiles`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count === 0) {
    console.time(`${members} members`);
    await buildWorld(db, siteId, size);
    console.timeEnd(`${members} members`);
  } else if (count !== members) throw new Error(`${folder} holds ${count} members, not ${members}`);
  const { origin: product } = running.use(await startServer("bench/product.ts", database));
  const { origin: bare } = running.use(await startServer("bench/bare.ts", database));
  return { ...database, siteId, isLarge: members > usualMembers, product, bare };
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
