import { type Config, readConfig } from "#server/config/config.ts";
import { findRunningEmbedded } from "#server/db/database-folder.ts";
import { type Db, openPool } from "#server/db/pool.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";

export type Database = { db: Db; config: Config; url: string };

/** Runs a command on the product's database. Throws if none runs, and a `ConfigError` if the environment is wrong. */
export async function withDatabase(env: NodeJS.ProcessEnv, run: (database: Database) => Promise<void>): Promise<void> {
  const config = readConfig(env);
  const url = config.directUrl ?? config.databaseUrl ?? findRunningEmbedded(config.dataDir);
  if (!url) throw new Error("No database: start the product first (npm start), or set DATABASE_URL.");
  const { db, pool } = openPool(url, 4, () => {});
  try {
    await run({ db, config, url });
  } finally {
    await pool.end();
  }
}

/** Lets a command add jobs; the server's worker runs them. */
export async function withJobs<T>(url: string, run: (jobs: Jobs) => Promise<T>): Promise<T> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`);
  const jobs = await createJobs(url, [], { worker: false, onError });
  try {
    return await run(jobs);
  } finally {
    await jobs.stop();
  }
}
