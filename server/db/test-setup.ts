import { rmSync } from "node:fs";
import pg from "pg";
import { allJobs } from "#server/features/all-jobs.ts";
import { loadPlaces } from "#server/features/sites/index.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { openPool } from "./pool.ts";
import { createScratchFolder } from "./system-user.ts";
import { serverUrlVariable, templateDatabase, templateLock, waitForConnectionsToEnd } from "./test-database.ts";

/** Makes the database that test files clone. It gets its name at the end, so that none clones an incomplete one. */
async function makeTemplate(serverUrl: string, admin: pg.Client): Promise<void> {
  const making = `${templateDatabase}_making`;
  await admin.query(`create database ${making}`);
  const url = new URL(serverUrl);
  url.pathname = `/${making}`;
  await migrate(url.href);
  const { pool, db } = openPool(url.href, 2, (error) => console.error(error));
  await loadPlaces(db);
  await pool.end();
  const jobs = await createJobs(url.href, allJobs, { worker: false, onError: console.error });
  await jobs.stop();
  await waitForConnectionsToEnd(admin, making);
  await admin.query(`alter database ${making} rename to ${templateDatabase}`);
}

/** One PostgreSQL for the run. Other tests run while its template is made; `cloneDatabase` waits for its lock. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = createScratchFolder({ inMemory: true });
  const server = await startEmbedded(folder, { fast: true });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`select pg_advisory_lock(${templateLock})`);
  process.env[serverUrlVariable] = server.url;
  const making = makeTemplate(server.url, admin)
    .catch((error: unknown) => {
      // the files that clone it fail
      console.error("The template database could not be made:", error);
    })
    .finally(() => admin.end());
  return async () => {
    await making;
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
