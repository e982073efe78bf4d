import pg from "pg";

/** Runs something on a connection of its own, which has neither the settings nor the limits of a pool's. */
export async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  // nothing to do: a broken connection makes the next statement throw
  client.on("error", () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
