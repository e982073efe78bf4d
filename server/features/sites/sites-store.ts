import { sql } from "kysely";
import { supportPhone } from "#contract/company-address.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { StoredSite } from "#server/site.ts";
import { checkSetting, completeSettings, type SettingKey, type SiteSettings } from "#server/site-settings.ts";
import type { Company } from "./site-file.ts";

/** It reads the index `profiles_invented`: a site has at most 200 such profiles. */
const hasFictional = sql<boolean>`exists (
  select from profiles p where p.site_id = sites.id and p.fictional
    and (p.listed or exists (select from conversation_members m where m.member_id = p.member_id)))`;

export async function loadSites(db: Db): Promise<{ sites: StoredSite[]; hosts: Map<string, number> }> {
  const [rows, hosts, settings] = await Promise.all([
    db
      .selectFrom("sites")
      .innerJoin("companies", "companies.id", "sites.company_id")
      .leftJoin("site_moves", "site_moves.site_id", "sites.id")
      .select(["sites.id", "key", "demo", "company_id", "support_phone", hasFictional.as("has_fictional")])
      .select("site_moves.state as moves")
      .orderBy("sites.id")
      .execute(),
    db.selectFrom("site_hosts").selectAll().execute(),
    db.selectFrom("site_settings").selectAll().execute(),
  ]);
  const sites = rows.map((row) => {
    const { id, key, demo, company_id: companyId, has_fictional, moves } = row;
    const own = completeSettings(settings.filter((setting) => setting.site_id === id));
    const phone = supportPhone(own, row);
    return { id, key, demo, hasFictional: has_fictional, moves: moves !== null, companyId, phone, settings: own };
  });
  return { sites, hosts: new Map(hosts.map((row) => [row.host, row.site_id])) };
}

export const listSites = async (db: Db): Promise<StoredSite[]> => (await loadSites(db)).sites;

/** Locks the changing of sites until the transaction ends, so that concurrent changes run one after the other. */
export async function lockSites(db: AnyTrx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sites'))`.execute(db);
}

export async function hasMembers(db: Db, siteId: number): Promise<boolean> {
  const query = db.selectFrom("profiles").select("member_id").where("site_id", "=", siteId);
  return (await query.where("fictional", "=", false).limit(1).executeTakeFirst()) !== undefined;
}

export async function insertSite(db: Db, site: { key: string; company_id: number; created_at: Date }): Promise<number> {
  const { id } = await db.insertInto("sites").values(site).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Replaces the hosts of a site. None of the new ones may belong to another site. */
export async function saveHosts(db: Db, siteId: number, hosts: readonly string[]): Promise<void> {
  await db.deleteFrom("site_hosts").where("site_id", "=", siteId).where("host", "not in", hosts).execute();
  await db
    .insertInto("site_hosts")
    .values(hosts.map((host) => ({ host, site_id: siteId })))
    .onConflict((conflict) => conflict.column("host").doNothing())
    .execute();
}

export async function deleteSettings(db: Db, siteId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.deleteFrom("site_settings").where("site_id", "=", siteId).where("key", "in", keys).execute();
}

export async function savedSettings(db: Db, siteId: number): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom("site_settings").selectAll().where("site_id", "=", siteId).orderBy("key").execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

export async function listCompanies(db: Db) {
  return await db.selectFrom("companies").selectAll().orderBy("id").execute();
}

export async function insertCompany(db: Db, company: Company, added: Date): Promise<number> {
  const values = { ...company, added };
  const { id } = await db.insertInto("companies").values(values).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function setCompany(db: Db, siteId: number, companyId: number): Promise<void> {
  await db.updateTable("sites").set({ company_id: companyId }).where("id", "=", siteId).execute();
}

export async function updateCompany(db: Db, id: number, company: Company): Promise<void> {
  await db.updateTable("companies").set(company).where("id", "=", id).execute();
}

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

export type CompanyRow = Awaited<ReturnType<typeof findCompany>>;

export async function findCompany(db: Db, id: number) {
  return await db.selectFrom("companies").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}
