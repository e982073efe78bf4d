import pg from "pg";
import { productSettings } from "#server/db/pool.ts";

export type PooledFacts = { role: string; settings: Record<string, string> };

/** What a connection of PostgreSQL that a pooler opens begins with: by its role, the database and the server. */
export async function readPooled(databaseUrl: string): Promise<PooledFacts> {
  // not by `openPool`, which sets them
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 8_000 });
  // nothing to do: a broken connection makes the statement throw
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ role: string; name: string; value: string }>(
      "select current_user as role, name, reset_val as value from pg_settings where name = any($1)",
      [Object.keys(productSettings)],
    );
    return {
      role: rows[0]?.role ?? "",
      settings: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
    };
  } finally {
    await client.end();
  }
}
