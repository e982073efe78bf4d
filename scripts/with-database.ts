import { type Config, readConfig } from "#server/config/config.ts";
import { findRunningEmbedded } from "#server/db/database-folder.ts";
import { type DbPool, openPool } from "#server/db/pool.ts";

export type Database = { db: DbPool; config: Config; url: string };

export const findDatabase = (config: Config): string | undefined =>
  config.directUrl ?? config.databaseUrl ?? findRunningEmbedded(config.dataDir);

/** Whether there is a database that a command could use. */
export const hasDatabase = (env: NodeJS.ProcessEnv): boolean => findDatabase(readConfig(env)) !== undefined;

/** Runs a command on the product's database. Throws if none runs, and a `ConfigError` if the environment is wrong. */
export async function withDatabase(env: NodeJS.ProcessEnv, run: (database: Database) => Promise<void>): Promise<void> {
  const config = readConfig(env);
  const url = findDatabase(config);
  if (!url) throw new Error("No database: start the product first (npm start), or set DATABASE_URL.");
  const { db, pool } = openPool(url, 4, () => {});
  try {
    await run({ db, config, url });
  } finally {
    await pool.end();
  }
}
