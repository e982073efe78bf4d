import pg from "pg";
import { findRunningEmbedded } from "#server/db/database-folder.ts";
import { data } from "./world.ts";

/** Queries this world's database, for states that no screen and no call can produce. */
export async function ask(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const db = new pg.Client({ connectionString: findRunningEmbedded(data) });
  await db.connect();
  try {
    return (await db.query(sql, values)).rows;
  } finally {
    await db.end();
  }
}
