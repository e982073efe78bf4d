import { rmSync } from "node:fs";
import pg from "pg";
import { allJobs } from "#server/features/all-jobs.ts";
import { loadPlaces } from "#server/features/places/index.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { openPool } from "./pool.ts";
import { scratchFolder } from "./scratch-folder.ts";
import { serverUrlVariable, templateDatabase } from "./test-database.ts";

/** Vitest's global setup: one PostgreSQL for the run, with a migrated database that each test file clones. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = scratchFolder({ inMemory: true });
  const server = await startEmbedded(folder, { fast: true });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = `/${templateDatabase}`;
  await migrate(url.href);
  const { pool, db } = openPool(url.href, 2, (error) => console.error(error));
  await loadPlaces(db);
  await pool.end();
  const jobs = await createJobs(url.href, allJobs, { worker: false, onError: console.error });
  await jobs.stop();
  process.env[serverUrlVariable] = server.url;
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
