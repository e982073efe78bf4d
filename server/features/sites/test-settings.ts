import type { testApp } from "#server/db/test-database.ts";
import type { SettingKey, SiteSettings } from "#server/site-settings.ts";
import { saveSetting } from "./sites-store.ts";

type Services = Pick<Awaited<ReturnType<typeof testApp>>["services"], "db" | "clock">;

/** Longer than settings are cached. */
const untilKnown = 6_000;

/** Saves settings of a site, and waits until each process has read them. */
export async function changeSettings({ db, clock }: Services, siteId: number, settings: Partial<SiteSettings>) {
  for (const [key, value] of Object.entries(settings)) await saveSetting(db, siteId, key as SettingKey, value as never);
  clock.advance(untilKnown);
}

/** Changes settings as `changeSettings` does; `restore` brings back those from before. */
export function createSettings({ db, clock }: Services) {
  const before = new Map<number, { site_id: number; key: string; value: string }[]>();
  return {
    async change(siteId: number, settings: Partial<SiteSettings>) {
      if (!before.has(siteId)) {
        const rows = await db.selectFrom("site_settings").selectAll().where("site_id", "=", siteId).execute();
        before.set(
          siteId,
          rows.map((row) => ({ ...row, value: JSON.stringify(row.value) })),
        );
      }
      await changeSettings({ db, clock }, siteId, settings);
    },
    async restore() {
      for (const [siteId, rows] of before) {
        await db.deleteFrom("site_settings").where("site_id", "=", siteId).execute();
        if (rows.length > 0) await db.insertInto("site_settings").values(rows).execute();
        clock.advance(untilKnown);
      }
    },
  };
}
