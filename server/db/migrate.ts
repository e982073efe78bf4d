import { join } from "node:path";
import { runner } from "node-pg-migrate";

/** Applies the migrations that are missing, one transaction for all; processes that start together wait for each other. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const applied = await runner({
    databaseUrl,
    dir: join(import.meta.dirname, "../migrations"),
    direction: "up",
    migrationsTable: "migrations",
    checkOrder: true,
    log: () => {},
    // what goes wrong is thrown, and told once by whoever asked
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return applied.map((migration) => migration.name);
}
