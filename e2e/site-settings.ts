import { expect } from "@playwright/test";
import { ask } from "./database.ts";
import { address } from "./world.ts";

/** The settings as the server answers them; it reloads them from the database every five seconds. */
async function currentSettings(keys: readonly string[]): Promise<string> {
  const { settings } = await (await fetch(`${address}/api/settings.php`)).json();
  return JSON.stringify(keys.map((key) => settings[key]));
}

const site = "(select min(id) from sites)";

async function put(key: unknown, value: unknown): Promise<void> {
  const sql = `insert into site_settings (site_id, key, value) values (${site}, $1, $2)
    on conflict (site_id, key) do update set value = excluded.value`;
  await ask(sql, [key, JSON.stringify(value)]);
}

/** Changes settings of the first site; the answer restores them. Both wait until the server answers the new ones. */
export async function changeSettings(settings: Record<string, unknown>): Promise<() => Promise<void>> {
  const keys = Object.keys(settings);
  const usual = await currentSettings(keys);
  const before = await ask(`select key, value from site_settings where site_id = ${site} and key = any ($1)`, [keys]);
  for (const [key, value] of Object.entries(settings)) await put(key, value);
  await expect.poll(() => currentSettings(keys)).toBe(JSON.stringify(Object.values(settings)));
  return async () => {
    await ask(`delete from site_settings where site_id = ${site} and key = any ($1)`, [keys]);
    for (const { key, value } of before) await put(key, value);
    await expect.poll(() => currentSettings(keys)).toBe(usual);
  };
}
