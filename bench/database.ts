import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/scratch-folder.ts";
import { loadPlaces, seedDemoSites } from "#server/features/sites/index.ts";
import { cpuMeter } from "./cpu.ts";
import { startServer } from "./programs.ts";
import { say } from "./report.ts";
import { buildWorld } from "./world.ts";

/** The embedded PostgreSQL with its default, durable settings: in a temporary folder, or in `keep` for later runs. */
export async function startDatabase(keep?: string) {
  const folder = keep ?? createScratchFolder();
  mkdirSync(folder, { recursive: true });
  await using opening = new AsyncDisposableStack();
  if (keep === undefined) opening.defer(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startEmbedded(folder);
  opening.defer(server.stop);
  await migrate(server.url);
  // a connection that is lost fails the statement that needs it
  const { pool, db } = openPool(server.url, 8, () => {});
  opening.defer(() => pool.end());
  const facts = await sql<{ postgres: string; backend: number }>`
    select current_setting('server_version') as postgres, pg_backend_pid() as backend`.execute(db);
  const { postgres, backend } = facts.rows[0] ?? { postgres: "", backend: 0 };
  const opened = opening.move();
  const close = () => opened.disposeAsync();
  return { url: server.url, folder, db, postgres, meter: cpuMeter(backend), [Symbol.asyncDispose]: close };
}

export type BenchSite = Awaited<ReturnType<typeof openSite>>;

/** A site of so many members, with the product and the bare routes on its database. */
export async function openSite(members: number, keep?: string) {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await startDatabase(keep));
  const { db } = database;
  await loadPlaces(db);
  const [siteId = 0] = await seedDemoSites(db, new Date());
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from profiles`.execute(db);
  const found = rows[0]?.count ?? 0;
  if (found === 0) {
    const began = performance.now();
    await buildWorld(db, siteId, members);
    say(`${members} members in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  } else if (found !== members) throw new Error(`${database.folder} holds ${found} members, not ${members}`);
  const { origin: product } = opening.use(await startServer("bench/product.ts", database));
  const { origin: bare } = opening.use(await startServer("bench/bare.ts", database));
  const opened = opening.move();
  return { ...database, siteId, members, product, bare, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
