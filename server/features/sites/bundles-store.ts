import { type Selectable, sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Bundles } from "#server/db/tables.ts";

const bundleColumns = ["id", "country", "currency", "credits", "price_minor", "vat_percent", "chosen"] as const;

/** Minor units of the currency, VAT included; `chosen`: buyers of the last 90 days. */
export type BundleRow = Pick<Selectable<Bundles>, (typeof bundleColumns)[number]>;

export async function listBundles(db: Db, siteId: number): Promise<BundleRow[]> {
  return await db
    .selectFrom("bundles")
    .select(bundleColumns)
    .where("site_id", "=", siteId)
    .where("active", "=", true)
    .execute();
}

/** The bundles that a site sells, for a country and those without a country; none while its sales are off. */
export async function listBundlesOf(db: Db, siteId: number, country: string | null): Promise<BundleRow[]> {
  return await db
    .selectFrom("bundles")
    .select(bundleColumns)
    .where("site_id", "=", siteId)
    .where("active", "=", true)
    .where((where) => where.or([where("country", "=", country), where("country", "is", null)]))
    .where(sql<boolean>`not exists (select from site_settings s
      where s.site_id = bundles.site_id and s.key = 'sales' and s.value = '"off"')`)
    .execute();
}

/** How many credits a bundle has, on sale or not. */
export async function findCredits(db: Db, id: string): Promise<number> {
  const row = await db.selectFrom("bundles").select("credits").where("id", "=", id).executeTakeFirstOrThrow();
  return row.credits;
}

/** Takes bundles off sale: new orders of them fail; existing payments keep them. */
export async function retireBundles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.updateTable("bundles").set({ active: false }).where("id", "in", ids).execute();
}

export async function insertBundles(
  db: Db,
  siteId: number,
  bundles: readonly Omit<BundleRow, "id" | "chosen">[],
): Promise<void> {
  await db
    .insertInto("bundles")
    .values(bundles.map((bundle) => ({ ...bundle, site_id: siteId })))
    .execute();
}

/** Sets how many buyers recently chose each bundle; bundles missing from `counts` get 0. */
export async function setChosen(db: Db, counts: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...counts.keys()];
  await sql`
    update bundles set chosen = coalesce(counted.chosen, 0)
    from bundles as each
    left join unnest(${ids}::uuid[], ${[...counts.values()]}::int[]) as counted (id, chosen) on counted.id = each.id
    where bundles.id = each.id and bundles.chosen <> coalesce(counted.chosen, 0)`.execute(db);
}
