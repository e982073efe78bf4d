import { sql } from "kysely";
import type { PartnerTerms } from "#contract/partners.ts";
import type { Db } from "#server/db/pool.ts";
import { isOnSites, type StaffSites } from "#server/http/staff-sites.ts";

type NewPartner = { siteId: number; name: string; currency: string; iban: string | null; least: number };

/** Undefined: the site has a partner of this name. */
export async function insertPartner(db: Db, partner: NewPartner, closedTo: string, now: Date) {
  const { siteId, name, currency, iban, least } = partner;
  return await db
    .insertInto("partners")
    .values({
      ...{ site_id: siteId, name, currency, iban, least_payout_minor: least, closed_to: closedTo, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(["site_id", "name"]).doNothing())
    .returning("id")
    .executeTakeFirst();
}

type NewNetwork = { siteId: number; network: string; partnerId: string; from: string };

/** False: the network is a partner's already. */
export async function insertNetwork(db: Db, { siteId, network, partnerId, from }: NewNetwork): Promise<boolean> {
  const row = await db
    .insertInto("partner_networks")
    .values({ site_id: siteId, network, partner_id: partnerId, from_day: from })
    .onConflict((conflict) => conflict.doNothing())
    .returning("network")
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces terms of the same day, which is not over yet. */
export async function saveTerms(
  db: Db,
  { partnerId, staffId, now }: { partnerId: string; staffId: string; now: Date },
  { from, signup, buyer, share, hold }: PartnerTerms,
): Promise<void> {
  const paid = { signup_minor: signup, buyer_minor: buyer, share_points: share, hold_days: hold };
  const row = { ...paid, staff_id: staffId, created_at: now };
  await db
    .insertInto("partner_terms")
    .values({ partner_id: partnerId, from_day: from, ...row })
    .onConflict((conflict) => conflict.columns(["partner_id", "from_day"]).doUpdateSet(row))
    .execute();
}

/** False: another partner of the site has this name. `iban` null: it stays as it is. */
export async function savePartner(
  db: Db,
  id: string,
  { name, iban, least }: Pick<NewPartner, "name" | "iban" | "least">,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update partners p set name = ${name}, iban = coalesce(${iban}, iban), least_payout_minor = ${least}
    where id = ${id} and not exists (select from partners o where o.site_id = p.site_id and o.name = ${name} and o.id <> p.id)
    returning id`.execute(db);
  return rows.length > 0;
}

const ofPartners = (db: Db) =>
  db.selectFrom("partners as p").innerJoin("sites as s", "s.id", "p.site_id").select(["p.id", "p.site_id", "s.key"]);

const details = ["p.link_id", "p.name", "p.currency", "p.iban", "p.least_payout_minor as least"] as const;

/** The partners of a site, by name. */
export async function listPartners(db: Db, siteId: number) {
  return await ofPartners(db).select(details).where("p.site_id", "=", siteId).orderBy("p.name").execute();
}

/** A partner of a site that the staff member works on. */
export async function findPartner(db: Db, id: string, sites: StaffSites) {
  return await ofPartners(db)
    .select(details)
    .where("p.id", "=", id)
    .where(isOnSites(sites, "p.site_id"))
    .executeTakeFirst();
}

export async function listNetworks(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("partner_networks")
    .select(["partner_id", "network"])
    .where("partner_id", "in", ids)
    .orderBy("from_day")
    .orderBy("network")
    .execute();
}

/** All terms of partners, the newest first. */
export async function listTerms(db: Db, ids: readonly string[]): Promise<(PartnerTerms & { partner_id: string })[]> {
  return await db
    .selectFrom("partner_terms")
    .select(["partner_id", sql<string>`from_day::text`.as("from"), "signup_minor as signup", "buyer_minor as buyer"])
    .select(["share_points as share", "hold_days as hold"])
    .where("partner_id", "in", ids)
    .orderBy("from_day", "desc")
    .execute();
}

export type Owed = { partner_id: string; currency: string; amount: number };

/** What partners earned by their statements, less what lists have paid. */
export async function listPartnerBalances(db: Db, ids: readonly string[]): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select partner_id, currency, sum(amount)::float8 as amount from (
      select partner_id, currency, earned_minor as amount from partner_statements where partner_id = any(${[...ids]}::uuid[])
      union all
      select p.partner_id, l.currency, -p.amount_minor from partner_payouts p
      join partner_payout_lists l on l.id = p.list_id where p.partner_id = any(${[...ids]}::uuid[])
    ) as booked group by 1, 2 having sum(amount) <> 0 order by 1, 2`.execute(db);
  return rows;
}

/** The newest first. */
export async function listStatements(db: Db, id: string, limit: number) {
  return await db
    .selectFrom("partner_statements")
    .select(["month", "currency", "signups", "signups_minor as signups_amount", "buyers"])
    .select(["buyers_minor as buyers_amount", "sales", "sales_minor as sales_amount", "reversals"])
    .select(["reversals_minor as reversals_amount", "earned_minor as earned"])
    .where("partner_id", "=", id)
    .orderBy("month", "desc")
    .orderBy("currency")
    .limit(limit)
    .execute();
}

/** Null: it is revoked. */
export async function savePartnerLink(db: Db, id: string, linkId: string | null): Promise<void> {
  await db.updateTable("partners").set({ link_id: linkId }).where("id", "=", id).execute();
}

/** The partner of a link, on its own site only. */
export async function findPartnerByLink(db: Db, siteId: number, linkId: string) {
  return await ofPartners(db)
    .select(details)
    .where("p.link_id", "=", linkId)
    .where("p.site_id", "=", siteId)
    .executeTakeFirst();
}

/** How many members of a partner ever bought. */
export async function countBuyers(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom("partner_sales")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("partner_id", "=", id)
    .where("is_first", "=", true)
    .executeTakeFirstOrThrow();
  return Number(count);
}
