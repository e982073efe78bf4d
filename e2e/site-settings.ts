import { expect } from "@playwright/test";
import pg from "pg";
import { runningEmbedded } from "#server/db/running-embedded.ts";

/** The settings as the server tells them; it looks at the rows anew every five seconds. */
async function told(keys: readonly string[]): Promise<string> {
  const answer = await fetch(`${process.env.E2E_ADDRESS}/api/settings.php`);
  const { settings } = await answer.json();
  return JSON.stringify(keys.map((key) => settings[key]));
}

/** Does something while the first site has other settings, of those that the pages are told. */
export async function withSettings(settings: Record<string, unknown>, doing: () => Promise<void>): Promise<void> {
  const db = new pg.Client({ connectionString: runningEmbedded(process.env.E2E_DATA ?? "") });
  await db.connect();
  const site = "(select min(id) from sites)";
  const keys = Object.keys(settings);
  const usual = await told(keys);
  const before = await db.query(`select key, value from site_settings where site_id = ${site} and key = any ($1)`, [
    keys,
  ]);
  const put = (key: string, value: unknown) =>
    db.query(
      `insert into site_settings (site_id, key, value) values (${site}, $1, $2)
        on conflict (site_id, key) do update set value = excluded.value`,
      [key, JSON.stringify(value)],
    );
  try {
    for (const [key, value] of Object.entries(settings)) await put(key, value);
    await expect.poll(() => told(keys)).toBe(JSON.stringify(Object.values(settings)));
    await doing();
  } finally {
    await db.query(`delete from site_settings where site_id = ${site} and key = any ($1)`, [keys]);
    for (const { key, value } of before.rows) await put(key, value);
    await db.end();
    await expect.poll(() => told(keys)).toBe(usual);
  }
}
