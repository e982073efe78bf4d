import type { Db } from "#server/db/pool.ts";
import type { SettingKey, SiteSettings } from "#server/site-settings.ts";
import { seedBundles, seedCodes } from "./seed-sales.ts";
import { saveSetting } from "./sites-store.ts";

type DemoSite = { key: string; hosts: string[]; settings: Partial<SiteSettings> };

/** The register number of the demo's company, which does not exist. */
export const inventedNumber = "00000000";

const demoSites: DemoSite[] = [
  {
    key: "rendezvous",
    hosts: ["localhost"],
    settings: { name: "Rendezvous", domain: "localhost", index_title: "Rendezvous – honest dating", theme: "rose" },
  },
  {
    key: "abendrot",
    hosts: ["127.0.0.1"],
    settings: {
      name: "Abendrot",
      mail_name: "Abendrot",
      mail_address: "hallo@abendrot.invalid",
      domain: "127.0.0.1",
      domain_language: "de",
      index_title: "Abendrot – ehrlich kennenlernen",
      theme: "plum",
      countries: ["DE", "AT", "CH"],
      free_photos: 2,
    },
  },
];

/** Creates the two demo sites with their company and bundles, once; returns the ids of all demo sites. */
export async function seedDemoSites(db: Db, now: Date): Promise<number[]> {
  const existing = await db.selectFrom("sites").select("id").where("demo", "=", true).orderBy("id").execute();
  if (existing.length > 0) return existing.map((site) => site.id);
  return await db.transaction().execute(async (trx) => {
    const company = await trx
      .insertInto("companies")
      .values({
        name: "Rendezvous Demo B.V.",
        address1: "Voorbeeldstraat 1",
        city: "Amsterdam",
        country: "NL",
        kvk: inventedNumber,
        tradenames: ["Rendezvous", "Abendrot"],
        vat_numbers: ["NL000000000B00"],
        creditor_id: "NL22ZZZ000000000000",
        support_phone: "+31 20-000 00 00",
        added: new Date("2026-11-01T12:00:00Z"),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const ids: number[] = [];
    for (const { key, hosts, settings } of demoSites) {
      const site = await trx
        .insertInto("sites")
        .values({ key, company_id: company.id, demo: true, created_at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      ids.push(site.id);
      await trx
        .insertInto("site_hosts")
        .values(hosts.map((host) => ({ host, site_id: site.id })))
        .execute();
      for (const [name, value] of Object.entries(settings)) {
        await saveSetting(trx, site.id, name as SettingKey, value as SiteSettings[SettingKey]);
      }
      await seedCodes(trx, site.id, now);
      await seedBundles(trx, site.id);
    }
    return ids;
  });
}
