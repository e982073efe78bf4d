import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { type Config, ConfigError, readConfig } from "#server/config/config.ts";
import { openPool } from "#server/db/pool.ts";
import { createFiles } from "#server/ports/files/create.ts";
import type { Installation } from "./moving.ts";
import { findDatabase } from "./with-database.ts";

/** Reads the environment of another installation from its file. Throws what is wrong with it, with the file's name. */
export function readOther(file: string): { config: Config; url: string } {
  try {
    const config = readConfig(parseEnv(readFileSync(file, "utf8")));
    const url = findDatabase(config);
    if (url === undefined) throw new ConfigError(["names no database: DATABASE_URL"]);
    return { config, url };
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(error.problems.map((line) => `${file}: ${line}`)) : error;
  }
}

/** Enough for two locks, a transaction, and what is asked beside them. */
const connections = 6;

/** Opens an installation as the owner of its tables, if it has one; `url` leads to its database otherwise. */
export async function withInstallation(
  config: Config,
  url: string,
  run: (installation: Installation) => Promise<void>,
): Promise<void> {
  const { db, pool } = openPool(config.ownerUrl ?? url, connections, () => {});
  try {
    await run({ db, files: createFiles(config), config });
  } finally {
    await pool.end();
  }
}
