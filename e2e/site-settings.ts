import { expect } from "@playwright/test";
import { ask } from "./database.ts";
import { address } from "./world.ts";

type Settings = Record<string, unknown>;

/** The settings as the server returns them. It reloads them from the database every five seconds. */
async function currentSettings(): Promise<Settings> {
  const { settings } = await (await fetch(`${address}/api/settings.php`)).json();
  return settings;
}

const site = "(select min(id) from sites)";

async function put(key: unknown, value: unknown): Promise<void> {
  const sql = `insert into site_settings (site_id, key, value) values (${site}, $1, $2)
    on conflict (site_id, key) do update set value = excluded.value`;
  await ask(sql, [key, JSON.stringify(value)]);
}

/** Changes settings of the first site, and waits until the server returns the new ones. */
export async function changeSettings(settings: Settings): Promise<void> {
  for (const [key, value] of Object.entries(settings)) await put(key, value);
  await expect.poll(currentSettings).toMatchObject(settings);
}

/**
 * Saves the settings of the first site. The returned function restores them, and waits until the server returns them.
 */
export async function saveSettings(): Promise<() => Promise<void>> {
  const usual = await currentSettings();
  const rows = await ask(`select key, value from site_settings where site_id = ${site}`, []);
  return async () => {
    await ask(`delete from site_settings where site_id = ${site}`, []);
    for (const { key, value } of rows) await put(key, value);
    await expect.poll(currentSettings).toEqual(usual);
  };
}
