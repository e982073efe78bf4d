import type { Db } from "#server/db/pool.ts";
import type { StoredSite } from "#server/site.ts";
import { checkSetting, completeSettings, type SettingKey, type SiteSettings } from "#server/site-settings.ts";

/** All sites, and the site id of each host. */
export async function loadSites(db: Db): Promise<{ sites: StoredSite[]; hosts: Map<string, number> }> {
  const [rows, hosts, settings] = await Promise.all([
    db.selectFrom("sites").selectAll().orderBy("id").execute(),
    db.selectFrom("site_hosts").selectAll().execute(),
    db.selectFrom("site_settings").selectAll().execute(),
  ]);
  const sites = rows.map((row) => ({
    id: row.id,
    key: row.key,
    demo: row.demo,
    companyId: row.company_id,
    settings: completeSettings(settings.filter((setting) => setting.site_id === row.id)),
  }));
  return { sites, hosts: new Map(hosts.map((row) => [row.host, row.site_id])) };
}

/** Validates and saves one setting. */
export async function saveSetting<K extends SettingKey>(
  db: Db,
  siteId: number,
  key: K,
  value: SiteSettings[K],
): Promise<void> {
  const checked = JSON.stringify(checkSetting(key, value));
  await db
    .insertInto("site_settings")
    .values({ site_id: siteId, key, value: checked })
    .onConflict((conflict) => conflict.columns(["site_id", "key"]).doUpdateSet({ value: checked }))
    .execute();
}

export async function findCompany(db: Db, id: number) {
  return await db.selectFrom("companies").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}
